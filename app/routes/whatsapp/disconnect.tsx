import { href } from "react-router";
import { counted } from "#app/platform/numbers/counts.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/disconnect";

export const meta: Route.MetaFunction = () => [{ title: m.whatsapp_disconnect_whatsapp() }];

export async function loader({ context, params: { whatsappAccountId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  return orThrowPage(api("GET /whatsapp/accounts/:whatsappAccountId", { whatsappAccountId }));
}

export const action = formAction(
  noFields,
  async ({ api }, { params: { whatsappAccountId } }: Route.ActionArgs) => {
    await api("POST /whatsapp/accounts/:whatsappAccountId/disconnect", { whatsappAccountId });
    return done(href("/whatsapp"), m.whatsapp_the_whatsapp_account_is_disconnected());
  },
);

export default function WhatsappDisconnect({ loaderData: { account }, actionData }: Route.ComponentProps) {
  const numbers = account.numbers.map(({ displayPhoneNumber }) => displayPhoneNumber).join(", ");
  return (
    <ConfirmPage
      title={m.whatsapp_disconnect_2({ accountName: account.name || m.whatsapp_this_account() })}
      answer={actionData}
      confirm={{ label: m.whatsapp_disconnect() }}
      keep={{ label: m.whatsapp_keep_it_connected(), to: href("/whatsapp") }}
    >
      <ul className="list-disc space-y-2 pl-5">
        <li>{numbers ? m.whatsapp_from({ numbers }) : m.whatsapp_messages_can_no_longer_be_sent()}</li>
        <li>{m.whatsapp_replies_from_customers_no_longer_reach()}</li>
        <li>{m.whatsapp_you_get_no_more_reports_on()}</li>
        <li>
          {m.whatsapp_contacts_conversations_and_stay_you_can({
            templates: counted(m.counts_templates, account.templateCount),
          })}
        </li>
      </ul>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
