import { href } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { activityStatusFilters, activityTypeFilters, activityWord } from "#app/domain/record/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Badge, type Tone } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/activity";
import { type ActivityFilters, callQuery, readFilters } from "./activityFilters.ts";
import { ActivityList } from "./activityList.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.organisation_activity_log() }];

/** Server responses without a text for the member. */
const wordless = new Set(["api.error", "api.unreachable", "server.unexpected"]);

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const filters = readFilters(query);
  const cursor = query.get("cursor") || undefined;
  const mayExport = may(context.get(userContext), "activity.export");
  try {
    const found = await context.get(apiContext)("GET /activity-logs", {
      ...callQuery(filters),
      grouped: "true",
      cursor,
    });
    return { filters, cursor, found, mayExport, problem: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problem = wordless.has(error.code) ? m.organisation_activity_load_failed() : error.message;
    return { filters, cursor, found: null, mayExport, problem };
  }
}

export default function Activity({ loaderData }: Route.ComponentProps) {
  const { filters, cursor, found, mayExport, problem } = loaderData;
  const query = new URLSearchParams({ ...filters });
  return (
    <>
      <PageHeader
        title={m.organisation_activity_log()}
        description={m.organisation_activity_lead()}
        actions={
          <>
            <ButtonLink to={href("/activity/ledgers")} variant="secondary">
              {m.organisation_ledgers()}
            </ButtonLink>
            {mayExport && (
              <ButtonLink to={`${href("/activity/export")}?${query}`} variant="secondary" reloadDocument>
                {m.common_export_csv()}
              </ButtonLink>
            )}
          </>
        }
      />
      {problem !== null || found === null ? (
        <EmptyState art="activity" title={problem} action={<RetryLink query={query} />} />
      ) : (
        <div className="grid gap-6">
          <StatGrid>
            <Stat label={m.organisation_activity_total_activities()} value={formatCount(found.stats.total)} />
            <Stat label={m.organisation_activity_successful()} value={formatCount(found.stats.success)} />
            <Stat label={m.organisation_activity_warnings()} value={formatCount(found.stats.warning)} />
            <Stat label={m.organisation_activity_errors()} value={formatCount(found.stats.error)} />
          </StatGrid>
          <Filters filters={filters} />
          {found.logs.length === 0 ? (
            <EmptyState art="activity" title={m.organisation_activity_no_match_title()} />
          ) : (
            <Entries logs={found.logs} related={found.related} />
          )}
          <Pagination cursor={cursor} nextCursor={found.nextCursor} />
        </div>
      )}
    </>
  );
}

/** A plain link, so that it reloads the whole page. */
function RetryLink({ query }: { query: URLSearchParams }) {
  return (
    <a className="button button-primary" href={`${href("/activity")}?${query}`}>
      {m.common_retry()}
    </a>
  );
}

const rangeOptions = lazy([
  { value: "24hours", label: () => m.organisation_activity_last_hours({ hours: 24 }) },
  { value: "7days", label: () => m.common_last_days({ days: 7 }) },
  { value: "30days", label: () => m.common_last_days({ days: 30 }) },
  { value: "90days", label: () => m.common_last_days({ days: 90 }) },
]);

function Filters({ filters }: { filters: ActivityFilters }) {
  return (
    <FilterBar
      choices={[
        {
          name: "type",
          label: m.common_type(),
          value: filters.type,
          options: activityTypeFilters.map((value) => ({
            value,
            label: value === "all" ? m.common_all_types() : activityWord(value),
          })),
        },
        {
          name: "status",
          label: m.common_status(),
          value: filters.status,
          options: activityStatusFilters.map((value) => ({
            value,
            label: value === "all" ? m.common_all_statuses() : activityWord(value),
          })),
        },
        {
          name: "range",
          label: m.organisation_activity_date_range(),
          value: filters.range,
          options: rangeOptions,
        },
      ]}
    />
  );
}

const tones: Record<"success" | "warning" | "error", Tone> = {
  success: "good",
  warning: "warn",
  error: "bad",
};

type Found = NonNullable<Route.ComponentProps["loaderData"]["found"]>;

/** The entries of one action are one row; earlier ones fold out. */
function Entries({ logs, related }: Pick<Found, "logs" | "related">) {
  return (
    <DataTable
      caption={m.organisation_activity_activities_caption()}
      paged
      rows={logs}
      keyOf={({ id }) => id}
      after={({ id }) => related[id] && <Consequences logs={related[id]} />}
      columns={[
        {
          header: m.common_activity(),
          cell: ({ action }) => action,
          below: ({ details }) => details,
        },
        {
          header: m.organisation_user_column(),
          className: "min-w-32 wrap-anywhere",
          cell: ({ actor }) => actor,
        },
        { header: m.common_type(), cell: ({ type }) => activityWord(type) },
        {
          header: m.common_status(),
          cell: ({ status }) => <Badge tone={tones[status]}>{activityWord(status)}</Badge>,
        },
        {
          header: m.common_when(),
          className: "sm:min-w-30 xl:whitespace-nowrap",
          cell: ({ timestamp }) => <Time value={timestamp} />,
        },
        {
          header: m.common_ip_address(),
          cell: ({ ipAddress, userAgent }) => <span title={userAgent ?? undefined}>{ipAddress ?? "–"}</span>,
        },
      ]}
    />
  );
}

function Consequences({ logs }: { logs: Found["logs"] }) {
  return (
    <details>
      <summary className="link w-fit cursor-pointer text-sm">
        {logs.length === 1
          ? m.organisation_activity_related_entry()
          : m.organisation_activity_related_entries({ count: formatCount(logs.length) })}
      </summary>
      <div className="mt-2">
        <ActivityList entries={logs} />
      </div>
    </details>
  );
}
