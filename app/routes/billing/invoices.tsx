import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { type InvoiceFilters, invoiceFilters } from "#app/domain/money/invoices/schemas.ts";
import { invoiceKinds, invoiceStatuses, kindWords, statusWords } from "#app/domain/money/invoices/words.ts";
import { billingTypeWords } from "#app/platform/money/planTypes.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/invoices";
import { BillingHead } from "./billingHead.tsx";
import { InvoiceBadge } from "./invoiceBadge.tsx";

type Found = CallOutput<"GET /billing/invoices">;

const choices = <Word extends string>(all: string, words: readonly Word[], names: Record<Word, string>) => [
  { value: "all", label: all },
  ...words.map((value) => ({ value, label: names[value] })),
];

export const meta: Route.MetaFunction = () => [{ title: m.common_invoices() }];

/** The filters of the address; unknown values count as the default. */
function readFilters(query: URLSearchParams): InvoiceFilters {
  const { status, type, period } = invoiceFilters.shape;
  return {
    status: status.catch("all").parse(query.get("status") ?? undefined),
    type: type.catch("all").parse(query.get("type") ?? undefined),
    period: period.catch("12months").parse(query.get("period") ?? undefined),
  };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const filters = readFilters(query);
  const page = query.get("page");
  const found = await pageApi(context)("GET /billing/invoices", { ...filters, page });
  const user = context.get(userContext);
  return { found, filters, mayAct: may(user, "money.pay"), mayExport: may(user, "money.export") };
}

/** Invoices, receipts and credit notes, with filters. */
export default function Invoices({ loaderData }: Route.ComponentProps) {
  const { found, filters, mayAct, mayExport } = loaderData;
  return (
    <>
      <BillingHead mayAct={mayAct} />
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <Filters filters={filters} />
        {mayExport && (
          <ButtonLink
            to={`${href("/billing/invoices.csv")}?${new URLSearchParams(filters)}`}
            variant="secondary"
            reloadDocument
          >
            {m.common_export_csv()}
          </ButtonLink>
        )}
      </div>
      <InvoiceTable invoices={found.invoices} />
      <Pagination page={found.page} pages={found.pages} />
    </>
  );
}

const Filters = ({ filters }: { filters: InvoiceFilters }) => (
  <FilterBar
    choices={[
      {
        name: "status",
        label: m.common_status(),
        value: filters.status,
        options: choices(m.common_all_statuses(), invoiceStatuses, statusWords),
      },
      {
        name: "type",
        label: m.common_type(),
        value: filters.type,
        options: choices(m.common_all_types(), invoiceKinds, kindWords),
      },
      {
        name: "period",
        label: m.common_period(),
        value: filters.period,
        options: [
          { value: "3months", label: m.billing_invoice_list_last_months({ months: 3 }) },
          { value: "12months", label: m.billing_invoice_list_last_months({ months: 12 }) },
          { value: "all", label: m.billing_invoice_list_all_time() },
        ],
      },
    ]}
  />
);

function InvoiceTable({ invoices }: Pick<Found, "invoices">) {
  return (
    <DataTable
      caption={m.billing_invoice_list_caption()}
      paged
      rows={invoices}
      keyOf={(invoice) => invoice.id}
      hrefOf={(invoice) => href("/billing/invoices/:invoiceId", { invoiceId: invoice.id })}
      empty={
        <EmptyState title={m.billing_invoice_list_no_invoices_found()}>
          {m.billing_invoice_list_empty()}
        </EmptyState>
      }
      columns={[
        { header: m.common_number, className: "whitespace-nowrap", cell: (invoice) => invoice.number },
        {
          header: m.common_date,
          cell: (invoice) => invoice.finalizedAt && <Time value={invoice.finalizedAt} />,
        },
        { header: m.common_description, cell: (invoice) => invoice.description },
        { header: m.common_plan, cell: (invoice) => billingTypeWords[invoice.billingType] },
        {
          header: m.common_amount,
          number: true,
          cell: (invoice) => (
            <Money cents={invoice.kind === "credit_note" ? -invoice.totalCents : invoice.totalCents} />
          ),
        },
        {
          header: m.common_due,
          cell: (invoice) => (invoice.dueAt ? <Time value={invoice.dueAt} to="day" /> : "–"),
        },
        { header: m.common_status, cell: (invoice) => <InvoiceBadge status={invoice.status} /> },
      ]}
    />
  );
}
