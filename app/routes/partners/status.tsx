import { href } from "react-router";
import { statusChange } from "#app/domain/partners/schemas.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/status";
import { ReasonField } from "./reasonField.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.partners_status_page_title() }];

export async function loader({ context, params: { partnerId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /admin/partners/:partnerId", { partnerId });
}

export const action = formAction(
  statusChange,
  async ({ value, api }, { params: { partnerId } }: Route.ActionArgs) => {
    await api("POST /admin/partners/:partnerId/status", { partnerId, ...value });
    return done(
      href("/revenue-share/partners/:partnerId", { partnerId }),
      value.status === "active"
        ? m.partners_status_partner_activated_done()
        : m.partners_status_partner_suspended_done(),
    );
  },
);

export default function PartnerStatus({ loaderData: { partner }, actionData }: Route.ComponentProps) {
  const isActive = partner.status === "active";
  return (
    <ConfirmPage
      title={
        isActive
          ? m.partners_status_suspend_title({ partnerName: partner.name })
          : m.partners_status_activate_title({ partnerName: partner.name })
      }
      answer={actionData}
      confirm={{
        label: isActive ? m.partners_status_suspend_partner() : m.partners_status_activate_partner(),
        harmless: !isActive,
      }}
      keep={{
        label: m.common_cancel(),
        to: href("/revenue-share/partners/:partnerId", { partnerId: partner.id }),
      }}
    >
      <p>
        {isActive
          ? m.partners_status_suspend_text()
          : m.partners_status_activate_text({ email: partner.email })}
      </p>
      <input type="hidden" name="status" value={isActive ? "suspended" : "active"} />
      <ReasonField result={actionData?.result} hint={m.partners_reason_hint()} />
    </ConfirmPage>
  );
}
