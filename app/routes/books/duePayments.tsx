import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";

type Part = CallOutput<"GET /contacts/:contactId/dues">["payments"][number];

/** The parts of payments that paid dues. `ofOne`: all paid the same one. */
export const DuePayments = ({ payments, ofOne }: { payments: readonly Part[]; ofOne?: boolean }) => (
  <DataTable
    caption={m.common_payments()}
    rows={payments}
    keyOf={({ paymentId, targetId }) => `${paymentId} ${targetId}`}
    hrefOf={({ paymentId }) => href("/payments/:tillPaymentId", { tillPaymentId: paymentId })}
    empty={m.books_no_payments()}
    columns={[
      { header: m.common_receipt, cell: ({ receipt }) => receipt },
      { header: m.common_time, cell: ({ paidAt }) => <Time value={paidAt} /> },
      ...(ofOne ? [] : [{ header: m.books_due_label, cell: ({ label }: Part) => label }]),
      { header: m.common_amount, number: true, cell: ({ amountCents }) => <Money cents={amountCents} /> },
    ]}
  />
);
