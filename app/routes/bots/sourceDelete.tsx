import { data, href } from "react-router";
import { Naming } from "#app/routes/shell/naming.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/sourceDelete";

export const meta: Route.MetaFunction = () => [{ title: m.bots_source_delete_source() }];

export async function loader({ context, params: { botId, sourceId } }: Route.LoaderArgs) {
  const { bot, sources } = await pageApi(context)("GET /bots/:botId", { botId });
  const source = sources.find(({ id }) => id === sourceId);
  if (!source) throw data(m.bots_source_delete_source_not_found(), { status: 404 });
  return { bot, source };
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /bots/:botId/sources/:sourceId", params);
  return done(
    href("/bots/:botId/sources", { botId: params.botId }),
    m.bots_source_delete_source_deleted_done(),
  );
});

export default function DeleteSource({ loaderData: { bot, source }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.bots_source_delete_source_title()}
      answer={actionData}
      confirm={{ label: m.bots_source_delete_source() }}
      keep={{ label: m.common_keep_it(), to: href("/bots/:botId/sources", { botId: bot.id }) }}
    >
      <Naming message={m.bots_source_delete_text} name={source.name} />
    </ConfirmPage>
  );
}
