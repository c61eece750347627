import { href } from "react-router";
import { queueQuery } from "#app/domain/console/schemas.ts";
import { jobStates } from "#app/domain/console/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/queue";

export const meta: Route.MetaFunction = () => [{ title: m.admin_queue_page_title() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = queueQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { filter, ...(await pageApi(context)("GET /admin/queue", filter)) };
}

export default function Queue({
  loaderData: { filter, queues, errors, jobs, page, hasMore },
}: Route.ComponentProps) {
  const mayMoveAll = filter.queue !== "" && filter.state !== "active" && jobs.length > 0;
  const filters = new URLSearchParams({ state: filter.state, queue: filter.queue, error: filter.error });
  return (
    <>
      <PageHeader title={m.admin_queue()} description={m.admin_queue_lead()} />
      <div className="grid gap-4">
        <Card title={m.admin_queue_by_kind_title()}>
          <DataTable
            caption={m.admin_queue_jobs_by_kind_caption()}
            rows={queues}
            keyOf={(row) => row.name}
            hrefOf={(row) => `${href("/admin/system/queue")}?queue=${row.name}`}
            empty={m.admin_queue_empty()}
            columns={[
              { header: m.admin_queue_job(), cell: (row) => row.name },
              { header: m.admin_queue_jobs_waiting(), number: true, cell: (row) => formatCount(row.waiting) },
              { header: m.common_running(), number: true, cell: (row) => formatCount(row.active) },
              { header: m.admin_queue_jobs_failed(), number: true, cell: (row) => formatCount(row.failed) },
              {
                header: m.admin_queue_oldest_due(),
                number: true,
                cell: (row) => m.common_seconds({ n: row.oldestSeconds }),
              },
            ]}
          />
        </Card>
        {errors.length > 0 && <Errors rows={errors} />}
        <FilterBar
          choices={[
            {
              name: "state",
              label: m.common_status(),
              value: filter.state,
              options: Object.entries(jobStates).map(([value, label]) => ({ value, label })),
            },
          ]}
          clear={(filter.queue !== "" || filter.error !== "") && href("/admin/system/queue")}
        />
        {(filter.queue !== "" || filter.error !== "") && (
          <p className="hint">{[filter.queue, filter.error].filter(Boolean).join(": ")}</p>
        )}
        {mayMoveAll && (
          <p>
            <ButtonLink variant="secondary" to={`${href("/admin/system/queue/all")}?${filters}`}>
              {filter.state === "failed" ? m.admin_queue_retry_all_link() : m.admin_queue_cancel_all_link()}
            </ButtonLink>
          </p>
        )}
        <DataTable
          caption={m.admin_queue_jobs()}
          paged
          rows={jobs}
          keyOf={(row) => row.id}
          hrefOf={(row) => href("/admin/system/queue/:jobId", { jobId: row.id })}
          empty={m.admin_queue_state_empty()}
          columns={[
            { header: m.admin_queue_job(), cell: (row) => row.queue, below: (row) => row.error ?? row.data },
            { header: m.admin_attempts(), number: true, cell: (row) => row.retries + 1 },
            { header: m.admin_queue_created(), cell: (row) => <Time value={row.createdOn} /> },
            { header: m.common_due(), cell: (row) => <Time value={row.startAfter} /> },
          ]}
        />
        <Pagination page={page} pages={page + (hasMore ? 1 : 0)} />
      </div>
    </>
  );
}

/** Failed jobs with the same error, grouped. */
function Errors({ rows }: { rows: Route.ComponentProps["loaderData"]["errors"] }) {
  return (
    <Card title={m.admin_queue_failed_by_error_title()}>
      <DataTable
        caption={m.admin_queue_failed_jobs_by_error_caption()}
        rows={rows}
        keyOf={(row) => `${row.name} ${row.error}`}
        hrefOf={(row) =>
          `${href("/admin/system/queue")}?${new URLSearchParams({ queue: row.name, error: row.error })}`
        }
        columns={[
          {
            header: m.admin_queue_job(),
            cell: (row) => row.name,
            below: (row) => row.error || m.admin_queue_no_message(),
          },
          { header: m.admin_queue_jobs_failed(), number: true, cell: (row) => formatCount(row.failed) },
          { header: m.admin_queue_newest(), cell: (row) => (row.newest ? <Time value={row.newest} /> : "–") },
        ]}
      />
    </Card>
  );
}
