import { href, Outlet, useLocation, useMatch } from "react-router";
import { partnerQuery } from "#app/domain/partners/schemas.ts";
import { categoryWords, partnerStatuses, partnerStatusWords } from "#app/domain/partners/words.ts";
import { monthWords } from "#app/platform/calendar.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/list";
import { PartnerBadge } from "./badges.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Partners – Revenue Share" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = partnerQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { filter, list: await orErrorPage(context.get(apiContext)("GET /admin/partners", filter)) };
}

export default function Partners({ loaderData: { filter, list } }: Route.ComponentProps) {
  const isOpen = useMatch("/revenue-share/partners/:partnerId") !== null;
  const filtered = filter.search !== "" || filter.status !== "all";
  return (
    <>
      <div inert={isOpen}>
        <PageHeader
          title="Partners"
          description="Who brings organisations and gets a share of what they pay."
          actions={<ButtonLink to={href("/revenue-share/partners/new")}>Add a partner</ButtonLink>}
        />
        <div className="grid gap-4">
          <StatGrid>
            <Stat label="Active" value={formatCount(list.counts.active)} />
            <Stat label="Pending" value={formatCount(list.counts.pending)} />
            <Stat label="Suspended" value={formatCount(list.counts.suspended)} />
            <Stat
              label="Next settlement"
              value={<Time value={`${list.nextSettlement}T09:00:00+03:00`} to="day" />}
            />
          </StatGrid>
          <FilterBar
            search={{ name: "search", value: filter.search, placeholder: "Partner or email" }}
            choices={[
              {
                name: "status",
                label: "Status",
                value: filter.status,
                options: [
                  { value: "all", label: "All statuses" },
                  ...partnerStatuses.map((value) => ({ value, label: partnerStatusWords[value] })),
                ],
              },
            ]}
            clear={filtered && href("/revenue-share/partners")}
          />
          <PartnerTable partners={list.partners} />
          <Pagination page={list.page} pages={list.pages} />
        </div>
      </div>
      <Outlet />
    </>
  );
}

function PartnerTable({ partners }: Pick<Route.ComponentProps["loaderData"]["list"], "partners">) {
  const { search } = useLocation();
  return (
    <DataTable
      caption="Partners"
      paged
      rows={partners}
      keyOf={(row) => row.id}
      hrefOf={(row) => `${href("/revenue-share/partners/:partnerId", { partnerId: row.id })}${search}`}
      empty="No partner matches."
      columns={[
        {
          header: "Partner",
          cell: (row) => row.name,
          below: (row) => categoryWords[row.category] ?? row.category,
        },
        { header: "Status", cell: (row) => <PartnerBadge status={row.status} /> },
        { header: "Share", number: true, cell: (row) => (row.revenueShare ? `${row.revenueShare}%` : "–") },
        { header: "Organisations", number: true, cell: (row) => formatCount(row.organisations) },
        {
          header: "Revenue",
          number: true,
          cell: (row) => (
            <>
              <Money cents={row.totalRevenueCents} />
              <span className="hint block">{countOf(row.totalTransactions, "transaction")}</span>
            </>
          ),
        },
        { header: "Partner share", number: true, cell: (row) => <Money cents={row.partnerRevenueCents} /> },
        { header: "Platform share", number: true, cell: (row) => <Money cents={row.platformRevenueCents} /> },
        {
          header: "Last settlement",
          cell: (row) => (row.lastSettlement ? monthWords(row.lastSettlement) : "None"),
        },
      ]}
    />
  );
}
