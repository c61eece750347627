import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, useLocation } from "react-router";
import { features, suspensionLevels } from "#app/domain/console/words.ts";
import { roleNames } from "#app/domain/organisations/members/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { planWords } from "#app/platform/money/planTypes.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { DescriptionList } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/userShow";
import { StateBadge } from "./stateBadge.tsx";

export const handle = { covers: true };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.admin_user_page_title({ businessName: loaderData.organisation.businessName }) },
];

export async function loader({ context, params: { orgId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /admin/organisations/:orgId", { orgId });
}

export default function UserShow({ loaderData }: Route.ComponentProps) {
  const { search } = useLocation();
  const { organisation: org, suspension, override, may } = loaderData;
  return (
    <Modal title={org.businessName} closeTo={`${href("/admin/users")}${search}`} size="lg">
      <div className="grid gap-5">
        <Restrictions suspension={suspension} override={override} switches={loaderData.switches} />
        <DescriptionList
          items={[
            { term: m.common_email(), value: org.email },
            {
              term: m.common_plan(),
              value: planWords(org.plan, org.billingType),
            },
            { term: m.common_status(), value: <StateBadge state={org.status} /> },
            {
              term: m.admin_user_usage_month(),
              value: m.common_part_of_whole({
                part: formatCount(org.messagesUsed),
                whole: formatCount(org.messageLimit),
              }),
            },
            { term: m.common_revenue(), value: formatKes(org.revenueCents) },
            {
              term: m.common_wallet(),
              value: m.admin_user_on_hold({
                wallet: formatKes(loaderData.walletCents),
                held: formatKes(loaderData.heldCents),
              }),
            },
            { term: m.admin_joined(), value: <Time value={org.joinDate} to="day" /> },
            {
              term: m.admin_last_active(),
              value: org.lastActive ? <Time value={org.lastActive} /> : m.common_never(),
            },
          ]}
        />
        <Actions orgId={org.id} suspended={suspension !== null} may={may} />
        <DataTable
          caption={m.organisation_members()}
          rows={loaderData.people}
          keyOf={(row) => row.id}
          columns={[
            { header: m.common_person(), cell: (row) => row.email, below: (row) => row.name },
            {
              header: m.common_role(),
              cell: (row) => roleNames[row.role as keyof typeof roleNames] ?? row.role,
            },
            {
              header: m.admin_last_sign_in(),
              cell: (row) => (row.lastLogin ? <Time value={row.lastLogin} /> : m.common_never()),
            },
          ]}
        />
        <DataTable
          caption={m.admin_whatsapp_accounts_caption()}
          rows={loaderData.accounts}
          keyOf={(row) => row.id}
          hrefOf={(row) => href("/admin/whatsapp/:orgId/:accountId", { orgId: org.id, accountId: row.id })}
          empty={m.admin_user_show_whatsapp_empty()}
          columns={[
            { header: m.common_whatsapp_account(), cell: (row) => row.name || row.id },
            {
              header: m.common_status(),
              cell: (row) => <StateBadge state={row.status} />,
            },
          ]}
        />
        <Acts rows={loaderData.acts} />
      </div>
    </Modal>
  );
}

type LoaderData = Route.ComponentProps["loaderData"];

/** What staff changed for a time. */
function Restrictions({
  suspension,
  override,
  switches,
}: Pick<LoaderData, "suspension" | "override" | "switches">) {
  return (
    <>
      {suspension && (
        <Notice
          tone="bad"
          title={m.admin_user_suspended_notice({ label: suspensionLevels[suspension.level].label })}
        >
          <ParaglideMessage
            message={m.admin_user_by_time_text}
            inputs={{ reason: suspension.reason, by: suspension.by }}
            markup={{ time: () => <Time value={suspension.startedAt} /> }}
          />
        </Notice>
      )}
      {override && (
        <Notice
          tone="info"
          title={m.admin_user_show_override_title({ endsAt: longDay(override.endsAt.slice(0, 10)) })}
        >
          <ParaglideMessage
            message={m.admin_user_show_override_text}
            inputs={{ messageLimit: formatCount(override.messageLimit), by: override.by }}
            markup={{
              planType: () => <>{override.planType}</>,
              formerPlanType: () => <>{override.formerPlanType}</>,
              reason: () => <>{override.reason}</>,
            }}
          />
        </Notice>
      )}
      {switches.map(({ feature, reason, endsAt, by }) => (
        <Notice
          key={feature}
          tone="warn"
          title={m.admin_user_switched_off_notice({ label: features[feature].label })}
        >
          <ParaglideMessage
            message={m.admin_user_until_time_text}
            inputs={{ reason, by: by ?? "–" }}
            markup={{ time: () => <Time value={endsAt} /> }}
          />
        </Notice>
      ))}
    </>
  );
}

function Acts({ rows }: { rows: LoaderData["acts"] }) {
  return (
    <DataTable
      caption={m.admin_user_administrator_activity()}
      rows={rows}
      keyOf={(row) => row.id}
      empty={m.admin_administrator_activity_empty()}
      columns={[
        { header: m.common_action(), cell: (row) => row.title, below: (row) => row.details },
        { header: m.admin_done_by(), cell: (row) => row.by },
        { header: m.common_when(), cell: (row) => <Time value={row.at} /> },
      ]}
    />
  );
}

function Actions({ orgId, suspended, may }: { orgId: string; suspended: boolean; may: LoaderData["may"] }) {
  return (
    <div className="flex flex-wrap gap-3">
      {may.edit && (
        <ButtonLink to={href("/admin/users/:orgId/edit", { orgId })}>
          {m.admin_user_edit_user_link()}
        </ButtonLink>
      )}
      {may.suspend && (
        <ButtonLink variant="secondary" to={href("/admin/users/:orgId/suspend", { orgId })}>
          {suspended ? m.admin_user_edit_or_end_suspension_link() : m.admin_user_suspend_user_link()}
        </ButtonLink>
      )}
      <ButtonLink variant="secondary" to={href("/admin/users/:orgId/health", { orgId })}>
        {m.common_health()}
      </ButtonLink>
      <ButtonLink variant="secondary" to={href("/admin/users/:orgId/switches", { orgId })}>
        {m.admin_user_functions_link()}
      </ButtonLink>
      {may.visit && (
        <ButtonLink variant="secondary" to={href("/admin/users/:orgId/visit", { orgId })}>
          {m.admin_user_support_view_link()}
        </ButtonLink>
      )}
    </div>
  );
}
