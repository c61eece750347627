import type { Tx } from "#app/db/client.server.ts";
import { journalEntries, postings } from "#app/db/schema/money.ts";
import { DomainError } from "#app/shared/errors.ts";
import { newId, type OrgId } from "#app/shared/ids.ts";

export type LedgerAccount = "wallet" | "held" | "revenue" | "funding";

export interface Booking {
  orgId: OrgId;
  kind: "top_up" | "hold" | "settle" | "release" | "adjustment";
  description: string;
  /** Names the event; a second booking of it does nothing. */
  reference: string;
  /** KES cents per account; they sum to zero. Accounts with 0 are left out. */
  postings: Partial<Record<LedgerAccount, number>>;
  at?: Date;
}

/**
 * Books one journal entry. The database proves that it sums to zero and that the wallet does not fall below zero.
 * Answers `booked: false` when the reference was booked before.
 * @throws DomainError `wallet.too_little` (402).
 */
export async function bookEntry(
  tx: Tx,
  booking: Booking,
): Promise<{ booked: false } | { booked: true; entryId: string }> {
  const at = booking.at ?? new Date();
  const lines = Object.entries(booking.postings).filter(([, amountCents]) => amountCents !== 0) as [
    LedgerAccount,
    number,
  ][];
  const total = lines.reduce((sum, [, amountCents]) => sum + amountCents, 0);
  if (total !== 0) throw new Error(`Journal entry ${booking.reference} sums to ${total} cents, not to zero`);
  const [entry] = await tx
    .insert(journalEntries)
    .values({
      orgId: booking.orgId,
      id: newId("jrn", at.getTime()),
      kind: booking.kind,
      description: booking.description,
      reference: booking.reference,
      createdAt: at,
    })
    .onConflictDoNothing({ target: [journalEntries.orgId, journalEntries.reference] })
    .returning({ id: journalEntries.id });
  if (!entry) return { booked: false };
  if (lines.length > 0) {
    await tx
      .insert(postings)
      // One order of accounts for everybody, so that two bookings never wait for each other.
      .values(
        lines
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([account, amountCents]) => ({
            orgId: booking.orgId,
            entryId: entry.id,
            account,
            amountCents,
          })),
      )
      .catch(walletTooLittle);
  }
  return { booked: true, entryId: entry.id };
}

function walletTooLittle(error: unknown): never {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if ((cause as { constraint?: string }).constraint !== "wallet_not_negative") throw error;
  throw new DomainError(
    "payment_required",
    "wallet.too_little",
    "There is too little money in the wallet for this. Top it up under Billing and try again.",
    { cause: error },
  );
}
