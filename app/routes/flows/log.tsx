import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import { sessionFilter } from "#app/domain/flows/schemas.ts";
import { type EndReason, endReasons, sessionStatuses, startedByWords } from "#app/domain/flows/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/log";
import { FlowTabs } from "./flowTabs.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.flows_log_page_title() }];

export async function loader({ request, context, params: { flowId } }: Route.LoaderArgs) {
  const filter = sessionFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  const log = await pageApi(context)("GET /flows/:flowId/sessions", { ...filter, flowId });
  return { ...log, filter, mayExport: may(context.get(userContext), "flows.export") };
}

const nothing = () => <EmptyState title={m.common_nothing_here_yet()}>{m.flows_log_empty()}</EmptyState>;

export default function FlowLog({ loaderData }: Route.ComponentProps) {
  const { flow, sessions, counts, filter, page, pages, total, mayExport } = loaderData;
  const here = href("/flows/:flowId/log", { flowId: flow.id });
  const file = `${href("/flows/:flowId/sessions.csv", { flowId: flow.id })}?status=${filter.status}`;
  return (
    <>
      <PageHeader
        title={flow.name}
        description={m.flows_log_lead()}
        actions={
          mayExport &&
          total > 0 && (
            <ButtonLink variant="secondary" to={file} reloadDocument>
              {m.flows_log_export_as_csv_link()}
            </ButtonLink>
          )
        }
      />
      <FlowTabs flowId={flow.id} />
      <FilterBar
        choices={[
          {
            name: "status",
            label: m.common_outcome(),
            value: filter.status,
            options: [
              { value: "all", label: m.common_all() },
              ...Object.entries(sessionStatuses).map(([value, { label }]) => ({
                value,
                label: `${label} (${formatCount(counts[value] ?? 0)})`,
              })),
            ],
          },
        ]}
        clear={filter.status !== "all" && here}
      />
      <DataTable
        caption={m.flows_log_sessions_caption()}
        paged
        rows={sessions}
        keyOf={({ id }) => id}
        hrefOf={({ conversationId }) => href("/chat/:conversationId", { conversationId })}
        empty={nothing()}
        columns={[
          {
            header: m.common_customer(),
            cell: ({ customer }) => customer,
            below: ({ startedAt, version }) => (
              <ParaglideMessage
                message={m.flows_log_time_version_text}
                inputs={{ version }}
                markup={{ time: () => <Time value={startedAt} /> }}
              />
            ),
          },
          { header: m.flows_log_started_by(), cell: ({ startedBy }) => startedByWords[startedBy] },
          {
            header: m.common_outcome(),
            cell: ({ status, reason }) => (
              <>
                <Badge tone={sessionStatuses[status].tone}>{sessionStatuses[status].label}</Badge>
                {reason && <span className="hint block">{endReasons[reason as EndReason]}</span>}
              </>
            ),
          },
          {
            header: m.common_answers(),
            cell: ({ answers }) => <Answers answers={answers} />,
          },
        ]}
      />
      <Pagination page={page} pages={pages} path={here} />
    </>
  );
}

function Answers({ answers }: { answers: Record<string, string> }) {
  if (Object.keys(answers).length === 0) return null;
  return (
    <ul>
      {Object.entries(answers).map(([name, answer]) => (
        <li key={name} className="wrap-anywhere">
          <span className="hint">
            {name}
            {m.common_colon()}
          </span>{" "}
          {answer}
        </li>
      ))}
    </ul>
  );
}
