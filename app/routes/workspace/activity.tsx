import { Form as SearchForm } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { activityStatusFilters, activityTypeFilters } from "#app/domain/activityLogs/words.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { formatCount } from "#app/shared/counts.ts";
import { Badge, type Tone } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { listId, Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Route } from "./+types/activity";
import { type ActivityFilters, callQuery, readFilters } from "./activityFilters.ts";

export const meta: Route.MetaFunction = () => [{ title: "Activity Log" }];

/** Answers of the server that have no words of their own for the member. */
const wordless = new Set(["api.error", "api.unreachable", "server.unexpected"]);

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const filters = readFilters(query);
  const cursor = query.get("cursor") || undefined;
  try {
    const found = await context.get(apiContext)("GET /activity-logs", { ...callQuery(filters), cursor });
    return { filters, cursor, found, problem: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problem = wordless.has(error.code)
      ? "Failed to load activity data. Please try again."
      : error.message;
    return { filters, cursor, found: null, problem };
  }
}

export default function Activity({ loaderData: { filters, cursor, found, problem } }: Route.ComponentProps) {
  const query = new URLSearchParams({ ...filters });
  return (
    <>
      <PageHeader
        title="Activity Log"
        description="Who did what in your organisation, and what the platform did for it."
        actions={
          <ButtonLink to={`/activity/export?${query}`} variant="secondary" reloadDocument>
            Export CSV
          </ButtonLink>
        }
      />
      {problem !== null || found === null ? (
        <EmptyState title={problem} action={<RetryLink query={query} />} />
      ) : (
        <div className="grid gap-6">
          <StatGrid>
            <Stat label="Total Activities" value={formatCount(found.stats.total)} />
            <Stat label="Successful" value={formatCount(found.stats.success)} />
            <Stat label="Warnings" value={formatCount(found.stats.warning)} />
            <Stat label="Errors" value={formatCount(found.stats.error)} />
          </StatGrid>
          <Filters filters={filters} />
          {found.logs.length === 0 ? (
            <EmptyState title="No activities found matching your filters" />
          ) : (
            <Entries logs={found.logs} />
          )}
          <nav className="pages" aria-label="Pages">
            {cursor ? (
              <ButtonLink to={`/activity?${query}#${listId}`} variant="secondary">
                Newest
              </ButtonLink>
            ) : (
              <span />
            )}
            {found.nextCursor && (
              <ButtonLink
                to={`/activity?${new URLSearchParams({ ...filters, cursor: found.nextCursor })}#${listId}`}
                variant="secondary"
                rel="next"
              >
                Older
              </ButtonLink>
            )}
          </nav>
        </div>
      )}
    </>
  );
}

/** A plain link, so that it reloads the whole page. */
function RetryLink({ query }: { query: URLSearchParams }) {
  return (
    <a className="button button-primary" href={`/activity?${query}`}>
      Retry
    </a>
  );
}

const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const rangeOptions = [
  { value: "24hours", label: "Last 24 hours" },
  { value: "7days", label: "Last 7 days" },
  { value: "30days", label: "Last 30 days" },
  { value: "90days", label: "Last 90 days" },
];

function Filters({ filters }: { filters: ActivityFilters }) {
  const options = (words: readonly string[], all: string) =>
    words.map((word) => ({ value: word, label: word === "all" ? all : titled(word) }));
  return (
    <SearchForm
      id="filters"
      action="/activity#filters"
      className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_1fr_auto]"
      key={JSON.stringify(filters)}
    >
      <SelectField
        label="Type"
        name="type"
        defaultValue={filters.type}
        options={options(activityTypeFilters, "All types")}
      />
      <SelectField
        label="Status"
        name="status"
        defaultValue={filters.status}
        options={options(activityStatusFilters, "All statuses")}
      />
      <SelectField label="Date range" name="range" defaultValue={filters.range} options={rangeOptions} />
      <Button variant="secondary">Apply</Button>
    </SearchForm>
  );
}

const tones: Record<"success" | "warning" | "error", Tone> = {
  success: "good",
  warning: "warn",
  error: "bad",
};

type Log = NonNullable<Route.ComponentProps["loaderData"]["found"]>["logs"][number];

function Entries({ logs }: { logs: Log[] }) {
  return (
    <Table caption="Activities" stacked paged>
      <thead>
        <tr>
          <th scope="col">Activity</th>
          <th scope="col">Who</th>
          <th scope="col">Type</th>
          <th scope="col">Status</th>
          <th scope="col">When</th>
          <th scope="col">IP address</th>
        </tr>
      </thead>
      <tbody>
        {logs.map((log) => (
          <tr key={log.id}>
            <th scope="row">
              {log.action}
              {log.details && <span className="hint block font-normal">{log.details}</span>}
            </th>
            <td data-label="Who" className="min-w-32 wrap-anywhere">
              {log.actor}
            </td>
            <td data-label="Type">{titled(log.type)}</td>
            <td data-label="Status">
              <Badge tone={tones[log.status]}>{titled(log.status)}</Badge>
            </td>
            <td data-label="When" className="sm:min-w-30 xl:whitespace-nowrap">
              <Time value={log.timestamp} />
            </td>
            <td data-label="IP address" title={log.userAgent ?? undefined}>
              {log.ipAddress ?? "–"}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export { ScreenError as ErrorBoundary };
