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

export const meta: Route.MetaFunction = () => [{ title: m.admin_persons_data_administration() }];

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)("GET /admin/data", {});
}

export default function DataWork({ loaderData: { requests, counts, runs, visits } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={m.admin_persons_data()}
        description={m.admin_what_persons_asked_of_organisations_what()}
      />
      <div className="grid gap-4">
        <StatGrid>
          <Stat label={m.admin_open_requests()} value={formatCount(counts.open)} />
          <Stat
            label={m.admin_past_their_day()}
            value={formatCount(counts.late)}
            meaning={m.admin_open_longer_than_the_law_gives()}
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
    <Card title={m.admin_requests()}>
      <DataTable
        caption={m.admin_requests_of_persons()}
        rows={rows}
        keyOf={(row) => row.id}
        hrefOf={(row) => pageOf(row.orgId)}
        empty={m.admin_no_person_has_asked_for_anything()}
        columns={[
          {
            header: m.common_organisation(),
            cell: (row) => row.organisation,
            below: (row) => requestKinds[row.kind].label,
          },
          {
            header: m.common_state(),
            cell: (row) => (
              <Badge tone={row.isLate ? "bad" : row.state === "open" ? "warn" : "neutral"}>
                {row.isLate ? m.admin_late() : requestStates[row.state]}
              </Badge>
            ),
          },
          { header: m.admin_asked(), cell: (row) => <Time value={row.requestedAt} to="day" /> },
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
    <Card title={m.admin_retention()}>
      <DataTable
        caption={m.admin_nightly_deletions()}
        rows={rows}
        keyOf={(row) => row.id}
        empty={m.admin_the_first_run_comes_tonight()}
        columns={[
          {
            header: m.admin_night(),
            cell: (row) => <Time value={row.startedAt} />,
            below: (row) => row.error,
          },
          {
            header: m.common_state(),
            cell: (row) => (
              <Badge tone={row.finishedAt ? "good" : "bad"}>
                {row.finishedAt ? m.common_done() : m.admin_not_finished()}
              </Badge>
            ),
          },
          { header: m.admin_organisations(), number: true, cell: (row) => formatCount(row.organisations) },
          { header: m.common_conversations(), number: true, cell: (row) => formatCount(row.conversations) },
          { header: m.common_messages(), number: true, cell: (row) => formatCount(row.messages) },
          { header: m.admin_campaigns_emptied(), number: true, cell: (row) => formatCount(row.campaigns) },
          { header: m.common_webhooks(), number: true, cell: (row) => formatCount(row.webhooks) },
          { header: m.admin_batches(), number: true, cell: (row) => formatCount(row.batches) },
        ]}
      />
    </Card>
  );
}

function Visits({ rows }: { rows: Data["visits"] }) {
  return (
    <Card title={m.admin_support_views()}>
      <DataTable
        caption={m.admin_workspaces_that_support_opened()}
        rows={rows}
        keyOf={(row) => row.id}
        hrefOf={(row) => pageOf(row.orgId)}
        empty={m.admin_nobody_has_opened_a_workspace_yet()}
        columns={[
          {
            header: m.common_organisation(),
            cell: (row) => row.organisation,
            below: (row) => [row.reason, row.ticket].filter(Boolean).join(" · "),
          },
          { header: m.admin_done_by(), cell: (row) => row.by },
          { header: m.admin_acted(), cell: (row) => row.actReason ?? m.admin_looked_only() },
          { header: m.common_began(), cell: (row) => <Time value={row.startedAt} /> },
          {
            header: m.common_ended(),
            cell: (row) => (row.endedAt ? <Time value={row.endedAt} /> : m.admin_open_now()),
          },
        ]}
      />
    </Card>
  );
}
