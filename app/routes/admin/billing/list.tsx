import { href, Outlet, useLocation } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { invoiceQuery } from "#app/domain/console/billing/schemas.ts";
import { methodLabel, tones } from "#app/domain/console/billing/words.ts";
import { plans } from "#app/domain/console/words.ts";
import { invoiceStatuses, statusWords } from "#app/domain/money/invoices/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { useIsCovered } from "#app/web/useIsCovered.ts";
import type { Route } from "./+types/list";
import { BillingTabs } from "./billingTabs.tsx";
import { ExportLink } from "./exportLink.tsx";
import { RevenueBreakdown } from "./revenue.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Billing – Administration" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = invoiceQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const api = context.get(apiContext);
  const [billing, list] = await Promise.all([
    orErrorPage(api("GET /admin/billing", {})),
    orErrorPage(api("GET /admin/invoices", filter)),
  ]);
  return { filter, billing, list };
}

export default function AdminBilling({ loaderData: { filter, billing, list } }: Route.ComponentProps) {
  return (
    <>
      <div inert={useIsCovered()}>
        <PageHeader title="Billing" description="Figures of the ledger and of daily counts." />
        <BillingTabs />
        <div className="grid gap-4">
          <Totals billing={billing} />
          <RevenueBreakdown billing={billing} />
          <Invoices filter={filter} list={list} />
        </div>
      </div>
      <Outlet />
    </>
  );
}

function Totals({ billing }: { billing: CallOutput<"GET /admin/billing"> }) {
  return (
    <StatGrid>
      <Stat
        label="Revenue"
        value={<Money cents={billing.revenueCents} />}
        hint={`${formatKes(billing.revenue30Cents)} in 30 days`}
      />
      <Stat
        label="Margin, 30 days"
        value={<Money cents={billing.revenue30Cents - billing.cost30Cents} />}
        hint={`After ${formatKes(billing.cost30Cents)} for Meta`}
      />
      <Stat
        label="To be paid"
        value={<Money cents={billing.openCents} />}
        hint={`${formatKes(billing.overdueCents)} overdue`}
      />
      <Stat
        label="In wallets"
        value={<Money cents={billing.walletCents} />}
        hint={`${formatKes(billing.heldCents)} on hold`}
      />
    </StatGrid>
  );
}

function Invoices({ filter, list }: Pick<Route.ComponentProps["loaderData"], "filter" | "list">) {
  const { search } = useLocation();
  const filtered = filter.search !== "" || filter.status !== "all" || filter.plan !== "all";
  return (
    <section className="grid gap-4" aria-label="Invoices">
      <div className="card-head">
        <h2>Invoices</h2>
        <div className="row-actions">
          <ExportLink what="invoices" />
        </div>
      </div>
      <FilterBar
        search={{ name: "search", value: filter.search, placeholder: "Number, business or email" }}
        choices={[
          {
            name: "status",
            label: "Status",
            value: filter.status,
            options: [
              { value: "all", label: "All statuses" },
              ...invoiceStatuses.map((value) => ({ value, label: statusWords[value] })),
            ],
          },
          {
            name: "plan",
            label: "Plan",
            value: filter.plan,
            options: [
              { value: "all", label: "All plans" },
              ...plans.map((value) => ({ value, label: value })),
            ],
          },
        ]}
        clear={filtered && href("/admin/billing")}
      />
      <InvoiceTable filter={filter} list={list} search={search} />
      <Pagination page={list.page} pages={list.pages} path={href("/admin/billing")} />
    </section>
  );
}

function InvoiceTable({
  filter,
  list,
  search,
}: Pick<Route.ComponentProps["loaderData"], "filter" | "list"> & { search: string }) {
  return (
    <DataTable
      caption={`Invoices, ${formatCount(list.total)}`}
      paged
      sort={filter.sort}
      rows={list.invoices}
      keyOf={(row) => row.id}
      hrefOf={(row) => `${href("/admin/billing/invoices/:invoiceId", { invoiceId: row.id })}${search}`}
      empty="No invoice matches."
      columns={[
        {
          header: "Invoice",
          cell: (row) => row.invoiceNumber,
          below: (row) => row.email,
          sortBy: "number",
        },
        { header: "Business", cell: (row) => row.businessName, sortBy: "business" },
        { header: "Plan", cell: (row) => row.plan },
        {
          header: "Amount",
          number: true,
          cell: (row) => <Money cents={row.amountCents} />,
          sortBy: "amount",
        },
        {
          header: "Due",
          cell: (row) => (row.dueDate ? <Time value={row.dueDate} to="day" /> : "–"),
          sortBy: "due",
        },
        {
          header: "Status",
          cell: (row) => <Badge tone={tones[row.status]}>{statusWords[row.status]}</Badge>,
        },
        {
          header: "Payment",
          cell: (row) => (
            <>
              {methodLabel(row.method)}
              {row.awaitsTransfer && <div className="hint">Not reconciled</div>}
            </>
          ),
        },
      ]}
    />
  );
}
