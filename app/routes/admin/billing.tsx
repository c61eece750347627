import { href } from "react-router";
import { entryQuery } from "#app/domain/console/schemas.ts";
import { formatCount } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import { BarChart } from "#app/ui/barChart.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/billing";

export const meta: Route.MetaFunction = () => [{ title: "Billing – Administration" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = entryQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { filter, billing: await orErrorPage(context.get(apiContext)("GET /admin/billing", filter)) };
}

const kinds = ["top_up", "hold", "settle", "release", "adjustment"].map((value) => ({
  value,
  label: value.replace("_", " "),
}));

export default function AdminBilling({ loaderData: { filter, billing } }: Route.ComponentProps) {
  const filtered = filter.search !== "" || filter.kind !== "all";
  return (
    <>
      <PageHeader
        title="Billing"
        description="From the ledger."
        actions={
          <ButtonLink variant="secondary" to={href("/revenue-share")}>
            Revenue Share
          </ButtonLink>
        }
      />
      <div className="grid gap-4">
        <StatGrid>
          <Stat
            label="Revenue"
            value={<Money cents={billing.revenueCents} />}
            hint={`${formatKes(billing.revenue30Cents)} in 30 days`}
          />
          <Stat label="Paid in" value={<Money cents={billing.paidInCents} />} />
          <Stat label="In wallets" value={<Money cents={billing.walletCents} />} />
          <Stat
            label="On hold"
            value={<Money cents={billing.heldCents} />}
            hint={`${formatCount(billing.openHolds.messages)} messages`}
          />
        </StatGrid>
        <div className="grid gap-4 md:grid-cols-2">
          <Card title="Revenue by day">
            <BarChart
              label="Revenue by day, in KES"
              bars={billing.byDay.map(({ day, cents }) => ({ name: day.slice(5), value: cents / 100 }))}
            />
          </Card>
          <Card title="Revenue by plan, 30 days">
            <DataTable
              caption="Revenue by plan"
              rows={billing.byPlan}
              keyOf={(row) => `${row.plan} ${row.billing}`}
              columns={[
                { header: "Plan", cell: (row) => `${row.plan}, ${row.billing}` },
                { header: "Organisations", number: true, cell: (row) => formatCount(row.organisations) },
                { header: "Revenue", number: true, cell: (row) => <Money cents={row.cents} /> },
              ]}
            />
          </Card>
        </div>
        <FilterBar
          search={{ name: "search", value: filter.search, placeholder: "Business, reference or text" }}
          choices={[
            {
              name: "kind",
              label: "Kind",
              value: filter.kind,
              options: [{ value: "all", label: "All kinds" }, ...kinds],
            },
          ]}
          clear={filtered && href("/admin/billing")}
        />
        <DataTable
          caption="Ledger entries"
          paged
          rows={billing.entries}
          keyOf={(row) => `${row.orgId} ${row.id}`}
          hrefOf={(row) => href("/admin/users/:orgId", { orgId: row.orgId })}
          empty="No entry matches."
          columns={[
            { header: "Business", cell: (row) => row.businessName, below: (row) => row.description },
            { header: "Kind", cell: (row) => row.kind.replace("_", " ") },
            { header: "Wallet", number: true, cell: (row) => <Money cents={row.walletCents} /> },
            { header: "Revenue", number: true, cell: (row) => <Money cents={row.revenueCents} /> },
            { header: "When", cell: (row) => <Time value={row.createdAt} /> },
          ]}
        />
        <Pagination page={billing.page} pages={billing.page + (billing.hasMore ? 1 : 0)} />
      </div>
    </>
  );
}
