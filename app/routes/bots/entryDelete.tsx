import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/entryDelete";

export const meta: Route.MetaFunction = () => [{ title: "Delete entry" }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /bots/:botId/entries/:entryId", params));
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /bots/:botId/entries/:entryId", params);
  return done(href("/bots/:botId/entries", { botId: params.botId }), "Entry deleted.");
});

export default function DeleteEntry({ loaderData: { bot, entry, texts }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title="Delete this entry?"
      answer={actionData}
      confirm={{ label: "Delete entry" }}
      keep={{
        label: "Keep it",
        to: href("/bots/:botId/entries/:entryId/edit", { botId: bot.id, entryId: entry.id }),
      }}
    >
      <p>
        <strong className="break-words">{texts[0]?.question}</strong> is deleted in all languages, with the
        evaluation questions that expect it.
      </p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
