import type { Tx } from "#app/db/client.server.ts";
import {
  type EntryKind,
  journalEntries,
  type LedgerAccountName,
  platformBook,
  postings,
} from "#app/db/schema/money.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import type { EntryFact } from "./entryFacts.ts";

type Lines = Partial<Record<LedgerAccountName, number>>;

export interface Booking {
  orgId: OrgId;
  kind: EntryKind;
  about: EntryFact;
  /** Names the event; a second booking of it does nothing. */
  reference: string;
  /** KES cents per account of `orgId`; with those of the platform they sum to zero. Accounts with 0 are left out. */
  postings: Lines;
  /** Lines in the platform's own book, which only `withSystem` may write. */
  platformPostings?: Lines;
  at: Date;
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
  const { at } = booking;
  const lines = [
    ...linesOf(booking.orgId, booking.postings),
    ...linesOf(platformBook, booking.platformPostings ?? {}),
  ];
  const total = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (total !== 0) throw new Error(`Journal entry ${booking.reference} sums to ${total} cents, not to zero`);
  const [entry] = await tx
    .insert(journalEntries)
    .values({
      orgId: booking.orgId,
      id: newId("jrn", at.getTime()),
      kind: booking.kind,
      about: booking.about,
      reference: booking.reference,
      createdAt: at,
    })
    .onConflictDoNothing({ target: [journalEntries.orgId, journalEntries.reference] })
    .returning({ id: journalEntries.id });
  if (!entry) return { booked: false };
  if (lines.length > 0) {
    await tx
      .insert(postings)
      .values(lines.map((line) => ({ ...line, entryId: entry.id })))
      .catch(walletTooLittle);
  }
  return { booked: true, entryId: entry.id };
}

/** One order of accounts for everybody, the platform's last, so that two bookings never wait for each other. */
const linesOf = (orgId: OrgId, lines: Lines) =>
  (Object.entries(lines) as [LedgerAccountName, number][])
    .filter(([, amountCents]) => amountCents !== 0)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([account, amountCents]) => ({ orgId, account, amountCents }));

function walletTooLittle(error: unknown): never {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if ((cause as { constraint?: string }).constraint !== "wallet_not_negative") throw error;
  throw moneyError("wallet.too_little", { cause: error });
}
