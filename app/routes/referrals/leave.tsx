import { data, href } from "react-router";
import { reasonForm } from "#app/domain/partners/schemas.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { TextareaField } from "#app/ui/field.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/leave";

export const meta: Route.MetaFunction = () => [{ title: m.referrals_remove_partner() }];

export async function loader({ context }: Route.LoaderArgs) {
  const { current } = await pageApi(context)("GET /referrals", {});
  if (!current) throw data(m.referrals_leave_no_partner(), { status: 404 });
  return { current };
}

export const action = formAction(reasonForm, async ({ value, api }) => {
  await api("DELETE /referrals", value);
  return done(href("/revenue-share"), m.referrals_leave_partner_removed_done());
});

export default function LeavePartner({ loaderData: { current }, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <ConfirmPage
      title={m.referrals_leave_remove_title({ partnerName: current.partnerName })}
      answer={actionData}
      confirm={{ label: m.referrals_remove_partner() }}
      keep={{ label: m.common_keep_it(), to: href("/revenue-share") }}
    >
      <p>{m.referrals_leave_text({ partner: current.partnerName })}</p>
      <TextareaField
        {...fieldProps(result, "reason")}
        maxLength={500}
        label={m.common_reason()}
        rows={3}
        required
        hint={m.referrals_leave_reason_hint()}
      />
    </ConfirmPage>
  );
}
