import { href, Outlet, useLocation, useMatch } from "react-router";
import { partnerQuery } from "#app/domain/partners/schemas.ts";
import { categoryWords, partnerStatuses, partnerStatusWords } from "#app/domain/partners/words.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { percentText } from "#app/platform/numbers/percent.ts";
import { monthWords } from "#app/platform/time/calendar.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";
import { PartnerBadge } from "./badges.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.partners_list_page_title() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = partnerQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { filter, list: await pageApi(context)("GET /admin/partners", filter) };
}

export default function Partners({ loaderData: { filter, list } }: Route.ComponentProps) {
  const isOpen = useMatch("/revenue-share/partners/:partnerId") !== null;
  const filtered = filter.search !== "" || filter.status !== "all";
  return (
    <>
      <div inert={isOpen}>
        <PageHeader
          title={m.partners_list_title()}
          description={m.partners_list_lead()}
          actions={
            <ButtonLink to={href("/revenue-share/partners/new")}>{m.partners_add_partner()}</ButtonLink>
          }
        />
        <div className="grid gap-4">
          <StatGrid>
            <Stat label={m.common_active()} value={formatCount(list.counts.active)} />
            <Stat label={m.partners_list_pending()} value={formatCount(list.counts.pending)} />
            <Stat label={m.partners_list_suspended()} value={formatCount(list.counts.suspended)} />
            <Stat
              label={m.partners_next_settlement()}
              value={<Time value={`${list.nextSettlement}T09:00:00+03:00`} to="day" />}
            />
          </StatGrid>
          <FilterBar
            search={{ name: "search", value: filter.search, placeholder: m.partners_list_partner_or_email() }}
            choices={[
              {
                name: "status",
                label: m.common_status(),
                value: filter.status,
                options: [
                  { value: "all", label: m.common_all_statuses() },
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
      caption={m.partners_list_title()}
      paged
      rows={partners}
      keyOf={(row) => row.id}
      hrefOf={(row) => `${href("/revenue-share/partners/:partnerId", { partnerId: row.id })}${search}`}
      empty={m.partners_list_no_partners_match_empty()}
      columns={[
        {
          header: m.common_partner(),
          cell: (row) => row.name,
          below: (row) => categoryWords[row.category],
        },
        { header: m.common_status(), cell: (row) => <PartnerBadge status={row.status} /> },
        {
          header: m.partners_share(),
          number: true,
          cell: (row) => (row.revenueShare ? percentText(row.revenueShare) : "–"),
        },
        { header: m.common_organisations(), number: true, cell: (row) => formatCount(row.organisations) },
        {
          header: m.common_revenue(),
          number: true,
          cell: (row) => (
            <>
              <Money cents={row.totalRevenueCents} />
              <span className="hint block">{counted(m.counts_transactions, row.totalTransactions)}</span>
            </>
          ),
        },
        {
          header: m.partners_partner_share(),
          number: true,
          cell: (row) => <Money cents={row.partnerRevenueCents} />,
        },
        {
          header: m.partners_platform_share(),
          number: true,
          cell: (row) => <Money cents={row.platformRevenueCents} />,
        },
        {
          header: m.partners_last_settlement(),
          cell: (row) => (row.lastSettlement ? monthWords(row.lastSettlement) : m.common_none()),
        },
      ]}
    />
  );
}
