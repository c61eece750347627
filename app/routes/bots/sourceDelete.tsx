import { data, href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/sourceDelete";

export const meta: Route.MetaFunction = () => [{ title: "Delete source" }];

export async function loader({ context, params: { botId, sourceId } }: Route.LoaderArgs) {
  const { bot, sources } = await orErrorPage(context.get(apiContext)("GET /bots/:botId", { botId }));
  const source = sources.find(({ id }) => id === sourceId);
  if (!source) throw data("Source not found.", { status: 404 });
  return { bot, source };
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /bots/:botId/sources/:sourceId", params);
  return done(href("/bots/:botId/sources", { botId: params.botId }), "Source deleted.");
});

export default function DeleteSource({ loaderData: { bot, source }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title="Delete this source?"
      answer={actionData}
      confirm={{ label: "Delete source" }}
      keep={{ label: "Keep it", to: href("/bots/:botId/sources", { botId: bot.id }) }}
    >
      <p>
        <strong className="break-all">{source.name}</strong> is deleted with the entries that were read from
        it. Those that you changed stay.
      </p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
