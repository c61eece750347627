import { href } from "react-router";
import { requestKinds, requestStates } from "#app/domain/contacts/requests/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Card, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/data";

export const meta: Route.MetaFunction = () => [{ title: m.admin_data_page_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)("GET /admin/data", {});
}

export default function DataWork({ loaderData: { requests, counts, runs, visits } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={m.admin_personal_data()} description={m.admin_data_lead()} />
      <div className="grid gap-4">
        <StatGrid>
          <Stat label={m.admin_data_open_requests()} value={formatCount(counts.open)} />
          <Stat
            label={m.common_overdue()}
            value={formatCount(counts.late)}
            meaning={m.admin_data_late_meaning({
              exportDays: requestKinds.export.days,
              erasureDays: requestKinds.erasure.days,
            })}
          />
        </StatGrid>
        <Requests rows={requests} />
        <Runs rows={runs} />
        <Visits rows={visits} />
      </div>
    </>
  );
}

type Data = Route.ComponentProps["loaderData"];
const pageOf = (orgId: string) => href("/admin/users/:orgId", { orgId });

function Requests({ rows }: { rows: Data["requests"] }) {
  return (
    <Card title={m.admin_data_requests_title()}>
      <DataTable
        caption={m.common_privacy_requests()}
        rows={rows}
        keyOf={(row) => row.id}
        hrefOf={(row) => pageOf(row.orgId)}
        empty={m.admin_data_requests_empty()}
        columns={[
          {
            header: m.common_organisation(),
            cell: (row) => row.organisation,
            below: (row) => requestKinds[row.kind].label,
          },
          {
            header: m.common_status(),
            cell: (row) => (
              <Badge tone={row.isLate ? "bad" : row.state === "open" ? "warn" : "neutral"}>
                {row.isLate ? m.common_request_overdue() : requestStates[row.state]}
              </Badge>
            ),
          },
          { header: m.admin_requested(), cell: (row) => <Time value={row.requestedAt} to="day" /> },
          { header: m.common_due(), cell: (row) => <Time value={row.dueAt} to="day" /> },
          {
            header: m.common_closed(),
            cell: (row) => (row.closedAt ? <Time value={row.closedAt} to="day" /> : "–"),
          },
        ]}
      />
    </Card>
  );
}

function Runs({ rows }: { rows: Data["runs"] }) {
  return (
    <Card title={m.common_retention()}>
      <DataTable
        caption={m.admin_data_nightly_deletions_caption()}
        rows={rows}
        keyOf={(row) => row.id}
        empty={m.admin_data_runs_empty()}
        columns={[
          {
            header: m.common_night(),
            cell: (row) => <Time value={row.startedAt} />,
            below: (row) => row.error,
          },
          {
            header: m.common_status(),
            cell: (row) => (
              <Badge tone={row.finishedAt ? "good" : "bad"}>
                {row.finishedAt ? m.common_done() : m.admin_data_not_finished()}
              </Badge>
            ),
          },
          { header: m.common_organisations(), number: true, cell: (row) => formatCount(row.organisations) },
          { header: m.common_conversations(), number: true, cell: (row) => formatCount(row.conversations) },
          { header: m.common_messages(), number: true, cell: (row) => formatCount(row.messages) },
          {
            header: m.admin_data_campaigns_cleared(),
            number: true,
            cell: (row) => formatCount(row.campaigns),
          },
          { header: m.admin_data_batches(), number: true, cell: (row) => formatCount(row.batches) },
        ]}
      />
    </Card>
  );
}

function Visits({ rows }: { rows: Data["visits"] }) {
  return (
    <Card title={m.admin_data_support_views_title()}>
      <DataTable
        caption={m.admin_data_workspaces_opened_by_support()}
        rows={rows}
        keyOf={(row) => row.id}
        hrefOf={(row) => pageOf(row.orgId)}
        empty={m.admin_data_visits_empty()}
        columns={[
          {
            header: m.common_organisation(),
            cell: (row) => row.organisation,
            below: (row) => [row.reason, row.ticket].filter(Boolean).join(" · "),
          },
          { header: m.admin_done_by(), cell: (row) => row.by },
          { header: m.admin_data_made_changes(), cell: (row) => row.actReason ?? m.admin_data_read_only() },
          { header: m.common_from(), cell: (row) => <Time value={row.startedAt} /> },
          {
            header: m.common_to(),
            cell: (row) => (row.endedAt ? <Time value={row.endedAt} /> : m.admin_data_in_progress()),
          },
        ]}
      />
    </Card>
  );
}
