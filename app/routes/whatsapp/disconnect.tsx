import { href } from "react-router";
import { countOf } from "#app/platform/counts.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/disconnect";

export const meta: Route.MetaFunction = () => [{ title: "Disconnect WhatsApp" }];

export async function loader({ context, params: { whatsappAccountId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  return orErrorPage(api("GET /whatsapp/accounts/:whatsappAccountId", { whatsappAccountId }));
}

export const action = formAction(
  noFields,
  async ({ api }, { params: { whatsappAccountId } }: Route.ActionArgs) => {
    await api("POST /whatsapp/accounts/:whatsappAccountId/disconnect", { whatsappAccountId });
    return done(href("/whatsapp"), "The WhatsApp account is disconnected.");
  },
);

export default function WhatsappDisconnect({ loaderData: { account }, actionData }: Route.ComponentProps) {
  const numbers = account.numbers.map(({ displayPhoneNumber }) => displayPhoneNumber).join(", ");
  return (
    <ConfirmPage
      title={`Disconnect ${account.name || "this account"}?`}
      answer={actionData}
      confirm={{ label: "Disconnect" }}
      keep={{ label: "Keep it connected", to: href("/whatsapp") }}
    >
      <ul className="list-disc space-y-2 pl-5">
        <li>Messages can no longer be sent{numbers && ` from ${numbers}`}; running campaigns stop.</li>
        <li>Replies from customers no longer reach your chat.</li>
        <li>
          You get no more reports on messages that are on their way; the money on hold for them is released
          after a month.
        </li>
        <li>
          Contacts, conversations and {countOf(account.templateCount, "template")} stay. You can connect the
          account again at any time.
        </li>
      </ul>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
