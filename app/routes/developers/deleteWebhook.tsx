import { href } from "react-router";
import { Naming } from "#app/routes/shell/naming.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/deleteWebhook";

export const meta: Route.MetaFunction = () => [{ title: m.developers_delete_webhook_label() }];

export const loader = ({ context, params: { endpointId } }: Route.LoaderArgs) =>
  pageApi(context)("GET /developer/webhooks/:endpointId", { endpointId });

export const action = formAction(noFields, async ({ api }, { params: { endpointId } }: Route.ActionArgs) => {
  await api("DELETE /developer/webhooks/:endpointId", { endpointId });
  return done(href("/developers"), m.developers_delete_webhook_deleted_done());
});

export default function DeleteWebhook({ loaderData: { endpoint }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.developers_delete_webhook_title()}
      answer={actionData}
      confirm={{ label: m.developers_delete_webhook_label() }}
      keep={{
        label: m.common_keep_it(),
        to: href("/developers/webhooks/:endpointId", { endpointId: endpoint.id }),
      }}
    >
      <Naming message={m.developers_delete_webhook_text} name={endpoint.url} />
    </ConfirmPage>
  );
}
