import { href } from "react-router";
import { formatKes } from "#app/platform/money/money.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";
import { PaymentBadge } from "./paymentBadge.tsx";

export interface ListedPayment {
  /** Null for a payment at the paybill, without a request of ours. */
  id: string | null;
  method: "mpesa" | "card" | "bank";
  state: "pending" | "unknown" | "paid" | "failed" | "expired" | "returned";
  amountCents: number;
  receipt: string | null;
  at: string;
}

const methods = lazy({
  mpesa: "M-Pesa",
  card: m.common_card,
  bank: m.common_bank_transfer,
});

/** Payments of the organisation, tried or received. */
export function Payments({ payments }: { payments: ListedPayment[] }) {
  return (
    <section aria-labelledby="payments">
      <h2 id="payments" className="mb-3">
        {m.common_payments()}
      </h2>
      <DataTable
        caption={m.common_payments()}
        rows={payments}
        keyOf={(payment) => payment.id ?? payment.receipt ?? payment.at}
        hrefOf={({ id }) => (id ? href("/billing/payments/:paymentId", { paymentId: id }) : undefined)}
        empty={
          <EmptyState title={m.billing_payments_no_payments_yet_title()}>
            {m.billing_payments_empty()}
          </EmptyState>
        }
        columns={[
          {
            header: m.common_payment,
            cell: ({ id, method }) =>
              id ? methods[method] : m.billing_payments_paybill({ methods: methods[method] }),
          },
          {
            header: m.common_time,
            className: "sm:whitespace-nowrap",
            cell: (payment) => <Time value={payment.at} />,
          },
          { header: m.common_status, cell: (payment) => <PaymentBadge state={payment.state} /> },
          { header: m.common_receipt, cell: (payment) => payment.receipt ?? "–" },
          {
            header: m.common_amount,
            number: true,
            className: "sm:whitespace-nowrap",
            cell: (payment) => formatKes(payment.amountCents),
          },
        ]}
      />
    </section>
  );
}
