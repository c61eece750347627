import { href } from "react-router";
import { requestKinds, requestStates } from "#app/domain/contacts/requests/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Card, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import type { Route } from "./+types/data";

export const meta: Route.MetaFunction = () => [{ title: "Persons' data – Administration" }];

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)("GET /admin/data", {});
}

export default function DataWork({ loaderData: { requests, counts, runs, visits } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Persons' data"
        description="What persons asked of organisations, what the nights deleted, and who of support looked where."
      />
      <div className="grid gap-4">
        <StatGrid>
          <Stat label="Open requests" value={formatCount(counts.open)} />
          <Stat
            label="Past their day"
            value={formatCount(counts.late)}
            meaning="Open longer than the law gives: 7 days for a copy, 14 for an erasure."
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
    <Card title="Requests">
      <DataTable
        caption="Requests of persons"
        rows={rows}
        keyOf={(row) => row.id}
        hrefOf={(row) => pageOf(row.orgId)}
        empty="No person has asked for anything yet."
        columns={[
          {
            header: "Organisation",
            cell: (row) => row.organisation,
            below: (row) => requestKinds[row.kind].label,
          },
          {
            header: "State",
            cell: (row) => (
              <Badge tone={row.isLate ? "bad" : row.state === "open" ? "warn" : "neutral"}>
                {row.isLate ? "Late" : requestStates[row.state]}
              </Badge>
            ),
          },
          { header: "Asked", cell: (row) => <Time value={row.requestedAt} to="day" /> },
          { header: "Due", cell: (row) => <Time value={row.dueAt} to="day" /> },
          { header: "Closed", cell: (row) => (row.closedAt ? <Time value={row.closedAt} to="day" /> : "–") },
        ]}
      />
    </Card>
  );
}

function Runs({ rows }: { rows: Data["runs"] }) {
  return (
    <Card title="Retention">
      <DataTable
        caption="Nightly deletions"
        rows={rows}
        keyOf={(row) => row.id}
        empty="The first run comes tonight."
        columns={[
          { header: "Night", cell: (row) => <Time value={row.startedAt} />, below: (row) => row.error },
          {
            header: "State",
            cell: (row) => (
              <Badge tone={row.finishedAt ? "good" : "bad"}>{row.finishedAt ? "Done" : "Not finished"}</Badge>
            ),
          },
          { header: "Organisations", number: true, cell: (row) => formatCount(row.organisations) },
          { header: "Conversations", number: true, cell: (row) => formatCount(row.conversations) },
          { header: "Messages", number: true, cell: (row) => formatCount(row.messages) },
          { header: "Campaigns emptied", number: true, cell: (row) => formatCount(row.campaigns) },
          { header: "Webhooks", number: true, cell: (row) => formatCount(row.webhooks) },
          { header: "Batches", number: true, cell: (row) => formatCount(row.batches) },
        ]}
      />
    </Card>
  );
}

function Visits({ rows }: { rows: Data["visits"] }) {
  return (
    <Card title="Support views">
      <DataTable
        caption="Workspaces that support opened"
        rows={rows}
        keyOf={(row) => row.id}
        hrefOf={(row) => pageOf(row.orgId)}
        empty="Nobody has opened a workspace yet."
        columns={[
          {
            header: "Organisation",
            cell: (row) => row.organisation,
            below: (row) => [row.reason, row.ticket].filter(Boolean).join(" · "),
          },
          { header: "By", cell: (row) => row.by },
          { header: "Acted", cell: (row) => row.actReason ?? "Looked only" },
          { header: "From", cell: (row) => <Time value={row.startedAt} /> },
          { header: "To", cell: (row) => (row.endedAt ? <Time value={row.endedAt} /> : "Open now") },
        ]}
      />
    </Card>
  );
}
