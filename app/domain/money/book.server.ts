import { clientOf, queryRows, type Tx } from "#app/db/client.server.ts";
import { type EntryKind, type LedgerAccountName, platformBook } from "#app/db/schema/money/ledger.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import type { EntryFact } from "./entryFacts.ts";

type Lines = Partial<Record<LedgerAccountName, number>>;

export interface Booking {
  orgId: OrgId;
  kind: EntryKind;
  about: EntryFact;
  /** Identifies the event, so that it is booked once. By default the entry's id. */
  reference?: string;
  /**
   * KES cents per account of `orgId`; together with the platform's they sum to zero. Zero amounts are left
   * out.
   */
  postings: Lines;
  /** Lines in the platform's book, which only `withSystem` may write. */
  platformPostings?: Lines;
  /** For entries in the platform's book only: the organisation or partner that owns the money. */
  counterparty?: OrgId;
  at: Date;
}

/**
 * Books a journal entry. With lines in the platform's book it has a half in each book, under the same id,
 * joined by what the books owe each other. The database refuses lines that do not sum to zero, and a wallet
 * below zero. Returns `booked: false` when the reference was already booked. @throws DomainError
 * `wallet.too_little` (402).
 */
export async function bookEntry(
  tx: Tx,
  booking: Booking,
): Promise<{ booked: false } | { booked: true; entryId: string }> {
  const { orgId, at } = booking;
  const id = newId("jrn", at.getTime());
  const { reference = id } = booking;
  const entry = { ...booking, id, reference };
  const platformLines = Object.values(booking.platformPostings ?? {});
  const dueCents = sumOf(platformLines);
  const total = sumOf(Object.values(booking.postings)) + dueCents;
  if (total !== 0) throw new Error(`Journal entry ${reference} sums to ${total} cents, not to zero`);
  if (platformLines.every((cents) => cents === 0)) {
    const booked = await bookIn(tx, orgId, entry);
    return booked ? { booked, entryId: entry.id } : { booked };
  }
  const booked = await bookIn(tx, orgId, {
    ...entry,
    counterparty: platformBook,
    postings: { ...booking.postings, due_from_platform: dueCents },
  });
  if (!booked) return { booked };
  await bookIn(tx, platformBook, {
    ...entry,
    counterparty: orgId,
    reference: `${orgId}:${reference}`,
    postings: { ...booking.platformPostings, due_to_counterparty: -dueCents },
  });
  return { booked, entryId: entry.id };
}

const sumOf = (cents: number[]): number => cents.reduce((sum, each) => sum + each, 0);

/** Books an entry in one book. Returns false when the book already has its reference. */
async function bookIn(
  tx: Tx,
  book: OrgId,
  entry: Booking & { id: string; reference: string },
): Promise<boolean> {
  const lines = inLockOrder(entry.postings);
  const { rows } = await clientOf(tx)
    .query<{ booked: boolean }>({
      name: "book_entry",
      text: "select public.book_entry($1, $2, $3, $4, $5, $6, $7, $8, $9) as booked",
      values: [
        book,
        entry.id,
        entry.kind,
        JSON.stringify(entry.about),
        entry.reference,
        entry.at,
        entry.counterparty === book ? null : entry.counterparty,
        lines.map(([account]) => account),
        lines.map(([, cents]) => cents),
      ],
    })
    .catch(walletTooLittle);
  return rows[0]!.booked;
}

/** An entry in one book, whose lines sum to zero there. */
export type OwnBooking = Pick<Booking, "kind" | "about" | "at" | "postings"> & { reference: string };

/**
 * Books entries in one book, in their order; those that it has stay as they are. Returns the references that it had not. @throws
 * DomainError `wallet.too_little` (402).
 */
export async function bookAll(
  tx: Tx,
  book: OrgId,
  bookings: readonly OwnBooking[],
): Promise<ReadonlySet<string>> {
  const entries = bookings.map(({ postings, ...booking }) => {
    const lines = inLockOrder(postings);
    return {
      ...{ ...booking, id: newId("jrn", booking.at.getTime()) },
      ...{ accounts: lines.map(([account]) => account), amounts: lines.map(([, cents]) => cents) },
    };
  });
  const { rows } = await clientOf(tx)
    .query<{ booked: number }>({
      name: "book-entries",
      text: "select public.book_entries($1, $2) as booked",
      values: [book, JSON.stringify(entries)],
    })
    .catch(walletTooLittle);
  if (rows[0]!.booked === entries.length) return new Set(entries.map(({ reference }) => reference));
  const booked = await queryRows<{ reference: string }>(
    tx,
    "select reference from journal_entries where org_id = $1 and id = any($2)",
    [book, entries.map(({ id }) => id)],
  );
  return new Set(booked.map(({ reference }) => reference));
}

/** Accounts that `lock_ledger` locks, in its order. */
const lockedFirst: readonly string[] = ["held", "wallet"];
const rankOf = (account: string) => (lockedFirst.includes(account) ? 0 : 1);

/** The global lock order of accounts, so that concurrent bookings do not deadlock. */
const inLockOrder = (lines: Lines) =>
  Object.entries(lines)
    .filter(([, cents]) => cents !== 0)
    .sort(([a], [b]) => rankOf(a) - rankOf(b) || a.localeCompare(b));

function walletTooLittle(error: unknown): never {
  if ((error as { constraint?: string }).constraint !== "wallet_not_negative") throw error;
  throw moneyError("wallet.too_little", { cause: error });
}
