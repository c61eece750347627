import { href, useLocation } from "react-router";
import { suspensionLevels, toneOf } from "#app/domain/console/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { DescriptionList } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/userShow";

export const handle = { covers: true };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.organisation.businessName ?? "Organisation"} – Users` },
];

export async function loader({ context, params: { orgId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /admin/organisations/:orgId", { orgId }));
}

export default function UserShow({ loaderData }: Route.ComponentProps) {
  const { search } = useLocation();
  const { organisation: org, suspension, override, may } = loaderData;
  return (
    <Modal title={org.businessName} closeTo={`${href("/admin/users")}${search}`} size="lg">
      <div className="grid gap-5">
        {suspension && (
          <Notice tone="bad" title={`Suspended: ${suspensionLevels[suspension.level].label}`}>
            {suspension.reason} (by {suspension.by}, <Time value={suspension.startedAt} />)
          </Notice>
        )}
        {override && (
          <Notice tone="info" title={`Differs from its plan until ${override.endsAt.slice(0, 10)}`}>
            {override.planType} with {formatCount(override.messageLimit)} messages instead of{" "}
            {override.formerPlanType}: {override.reason} (by {override.by})
          </Notice>
        )}
        <DescriptionList
          items={[
            { term: "Email", value: org.email },
            { term: "Plan", value: `${org.plan}, ${org.billingType}` },
            { term: "Status", value: <Badge tone={toneOf(org.status)}>{org.status}</Badge> },
            {
              term: "Usage this month",
              value: `${formatCount(org.messagesUsed)} of ${formatCount(org.messageLimit)}`,
            },
            { term: "Revenue", value: formatKes(org.revenueCents) },
            {
              term: "Wallet",
              value: `${formatKes(loaderData.walletCents)}, ${formatKes(loaderData.heldCents)} on hold`,
            },
            { term: "Joined", value: <Time value={org.joinDate} to="day" /> },
            { term: "Last active", value: org.lastActive ? <Time value={org.lastActive} /> : "Never" },
          ]}
        />
        <Actions orgId={org.id} suspended={suspension !== null} may={may} />
        <DataTable
          caption="People"
          rows={loaderData.people}
          keyOf={(row) => row.id}
          columns={[
            { header: "Person", cell: (row) => row.email, below: (row) => row.name },
            { header: "Role", cell: (row) => row.role },
            {
              header: "Last sign-in",
              cell: (row) => (row.lastLogin ? <Time value={row.lastLogin} /> : "Never"),
            },
          ]}
        />
        <DataTable
          caption="WhatsApp accounts"
          rows={loaderData.accounts}
          keyOf={(row) => row.id}
          hrefOf={(row) => href("/admin/whatsapp/:orgId/:accountId", { orgId: org.id, accountId: row.id })}
          empty="No WhatsApp account."
          columns={[
            { header: "WhatsApp account", cell: (row) => row.name || row.id },
            { header: "Status", cell: (row) => <Badge tone={toneOf(row.status)}>{row.status}</Badge> },
          ]}
        />
        <Acts rows={loaderData.acts} />
      </div>
    </Modal>
  );
}

function Acts({ rows }: { rows: Route.ComponentProps["loaderData"]["acts"] }) {
  return (
    <DataTable
      caption="What administrators did"
      rows={rows}
      keyOf={(row) => row.id}
      empty="No administrator did anything here."
      columns={[
        { header: "Act", cell: (row) => row.title, below: (row) => row.details },
        { header: "By", cell: (row) => row.by },
        { header: "When", cell: (row) => <Time value={row.at} /> },
      ]}
    />
  );
}

function Actions({
  orgId,
  suspended,
  may,
}: {
  orgId: string;
  suspended: boolean;
  may: Route.ComponentProps["loaderData"]["may"];
}) {
  return (
    <div className="flex flex-wrap gap-3">
      {may.edit && <ButtonLink to={href("/admin/users/:orgId/edit", { orgId })}>Edit User</ButtonLink>}
      {may.suspend && (
        <ButtonLink variant="secondary" to={href("/admin/users/:orgId/suspend", { orgId })}>
          {suspended ? "Change or end the suspension" : "Suspend User"}
        </ButtonLink>
      )}
      <ButtonLink variant="secondary" to={href("/admin/users/:orgId/health", { orgId })}>
        Health
      </ButtonLink>
      {may.visit && (
        <ButtonLink variant="secondary" to={href("/admin/users/:orgId/visit", { orgId })}>
          Support view
        </ButtonLink>
      )}
    </div>
  );
}
