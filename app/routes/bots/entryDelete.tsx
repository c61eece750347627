import { href } from "react-router";
import { Naming } from "#app/routes/shell/naming.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/entryDelete";

export const meta: Route.MetaFunction = () => [{ title: m.bots_entry_delete_entry() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return pageApi(context)("GET /bots/:botId/entries/:entryId", params);
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /bots/:botId/entries/:entryId", params);
  return done(
    href("/bots/:botId/entries", { botId: params.botId }),
    m.bots_entry_delete_entry_deleted_done(),
  );
});

export default function DeleteEntry({ loaderData: { bot, entry, texts }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.bots_entry_delete_entry_title()}
      answer={actionData}
      confirm={{ label: m.bots_entry_delete_entry() }}
      keep={{
        label: m.common_keep_it(),
        to: href("/bots/:botId/entries/:entryId/edit", { botId: bot.id, entryId: entry.id }),
      }}
    >
      <Naming message={m.bots_entry_delete_text} name={texts[0]?.question} />
    </ConfirmPage>
  );
}
