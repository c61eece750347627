import { href, Outlet, useLocation } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { invoiceQuery } from "#app/domain/console/billing/schemas.ts";
import { methodLabel, tones } from "#app/domain/console/billing/words.ts";
import { plans } from "#app/domain/console/words.ts";
import { invoiceStatuses, statusWords } from "#app/domain/money/invoices/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { useIsCovered } from "#app/web/useIsDeclared.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";
import { BillingTabs } from "./billingTabs.tsx";
import { ExportLink } from "./exportLink.tsx";
import { RevenueBreakdown } from "./revenue.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.admin_billing_list_page_title() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = invoiceQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const api = pageApi(context);
  const [billing, list] = await Promise.all([
    api("GET /admin/billing", {}),
    api("GET /admin/invoices", filter),
  ]);
  return { filter, billing, list };
}

export default function AdminBilling({ loaderData: { filter, billing, list } }: Route.ComponentProps) {
  return (
    <>
      <div inert={useIsCovered()}>
        <PageHeader title={m.common_billing()} description={m.admin_billing_list_lead()} />
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
        label={m.common_revenue()}
        value={<Money cents={billing.revenueCents} />}
        hint={m.admin_billing_list_in_30_days_hint({ revenue30: formatKes(billing.revenue30Cents) })}
      />
      <Stat
        label={m.admin_billing_list_margin_30_days()}
        value={<Money cents={billing.revenue30Cents - billing.cost30Cents} />}
        hint={m.admin_billing_list_after_for_meta_hint({ cost30: formatKes(billing.cost30Cents) })}
      />
      <Stat
        label={m.common_amount_due()}
        value={<Money cents={billing.openCents} />}
        hint={m.admin_billing_list_overdue_hint({ overdue: formatKes(billing.overdueCents) })}
      />
      <Stat
        label={m.admin_billing_list_in_wallets()}
        value={<Money cents={billing.walletCents} />}
        hint={m.admin_billing_list_on_hold_hint({ held: formatKes(billing.heldCents) })}
      />
    </StatGrid>
  );
}

function Invoices({ filter, list }: Pick<Route.ComponentProps["loaderData"], "filter" | "list">) {
  const { search } = useLocation();
  const filtered = filter.search !== "" || filter.status !== "all" || filter.plan !== "all";
  return (
    <section className="grid gap-4" aria-label={m.common_invoices()}>
      <div className="card-head">
        <h2>{m.common_invoices()}</h2>
        <div className="row-actions">
          <ExportLink what="invoices" />
        </div>
      </div>
      <FilterBar
        search={{ name: "search", value: filter.search, placeholder: m.admin_number_business_or_email() }}
        choices={[
          {
            name: "status",
            label: m.common_status(),
            value: filter.status,
            options: [
              { value: "all", label: m.common_all_statuses() },
              ...invoiceStatuses.map((value) => ({ value, label: statusWords[value] })),
            ],
          },
          {
            name: "plan",
            label: m.common_plan(),
            value: filter.plan,
            options: [
              { value: "all", label: m.admin_all_plans() },
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
      caption={m.admin_billing_list_invoices_caption({ total: formatCount(list.total) })}
      paged
      sort={filter.sort}
      rows={list.invoices}
      keyOf={(row) => row.id}
      hrefOf={(row) => `${href("/admin/billing/invoices/:invoiceId", { invoiceId: row.id })}${search}`}
      empty={m.admin_billing_list_no_invoices_match()}
      columns={[
        {
          header: m.common_invoice(),
          cell: (row) => row.invoiceNumber,
          below: (row) => row.email,
          sortBy: "number",
        },
        { header: m.common_business(), cell: (row) => row.businessName, sortBy: "business" },
        { header: m.common_plan(), cell: (row) => row.plan },
        {
          header: m.common_amount(),
          number: true,
          cell: (row) => <Money cents={row.amountCents} />,
          sortBy: "amount",
        },
        {
          header: m.common_due(),
          cell: (row) => (row.dueDate ? <Time value={row.dueDate} to="day" /> : "–"),
          sortBy: "due",
        },
        {
          header: m.common_status(),
          cell: (row) => <Badge tone={tones[row.status]}>{statusWords[row.status]}</Badge>,
        },
        {
          header: m.common_payment(),
          cell: (row) => (
            <>
              {methodLabel(row.method)}
              {row.awaitsTransfer && <div className="hint">{m.admin_billing_list_not_reconciled_text()}</div>}
            </>
          ),
        },
      ]}
    />
  );
}
