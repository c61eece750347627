import { clientOf, type Tx } from "#app/db/client.server.ts";
import { type EntryKind, type LedgerAccountName, platformBook } from "#app/db/schema/money.ts";
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
  const { rows } = await clientOf(tx)
    .query<{ id: string }>({
      name: "book_entry",
      text: bookingText,
      values: [
        booking.orgId,
        newId("jrn", at.getTime()),
        booking.kind,
        JSON.stringify(booking.about),
        booking.reference,
        at,
        lines.map(({ orgId }) => orgId),
        lines.map(({ account }) => account),
        lines.map(({ amountCents }) => amountCents),
      ],
    })
    .catch(walletTooLittle);
  return rows[0] ? { booked: true, entryId: rows[0].id } : { booked: false };
}

/** The entry and its lines in one way to the database: a booking is part of every send that is paid for. */
const bookingText = `
  with entry as (
    insert into journal_entries (org_id, id, kind, about, reference, created_at) values ($1, $2, $3, $4, $5, $6)
      on conflict (org_id, reference) do nothing
      returning id
  ), written as (
    insert into postings (org_id, entry_id, account, amount_cents)
      select line.org_id, entry.id, line.account, line.amount_cents
        from entry, unnest($7::text[], $8::text[], $9::bigint[]) with ordinality
          as line (org_id, account, amount_cents, place)
        order by line.place
  )
  select id from entry`;

/** One order of accounts for everybody, the platform's last, so that two bookings never wait for each other. */
const linesOf = (orgId: OrgId, lines: Lines) =>
  (Object.entries(lines) as [LedgerAccountName, number][])
    .filter(([, amountCents]) => amountCents !== 0)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([account, amountCents]) => ({ orgId, account, amountCents }));

function walletTooLittle(error: unknown): never {
  if ((error as { constraint?: string }).constraint !== "wallet_not_negative") throw error;
  throw moneyError("wallet.too_little", { cause: error });
}
