import { href } from "react-router";
import { queueQuery } from "#app/domain/console/schemas.ts";
import { jobStates } from "#app/domain/console/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/queue";

export const meta: Route.MetaFunction = () => [{ title: "Queue – Administration" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = queueQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { filter, ...(await orErrorPage(context.get(apiContext)("GET /admin/queue", filter))) };
}

export default function Queue({ loaderData: { filter, queues, jobs, page, hasMore } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Queue" description="What the workers do after an answer." />
      <div className="grid gap-4">
        <Card title="By kind">
          <DataTable
            caption="Jobs by kind"
            rows={queues}
            keyOf={(row) => row.name}
            hrefOf={(row) => `${href("/admin/system/queue")}?queue=${row.name}`}
            empty="No job waits, runs or failed."
            columns={[
              { header: "Job", cell: (row) => row.name },
              { header: "Waiting", number: true, cell: (row) => formatCount(row.waiting) },
              { header: "Running", number: true, cell: (row) => formatCount(row.active) },
              { header: "Failed", number: true, cell: (row) => formatCount(row.failed) },
              { header: "Oldest due", number: true, cell: (row) => `${row.oldestSeconds} s` },
            ]}
          />
        </Card>
        <FilterBar
          choices={[
            {
              name: "state",
              label: "State",
              value: filter.state,
              options: Object.entries(jobStates).map(([value, label]) => ({ value, label })),
            },
          ]}
          clear={filter.queue !== "" && href("/admin/system/queue")}
        />
        <DataTable
          caption="Jobs"
          paged
          rows={jobs}
          keyOf={(row) => row.id}
          hrefOf={(row) => href("/admin/system/queue/:jobId", { jobId: row.id })}
          empty="No job is in this state."
          columns={[
            { header: "Job", cell: (row) => row.queue, below: (row) => row.error ?? row.data },
            { header: "Tries", number: true, cell: (row) => row.retries + 1 },
            { header: "Made", cell: (row) => <Time value={row.createdOn} /> },
            { header: "Due", cell: (row) => <Time value={row.startAfter} /> },
          ]}
        />
        <Pagination page={page} pages={page + (hasMore ? 1 : 0)} />
      </div>
    </>
  );
}
