import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import type { InvoiceFilters } from "#app/domain/money/invoices/schemas.ts";
import { invoiceKinds, invoiceStatuses, kindWords, statusWords } from "#app/domain/money/invoices/words.ts";
import { billingTypeWords } from "#app/platform/planTypes.ts";
import { Badge, type Tone } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";

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
export function InvoiceHistory({ found, filters }: { found: Found; filters: InvoiceFilters }) {
  const query = new URLSearchParams(filters);
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>Invoice history</h2>
        <ButtonLink to={`${href("/billing/statement.csv")}?${query}`} variant="secondary" reloadDocument>
          Export CSV
        </ButtonLink>
      </div>
      <FilterBar
        id="invoices"
        label="Invoices"
        choices={[
          {
            name: "status",
            label: "Status",
            value: filters.status,
            options: choices("All statuses", invoiceStatuses, statusWords),
          },
          {
            name: "type",
            label: "Type",
            value: filters.type,
            options: choices("All types", invoiceKinds, kindWords),
          },
          {
            name: "period",
            label: "Period",
            value: filters.period,
            options: [
              { value: "3months", label: "Last 3 months" },
              { value: "12months", label: "Last 12 months" },
              { value: "all", label: "All time" },
            ],
          },
        ]}
      />
      {found.invoices.length === 0 ? (
        <EmptyState title="No documents match">
          Invoices come after the end of a month, receipts after a top-up.
        </EmptyState>
      ) : (
        <InvoiceTable invoices={found.invoices} />
      )}
      <Pagination page={found.page} pages={found.pages} />
    </section>
  );
}

function InvoiceTable({ invoices }: Pick<Found, "invoices">) {
  return (
    <Table caption="Invoices, receipts and credit notes" stacked paged>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Date</th>
          <th scope="col">Description</th>
          <th scope="col">Plan</th>
          <th scope="col" className="number">
            Amount
          </th>
          <th scope="col">Due</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <tr key={invoice.id}>
            <th scope="row" className="whitespace-nowrap">
              <Link className="link" to={href("/billing/invoices/:invoiceId", { invoiceId: invoice.id })}>
                {invoice.number}
              </Link>
            </th>
            <td data-label="Date">{invoice.finalizedAt && <Time value={invoice.finalizedAt} />}</td>
            <td data-label="Description">{invoice.description}</td>
            <td data-label="Plan">{billingTypeWords[invoice.billingType]}</td>
            <td data-label="Amount" className="number">
              <Money cents={invoice.kind === "credit_note" ? -invoice.totalCents : invoice.totalCents} />
            </td>
            <td data-label="Due">{invoice.dueAt ? <Time value={invoice.dueAt} /> : "–"}</td>
            <td data-label="Status">
              <InvoiceBadge status={invoice.status} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
