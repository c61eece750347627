import { href } from "react-router";
import { statusChange } from "#app/domain/partners/schemas.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/status";
import { ReasonField } from "./reasonField.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.partners_partner_status_revenue_share() }];

export async function loader({ context, params: { partnerId } }: Route.LoaderArgs) {
  return orThrowPage(context.get(apiContext)("GET /admin/partners/:partnerId", { partnerId }));
}

export const action = formAction(
  statusChange,
  async ({ value, api }, { params: { partnerId } }: Route.ActionArgs) => {
    await api("POST /admin/partners/:partnerId/status", { partnerId, ...value });
    return done(
      href("/revenue-share/partners/:partnerId", { partnerId }),
      value.status === "active" ? m.partners_the_partner_is_active() : m.partners_the_partner_is_suspended(),
    );
  },
);

export default function PartnerStatus({ loaderData: { partner }, actionData }: Route.ComponentProps) {
  const isActive = partner.status === "active";
  return (
    <ConfirmPage
      title={
        isActive
          ? m.partners_suspend_2({ partnerName: partner.name })
          : m.partners_activate_2({ partnerName: partner.name })
      }
      answer={actionData}
      confirm={{
        label: isActive ? m.partners_suspend_the_partner() : m.partners_activate_the_partner(),
        harmless: !isActive,
      }}
      keep={{
        label: m.common_cancel(),
        to: href("/revenue-share/partners/:partnerId", { partnerId: partner.id }),
      }}
    >
      <p>
        {isActive
          ? m.partners_no_organisation_can_be_linked_and()
          : m.partners_can_sign_in_a_new_account({ email: partner.email })}
      </p>
      <input type="hidden" name="status" value={isActive ? "suspended" : "active"} />
      <ReasonField result={actionData?.result} hint={m.partners_it_is_kept_in_the_record()} />
    </ConfirmPage>
  );
}
