import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/requests";
import { DeveloperTabs } from "./developerTabs.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Request log" }];

const query = z.object({
  outcome: z.enum(["success", "failure"]).optional().catch(undefined),
  method: z.enum(["GET", "POST", "PATCH", "DELETE"]).optional().catch(undefined),
  cursor: z.string().max(100).optional(),
});

export async function loader({ context, request }: Route.LoaderArgs) {
  const filters = query.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { cursor: before, ...asked } = filters;
  const found = await orErrorPage(context.get(apiContext)("GET /developer/calls", { ...asked, before }));
  return { filters, ...found };
}

type Call = CallOutput<"GET /developer/calls">["calls"][number];

const columns: Column<Call>[] = [
  { header: "Request", cell: ({ method, path }) => `${method} ${path}`, className: "break-all" },
  {
    header: "Status",
    cell: ({ status, errorCode }) => (
      <>
        <StatusBadge status={status} />
        {errorCode && <span className="hint block">{errorCode}</span>}
      </>
    ),
  },
  {
    header: "Key",
    cell: ({ keyName, mode }) => (
      <>
        {keyName ?? "–"}
        {mode === "test" && <span className="hint block">Test</span>}
      </>
    ),
  },
  { header: "Duration", cell: ({ durationMs }) => `${durationMs} ms`, number: true },
  { header: "When", cell: ({ createdAt }) => <Time value={createdAt} /> },
];

const methods = ["GET", "POST", "PATCH", "DELETE"];

export default function RequestLog({ loaderData: { filters, calls, earlier } }: Route.ComponentProps) {
  const { outcome, method, cursor } = filters;
  return (
    <>
      <PageHeader title="Request log" description="Every call of your systems in the last 30 days." />
      <DeveloperTabs />
      <div className="grid gap-6">
        <FilterBar
          choices={[
            {
              name: "outcome",
              label: "Outcome",
              value: outcome ?? "",
              options: [
                { value: "", label: "All outcomes" },
                { value: "success", label: "Succeeded" },
                { value: "failure", label: "Failed" },
              ],
            },
            {
              name: "method",
              label: "Method",
              value: method ?? "",
              options: [
                { value: "", label: "All methods" },
                ...methods.map((name) => ({ value: name, label: name })),
              ],
            },
          ]}
          clear={Boolean(outcome || method) && href("/developers/requests")}
        />
        <DataTable
          caption="Requests"
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
  <EmptyState title="No requests found">
    <a className="link" href={href("/developers/docs/guides/:guideId", { guideId: "first-message" })}>
      Send your first message by the API
    </a>
  </EmptyState>
);

export const StatusBadge = ({ status }: { status: number }) => (
  <Badge tone={status < 400 ? "good" : status < 500 ? "warn" : "bad"}>{status}</Badge>
);

export { ScreenError as ErrorBoundary };
