import { href, Outlet, useLocation } from "react-router";
import { organisationQuery } from "#app/domain/console/schemas.ts";
import { organisationGroups, organisationStatuses, plans } from "#app/domain/console/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { useIsCovered } from "#app/web/useIsDeclared.ts";
import { m } from "#messages";
import type { Route } from "./+types/users";
import { StateBadge } from "./stateBadge.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.admin_users_page_title() }];

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
        <PageHeader title={m.admin_users()} description={m.admin_users_lead()} />
        <div className="grid gap-4">
          <StatGrid>
            <Stat label={m.admin_users_organisations_all()} value={formatCount(list.counts.total)} />
            <Stat label={m.admin_users_active()} value={formatCount(list.counts.active)} />
            <Stat label={m.admin_users_organisations_pending()} value={formatCount(list.counts.pending)} />
            <Stat label={m.admin_organisations_suspended()} value={formatCount(list.counts.suspended)} />
          </StatGrid>
          <FilterBar
            search={{ name: "search", value: filter.search, placeholder: m.admin_users_business_or_email() }}
            choices={[
              {
                name: "status",
                label: m.common_status(),
                value: filter.status,
                options: Object.entries(organisationStatuses).map(([value, label]) => ({ value, label })),
              },
              {
                name: "group",
                label: m.common_show(),
                value: filter.group,
                options: Object.entries(organisationGroups).map(([value, label]) => ({ value, label })),
              },
              {
                name: "plan",
                label: m.common_plan(),
                value: filter.plan,
                options: [
                  { value: "all", label: m.admin_all_plans() },
                  ...plans.map((plan) => ({ value: plan, label: plan })),
                ],
              },
            ]}
            clear={filtered && href("/admin/users")}
          />
          <Organisations rows={list.organisations} sort={filter.sort} search={search} />
          <Pagination page={list.page} pages={list.pages} path={href("/admin/users")} />
        </div>
      </div>
      <Outlet />
    </>
  );
}

function Organisations({
  rows,
  sort,
  search,
}: {
  rows: Route.ComponentProps["loaderData"]["list"]["organisations"];
  sort: string;
  /** The filters, which stay when one is opened. */
  search: string;
}) {
  return (
    <DataTable
      caption={m.common_organisations()}
      paged
      sort={sort}
      rows={rows}
      keyOf={(row) => row.id}
      hrefOf={(row) => `${href("/admin/users/:orgId", { orgId: row.id })}${search}`}
      empty={m.admin_users_no_organisations_match_empty()}
      columns={[
        {
          header: m.common_business(),
          cell: (row) => row.businessName,
          below: (row) => row.email,
          sortBy: "name",
        },
        {
          header: m.common_plan(),
          cell: (row) => (
            <>
              {row.plan}
              {row.isOverridden && <div className="hint">{m.admin_users_temporary_text()}</div>}
            </>
          ),
        },
        {
          header: m.common_status(),
          cell: (row) => <StateBadge state={row.status} />,
        },
        {
          header: m.admin_users_usage(),
          number: true,
          sortBy: "usage",
          cell: (row) => (
            <>
              <progress
                max={Math.max(1, row.messageLimit)}
                value={Math.min(row.messagesUsed, row.messageLimit)}
                aria-label={m.admin_users_messages_used_by({ businessName: row.businessName })}
              />{" "}
              {m.admin_users_usage_cell({
                messagesUsed: formatCount(row.messagesUsed),
                messageLimit: formatCount(row.messageLimit),
              })}
            </>
          ),
        },
        {
          header: m.common_revenue(),
          number: true,
          sortBy: "revenue",
          cell: (row) => <Money cents={row.revenueCents} />,
        },
        {
          header: m.admin_last_active(),
          cell: (row) => (row.lastActive ? <Time value={row.lastActive} /> : m.common_never()),
        },
      ]}
    />
  );
}
