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
  bank: m.billing_bank_transfer_2,
});

/** Payments of the organisation, tried or received. */
export function Payments({ payments }: { payments: ListedPayment[] }) {
  return (
    <section aria-labelledby="payments">
      <h2 id="payments" className="mb-3">
        {m.billing_payments()}
      </h2>
      <DataTable
        caption={m.billing_payments()}
        rows={payments}
        keyOf={(payment) => payment.id ?? payment.receipt ?? payment.at}
        hrefOf={({ id }) => (id ? href("/billing/payments/:paymentId", { paymentId: id }) : undefined)}
        empty={
          <EmptyState title={m.billing_no_payments_yet()}>{m.billing_top_ups_show_up_here_with()}</EmptyState>
        }
        columns={[
          {
            header: m.billing_payment,
            cell: ({ id, method }) =>
              id ? methods[method] : m.billing_paybill({ methods: methods[method] }),
          },
          {
            header: m.billing_time,
            className: "sm:whitespace-nowrap",
            cell: (payment) => <Time value={payment.at} />,
          },
          { header: m.common_state, cell: (payment) => <PaymentBadge state={payment.state} /> },
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
