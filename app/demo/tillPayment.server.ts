import type { Tx } from "#app/db/client.server.ts";
import { paymentAllocations, tillPayments } from "#app/db/schema/sales/payments.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { isAccountNumber } from "#app/domain/money/payments/accountNumbers.ts";
import type { DemoOrganisation } from "./organisations.server.ts";

/** The demo's paybill. */
export interface DemoTill {
  orgId: DemoOrganisation["orgId"];
  tillId: string;
  paybill: string;
  now: Date;
}

type Paid = Pick<
  typeof tillPayments.$inferInsert,
  "id" | "receipt" | "amountCents" | "account" | "payer" | "matchedBy" | "reportedBy"
> & { contactId: string; paidAt: Date };

/** A customer's payment with its entry and its parts. What no part takes is the customer's credit. */
export async function addTillPayment(
  tx: Tx,
  { orgId, tillId, paybill }: DemoTill,
  paid: Paid,
  parts: readonly { targetId: string; amountCents: number }[],
): Promise<void> {
  const { id: paymentId, receipt, amountCents, paidAt } = paid;
  await tx.insert(tillPayments).values({
    ...{ ...paid, orgId, tillId, state: "matched", listedAt: paidAt, createdAt: paidAt },
    allocatedCents: parts.reduce((sum, part) => sum + part.amountCents, 0),
  });
  await tx
    .insert(paymentAllocations)
    .values(parts.map((part) => ({ ...part, orgId, paymentId, createdAt: paidAt })));
  await bookEntry(tx, {
    ...{ orgId, kind: "collection", about: { code: "till.received", receipt, till: paybill } },
    ...{ reference: `till:${tillId}:${receipt}`, postings: { till: -amountCents, collected: amountCents } },
    at: paidAt,
  });
}

/** With the check letter that belongs to the digits. */
export const accountNumberOf = (digits: number): string =>
  [..."ACDEFGHJKMNPRTUVWXY"].map((letter) => `${digits}${letter}`).find(isAccountNumber)!;
