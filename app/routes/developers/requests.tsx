import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { logDays } from "#app/domain/record/fieldRules.ts";
import { Badge } from "#app/ui/badge.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/requests";
import { DeveloperTabs } from "./developerTabs.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.developers_request_log() }];

const query = z.object({
  outcome: z.enum(["success", "failure"]).optional().catch(undefined),
  method: z.enum(["GET", "POST", "PATCH", "DELETE"]).optional().catch(undefined),
  cursor: z.string().max(100).optional(),
});

export async function loader({ context, request }: Route.LoaderArgs) {
  const filters = query.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { cursor: before, ...rest } = filters;
  const found = await pageApi(context)("GET /developer/calls", { ...rest, before });
  return { filters, ...found };
}

type Call = CallOutput<"GET /developer/calls">["calls"][number];

const columns: Column<Call>[] = [
  {
    header: m.developers_request,
    cell: ({ method, path }) => `${method} ${path}`,
    className: "break-all",
  },
  {
    header: m.common_status,
    cell: ({ status, errorCode }) => (
      <>
        <StatusBadge status={status} />
        {errorCode && <span className="hint block">{errorCode}</span>}
      </>
    ),
  },
  {
    header: m.developers_key,
    cell: ({ keyName, mode }) => (
      <>
        {keyName ?? "–"}
        {mode === "test" && <span className="hint block">{m.developers_test()}</span>}
      </>
    ),
  },
  {
    header: m.developers_duration,
    cell: ({ durationMs }) => m.common_milliseconds({ n: durationMs }),
    number: true,
  },
  {
    header: m.common_when,
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
];

const methods = ["GET", "POST", "PATCH", "DELETE"];

export default function RequestLog({ loaderData: { filters, calls, earlier } }: Route.ComponentProps) {
  const { outcome, method, cursor } = filters;
  return (
    <>
      <PageHeader
        title={m.developers_request_log()}
        description={m.developers_requests_lead({ days: logDays })}
      />
      <DeveloperTabs />
      <div className="grid gap-6">
        <FilterBar
          choices={[
            {
              name: "outcome",
              label: m.common_outcome(),
              value: outcome ?? "",
              options: [
                { value: "", label: m.developers_requests_all_outcomes() },
                { value: "success", label: m.developers_requests_succeeded_label() },
                { value: "failure", label: m.developers_requests_failed() },
              ],
            },
            {
              name: "method",
              label: m.developers_method(),
              value: method ?? "",
              options: [
                { value: "", label: m.developers_requests_all_methods() },
                ...methods.map((name) => ({ value: name, label: name })),
              ],
            },
          ]}
          clear={Boolean(outcome || method) && href("/developers/requests")}
        />
        <DataTable
          caption={m.developers_requests_caption()}
          columns={columns}
          rows={calls}
          keyOf={({ requestId }) => requestId}
          hrefOf={({ requestId }) => href("/developers/requests/:requestId", { requestId })}
          empty={<NoRequests />}
          paged
        />
        <Pagination cursor={cursor} nextCursor={earlier} />
      </div>
    </>
  );
}

const NoRequests = () => (
  <EmptyState title={m.developers_requests_no_requests_found()}>
    <a className="link" href={href("/developers/docs/guides/:guideId", { guideId: "first-message" })}>
      {m.developers_requests_first_message_link()}
    </a>
  </EmptyState>
);

export const StatusBadge = ({ status }: { status: number }) => (
  <Badge tone={status < 400 ? "good" : status < 500 ? "warn" : "bad"}>{status}</Badge>
);
