import { href, Outlet, useLocation } from "react-router";
import { organisationQuery } from "#app/domain/console/schemas.ts";
import { organisationGroups, organisationStatuses, plans, toneOf } from "#app/domain/console/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { useIsCovered } from "#app/web/useIsCovered.ts";
import type { Route } from "./+types/users";

export const meta: Route.MetaFunction = () => [{ title: "Users – Administration" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = organisationQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { filter, list: await context.get(apiContext)("GET /admin/organisations", filter) };
}

export default function Users({ loaderData: { filter, list } }: Route.ComponentProps) {
  const { search } = useLocation();
  const filtered =
    filter.search !== "" || [filter.status, filter.plan, filter.group].some((value) => value !== "all");
  return (
    <>
      <div inert={useIsCovered()}>
        <PageHeader title="Users" description="Every organisation of the platform." />
        <div className="grid gap-4">
          <StatGrid>
            <Stat label="All" value={formatCount(list.counts.total)} />
            <Stat label="Active" value={formatCount(list.counts.active)} />
            <Stat label="Pending" value={formatCount(list.counts.pending)} />
            <Stat label="Suspended" value={formatCount(list.counts.suspended)} />
          </StatGrid>
          <FilterBar
            search={{ name: "search", value: filter.search, placeholder: "Business or email" }}
            choices={[
              {
                name: "status",
                label: "Status",
                value: filter.status,
                options: Object.entries(organisationStatuses).map(([value, label]) => ({ value, label })),
              },
              {
                name: "group",
                label: "Show",
                value: filter.group,
                options: Object.entries(organisationGroups).map(([value, label]) => ({ value, label })),
              },
              {
                name: "plan",
                label: "Plan",
                value: filter.plan,
                options: [
                  { value: "all", label: "All plans" },
                  ...plans.map((plan) => ({ value: plan, label: plan })),
                ],
              },
            ]}
            clear={filtered && href("/admin/users")}
          />
          <DataTable
            caption="Organisations"
            paged
            sort={filter.sort}
            rows={list.organisations}
            keyOf={(row) => row.id}
            hrefOf={(row) => `${href("/admin/users/:orgId", { orgId: row.id })}${search}`}
            empty="No organisation matches."
            columns={[
              {
                header: "Business",
                cell: (row) => row.businessName,
                below: (row) => row.email,
                sortBy: "name",
              },
              {
                header: "Plan",
                cell: (row) => (
                  <>
                    {row.plan}
                    {row.isOverridden && <div className="hint">For a time</div>}
                  </>
                ),
              },
              { header: "Status", cell: (row) => <Badge tone={toneOf(row.status)}>{row.status}</Badge> },
              {
                header: "Usage",
                number: true,
                sortBy: "usage",
                cell: (row) => (
                  <>
                    <progress
                      max={Math.max(1, row.messageLimit)}
                      value={Math.min(row.messagesUsed, row.messageLimit)}
                      aria-label={`Messages used by ${row.businessName}`}
                    />{" "}
                    {formatCount(row.messagesUsed)} of {formatCount(row.messageLimit)}
                  </>
                ),
              },
              {
                header: "Revenue",
                number: true,
                sortBy: "revenue",
                cell: (row) => <Money cents={row.revenueCents} />,
              },
              {
                header: "Last active",
                cell: (row) => (row.lastActive ? <Time value={row.lastActive} /> : "Never"),
              },
            ]}
          />
          <Pagination page={list.page} pages={list.pages} path={href("/admin/users")} />
        </div>
      </div>
      <Outlet />
    </>
  );
}
