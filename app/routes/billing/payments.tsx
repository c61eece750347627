import { href, Link } from "react-router";
import { formatKes } from "#app/platform/money/money.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { EmptyState } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";
import { PaymentBadge } from "./paymentBadge.tsx";

export interface ListedPayment {
  /** Null for what was paid at the paybill, without a request of ours. */
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
      {payments.length === 0 ? (
        <EmptyState title={m.billing_no_payments_yet()}>{m.billing_top_ups_show_up_here_with()}</EmptyState>
      ) : (
        <Table caption={m.billing_payments()} stacked>
          <thead>
            <tr>
              <th scope="col">{m.billing_payment()}</th>
              <th scope="col">{m.billing_time()}</th>
              <th scope="col">{m.common_state()}</th>
              <th scope="col">{m.common_receipt()}</th>
              <th scope="col" className="number">
                {m.common_amount()}
              </th>
            </tr>
          </thead>
          <tbody>
            {payments.map((payment) => (
              <tr key={payment.id ?? payment.receipt}>
                <th scope="row">
                  {payment.id ? (
                    <Link
                      className="link"
                      to={href("/billing/payments/:paymentId", { paymentId: payment.id })}
                    >
                      {methods[payment.method]}
                    </Link>
                  ) : (
                    m.billing_paybill({ methods: methods[payment.method] })
                  )}
                </th>
                <td data-label={m.billing_time()} className="sm:whitespace-nowrap">
                  <Time value={payment.at} />
                </td>
                <td data-label={m.common_state()}>
                  <PaymentBadge state={payment.state} />
                </td>
                <td data-label={m.common_receipt()}>{payment.receipt ?? "–"}</td>
                <td data-label={m.common_amount()} className="number sm:whitespace-nowrap">
                  {formatKes(payment.amountCents)}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
