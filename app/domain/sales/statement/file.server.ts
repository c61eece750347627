import { and, asc, eq, gt, gte, lt, or } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { tillPayments } from "#app/db/schema/sales/payments.ts";
import { paymentStateWords } from "#app/domain/sales/payments/words.ts";
import { findTill } from "#app/domain/sales/tills/find.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { Cell } from "#app/platform/files/csv.server.ts";
import { monthOf } from "#app/platform/time/calendar.ts";
import { m } from "#messages";
import { spanOfMonth } from "./statement.server.ts";

const together = 1000;
const kes = (cents: number) => (cents / 100).toFixed(2);

export const statementHeader = (): string[] => [
  ...[
    m.common_time(),
    m.common_receipt(),
    m.common_amount_in_kes(),
    m.receipts_refunded(),
    m.common_account_number(),
  ],
  ...[
    m.receipts_payer(),
    m.receipts_payer_name(),
    m.common_status(),
    m.common_contact(),
    m.receipts_listed(),
  ],
];

/** The payments of a till in a month, oldest first, page by page. @throws DomainError `till.not_found` */
export async function* statementRows(
  ctx: OrgContext,
  { tillId, month: wanted }: { tillId: string; month: string },
): AsyncGenerator<Cell[][]> {
  const { from, until } = spanOfMonth(wanted || monthOf(ctx.clock.now()));
  await ctx.db.withOrg(ctx.orgId, (tx) => findTill(tx, ctx.orgId, tillId));
  let last: { paidAt: Date; id: string } | undefined;
  for (;;) {
    const rows = await page(ctx, { tillId, from, until, last });
    yield rows.map(cellsOf);
    last = rows.at(-1);
    if (rows.length < together) return;
  }
}

type Row = Awaited<ReturnType<typeof page>>[number];

const cellsOf = (row: Row): Cell[] => [
  ...[row.paidAt, row.receipt, kes(row.amountCents), kes(row.refundedCents), row.account, row.payer],
  ...[row.payerName, paymentStateWords[row.state], row.contact, row.listedAt],
];

const page = (
  ctx: OrgContext,
  {
    tillId,
    from,
    until,
    last,
  }: { tillId: string; from: Date; until: Date; last: { paidAt: Date; id: string } | undefined },
) =>
  ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({
        id: tillPayments.id,
        paidAt: tillPayments.paidAt,
        receipt: tillPayments.receipt,
        amountCents: tillPayments.amountCents,
        refundedCents: tillPayments.refundedCents,
        account: tillPayments.account,
        payer: tillPayments.payer,
        payerName: tillPayments.payerName,
        state: tillPayments.state,
        listedAt: tillPayments.listedAt,
        contact: contacts.name,
      })
      .from(tillPayments)
      .leftJoin(contacts, and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, tillPayments.contactId)))
      .where(
        and(
          eq(tillPayments.orgId, ctx.orgId),
          eq(tillPayments.tillId, tillId),
          gte(tillPayments.paidAt, last?.paidAt ?? from),
          lt(tillPayments.paidAt, until),
          last && or(gt(tillPayments.paidAt, last.paidAt), gt(tillPayments.id, last.id)),
        ),
      )
      .orderBy(asc(tillPayments.paidAt), asc(tillPayments.id))
      .limit(together),
  );
