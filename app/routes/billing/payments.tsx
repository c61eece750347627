import { href, Link } from "react-router";
import { formatKes } from "#app/platform/money.ts";
import { EmptyState } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
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

const methods = { mpesa: "M-Pesa", card: "Card", bank: "Bank transfer" };

/** Payments of the organisation, tried or received. */
export function Payments({ payments }: { payments: ListedPayment[] }) {
  return (
    <section aria-labelledby="payments">
      <h2 id="payments" className="mb-3">
        Payments
      </h2>
      {payments.length === 0 ? (
        <EmptyState title="No payments yet">Top-ups show up here with their receipts.</EmptyState>
      ) : (
        <Table caption="Payments" stacked>
          <thead>
            <tr>
              <th scope="col">Payment</th>
              <th scope="col">Time</th>
              <th scope="col">State</th>
              <th scope="col">Receipt</th>
              <th scope="col" className="number">
                Amount
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
                    `${methods[payment.method]}, paybill`
                  )}
                </th>
                <td data-label="Time" className="sm:whitespace-nowrap">
                  <Time value={payment.at} />
                </td>
                <td data-label="State">
                  <PaymentBadge state={payment.state} />
                </td>
                <td data-label="Receipt">{payment.receipt ?? "–"}</td>
                <td data-label="Amount" className="number sm:whitespace-nowrap">
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
