import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import type { InvoiceFilters } from "#app/domain/money/invoices/schemas.ts";
import { invoiceKinds, invoiceStatuses, kindWords, statusWords } from "#app/domain/money/invoices/words.ts";
import { billingTypeWords } from "#app/platform/money/planTypes.ts";
import { Badge, type Tone } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";

type Found = CallOutput<"GET /billing/invoices">;

const tones: Record<keyof typeof statusWords, Tone> = {
  draft: "neutral",
  pending: "info",
  paid: "good",
  overdue: "bad",
  disputed: "warn",
  credited: "neutral",
};

export function InvoiceBadge({ status }: { status: keyof typeof statusWords }) {
  return <Badge tone={tones[status]}>{statusWords[status]}</Badge>;
}

const choices = <Word extends string>(all: string, words: readonly Word[], names: Record<Word, string>) => [
  { value: "all", label: all },
  ...words.map((value) => ({ value, label: names[value] })),
];

/** Invoices, receipts and credit notes, with filters. */
export function InvoiceHistory({
  found,
  filters,
  mayExport,
}: {
  found: Found;
  filters: InvoiceFilters;
  mayExport: boolean;
}) {
  const query = new URLSearchParams(filters);
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>{m.billing_invoice_list_invoice_history()}</h2>
        {mayExport && (
          <ButtonLink to={`${href("/billing/statement.csv")}?${query}`} variant="secondary" reloadDocument>
            {m.common_export_csv()}
          </ButtonLink>
        )}
      </div>
      <FilterBar
        id="invoices"
        label={m.common_invoices()}
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
      <InvoiceTable invoices={found.invoices} />
      <Pagination page={found.page} pages={found.pages} />
    </section>
  );
}

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
