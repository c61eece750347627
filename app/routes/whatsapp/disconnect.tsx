import { href } from "react-router";
import { counted } from "#app/platform/numbers/counts.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/disconnect";

export const meta: Route.MetaFunction = () => [{ title: m.whatsapp_disconnect_page_title() }];

export async function loader({ context, params: { whatsappAccountId } }: Route.LoaderArgs) {
  const api = pageApi(context);
  return api("GET /whatsapp/accounts/:whatsappAccountId", { whatsappAccountId });
}

export const action = formAction(
  noFields,
  async ({ api }, { params: { whatsappAccountId } }: Route.ActionArgs) => {
    await api("POST /whatsapp/accounts/:whatsappAccountId/disconnect", { whatsappAccountId });
    return done(href("/whatsapp"), m.whatsapp_disconnect_done());
  },
);

export default function WhatsappDisconnect({ loaderData: { account }, actionData }: Route.ComponentProps) {
  const numbers = account.numbers.map(({ displayPhoneNumber }) => displayPhoneNumber).join(", ");
  return (
    <ConfirmPage
      title={m.whatsapp_disconnect_title({
        accountName: account.name || m.whatsapp_disconnect_account_name(),
      })}
      answer={actionData}
      confirm={{ label: m.common_disconnect() }}
      keep={{ label: m.whatsapp_disconnect_keep_connected(), to: href("/whatsapp") }}
    >
      <ul className="list-disc space-y-2 pl-5">
        <li>
          {numbers
            ? m.whatsapp_disconnect_sending_from_text({ numbers })
            : m.whatsapp_disconnect_sending_stops_text()}
        </li>
        <li>{m.whatsapp_disconnect_replies_stop_text()}</li>
        <li>{m.whatsapp_disconnect_reports_stop_text()}</li>
        <li>
          {m.whatsapp_disconnect_data_kept_text({
            templates: counted(m.counts_templates, account.templateCount),
          })}
        </li>
      </ul>
    </ConfirmPage>
  );
}
