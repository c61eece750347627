import { href } from "react-router";
import { Naming } from "#app/routes/shell/naming.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = () => [{ title: m.bots_delete_bot() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return pageApi(context)("GET /bots/:botId", params);
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /bots/:botId", params);
  return done(href("/bots"), m.bots_delete_bot_deleted_done());
});

export default function DeleteBot({ loaderData: { bot }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.bots_delete_bot_title()}
      answer={actionData}
      confirm={{ label: m.bots_delete_bot() }}
      keep={{ label: m.common_keep_it(), to: href("/bots/:botId", { botId: bot.id }) }}
    >
      <Naming message={m.bots_delete_text} name={bot.name} />
    </ConfirmPage>
  );
}
