import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Stat, StatGrid } from "#app/ui/page.tsx";
import { CalendarDay } from "#app/ui/time.tsx";
import { m } from "#messages";
import { DuePayments } from "./duePayments.tsx";
import { DueStateBadge, labelOf } from "./dueState.tsx";

export type Statement = Pick<CallOutput<"GET /contacts/:contactId/dues">, "dues" | "payments" | "totals">;

/** What is owed and what was paid, for a statement on paper as well. */
export function DueLines({
  statement: { dues, payments, totals },
  ofSeveral,
}: {
  statement: Statement;
  /** Each due with its member and book. */
  ofSeveral?: boolean;
}) {
  return (
    <div className="grid gap-6">
      <StatGrid>
        <Stat label={m.books_total_due()} value={<Money cents={totals.dueCents} />} />
        <Stat label={m.common_paid()} value={<Money cents={totals.paidCents} />} />
        <Stat label={m.books_open()} value={<Money cents={totals.openCents} />} />
        <Stat label={m.common_overdue()} value={<Money cents={totals.overdueCents} />} />
      </StatGrid>
      <DataTable
        caption={m.books_dues()}
        rows={dues}
        keyOf={({ id }) => id}
        hrefOf={({ id, bookId, memberId }) =>
          href("/books/:bookId/members/:bookMemberId/dues/:dueId", {
            ...{ bookId, bookMemberId: memberId, dueId: id },
          })
        }
        empty={m.books_no_dues()}
        columns={[
          {
            header: m.books_due_label,
            cell: labelOf,
            below: ({ member, book }) => (ofSeveral ? [member, book].filter(Boolean).join(", ") : undefined),
          },
          { header: m.books_due_on, cell: ({ dueOn }) => <CalendarDay value={dueOn} /> },
          { header: m.common_amount, number: true, cell: ({ amountCents }) => <Money cents={amountCents} /> },
          { header: m.common_paid, number: true, cell: ({ paidCents }) => <Money cents={paidCents} /> },
          { header: m.books_open, number: true, cell: ({ openCents }) => <Money cents={openCents} /> },
          { header: m.common_status, cell: ({ state }) => <DueStateBadge state={state} /> },
        ]}
      />
      <DuePayments payments={payments} />
    </div>
  );
}
