import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = () => [{ title: "Delete bot" }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /bots/:botId", params));
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /bots/:botId", params);
  return done(href("/bots"), "Bot deleted.");
});

export default function DeleteBot({ loaderData: { bot }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title="Delete this bot?"
      answer={actionData}
      confirm={{ label: "Delete bot" }}
      keep={{ label: "Keep it", to: href("/bots/:botId", { botId: bot.id }) }}
    >
      <p>
        <strong className="break-words">{bot.name}</strong> is deleted with its entries, sources, questions
        and log. What it wrote to customers stays in the chat. To stop it for a while, pause it instead.
      </p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
