import { href } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/smsRemove";

export const meta: Route.MetaFunction = () => [{ title: m.sms_remove_account_title() }];

export const action = formAction(noFields, async ({ api }) => {
  await api("DELETE /sms", {});
  return done(href("/settings/sms"), m.sms_account_removed_text());
});

export default function RemoveSmsAccount({ actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.sms_remove_account_title()}
      answer={actionData}
      confirm={{ label: m.sms_remove_account_link() }}
      keep={{ label: m.common_keep_it(), to: href("/settings/sms") }}
    >
      <p>{m.sms_remove_account_text()}</p>
    </ConfirmPage>
  );
}
