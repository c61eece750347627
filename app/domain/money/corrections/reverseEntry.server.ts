import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { bankStatementLines } from "#app/db/schema/money/bank.ts";
import { journalEntries, ledgerAccounts, platformBook } from "#app/db/schema/money/ledger.ts";
import { mpesaReceipts } from "#app/db/schema/money/payments.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Actor, Services } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { bookEntry } from "../book.server.ts";
import { describeEntry } from "../describeEntry.ts";
import { entryReversed } from "../events.ts";
import { lockLedger } from "../lock.server.ts";
import { moneyNote } from "../notes.ts";
import { linesOf } from "./lines.server.ts";
import { obstacleOf } from "./mayReverse.ts";

type Entry = typeof journalEntries.$inferSelect;
type Lines = { orgId: OrgId; account: string; amountCents: number }[];

/**
 * Staff: reverses a wrong entry by a second entry; entries are never changed or deleted. Unspent money from
 * M-Pesa or the bank waits again to be assigned. @throws DomainError `entry.not_found`,
 * `entry.not_reversible` (409), `entry.reversed` (409), `entry.spent` (409).
 */
export async function reverseEntry({
  services,
  actor,
  input,
}: {
  services: Services;
  actor: Actor;
  input: { orgId: string; entryId: string; reason: string };
}): Promise<{ amountCents: number }> {
  return services.db.withSystem(async (tx) => {
    const orgId = input.orgId as OrgId;
    const entry = await reversibleEntry(tx, orgId, input.entryId);
    await lockLedger(tx, orgId);
    const lines = await linesOf(tx, entry);
    const walletCents = lines.find(({ account }) => account === "wallet")?.amountCents ?? 0;
    await requireUnspent(tx, orgId, walletCents);
    const what = describeEntry({ about: entry.about, recipient: null });
    const { booked } = await bookEntry(tx, {
      orgId,
      kind: "reversal",
      about: { code: "entry.reversed", what, because: input.reason, of: entry.id },
      reference: `reversal:${entry.id}`,
      postings: turned(lines, (line) => line.orgId === orgId),
      platformPostings: turned(lines, (line) => line.orgId === platformBook, intoSuspense),
      at: services.clock.now(),
    });
    if (!booked) throw moneyError("entry.reversed");
    await offerAgain(tx, entry, input.reason);
    await record(tx, { orgId, actor, clock: services.clock }, entryReversed, {
      subject: entry.id,
      data: { amountCents: walletCents, what, because: input.reason },
    });
    return { amountCents: walletCents };
  });
}

async function reversibleEntry(tx: Tx, orgId: OrgId, entryId: string): Promise<Entry> {
  const [entry] = await tx
    .select()
    .from(journalEntries)
    .where(and(eq(journalEntries.orgId, orgId), eq(journalEntries.id, entryId)));
  if (!entry || orgId === platformBook) throw notFound("Entry");
  const obstacle = obstacleOf(entry);
  if (obstacle) throw moneyError("entry.not_reversible", { values: { said: obstacle } });
  return entry;
}

/** Money of the paybill returns to suspense, until it is assigned or refunded. */
const intoSuspense = (account: string) => (account === "mpesa_clearing" ? "suspense" : account);

function turned(
  lines: Lines,
  isIn: (line: Lines[number]) => boolean,
  accountOf: (account: string) => string = (account) => account,
) {
  return Object.fromEntries(
    lines.filter(isIn).map(({ account, amountCents }) => [accountOf(account), -amountCents]),
  );
}

async function requireUnspent(tx: Tx, orgId: OrgId, neededCents: number): Promise<void> {
  const [wallet] = await tx
    .select({ cents: ledgerAccounts.balanceCents })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.orgId, orgId), eq(ledgerAccounts.name, "wallet")));
  const cents = wallet?.cents ?? 0;
  if (cents >= neededCents) return;
  throw moneyError("entry.spent", {
    values: { cents: formatKes(cents), neededCents: formatKes(neededCents) },
  });
}

/** The receipt or the statement line returns to its work list. */
async function offerAgain(tx: Tx, entry: Entry, reason: string): Promise<void> {
  const { method, receipt } = entry.about as { method?: string; receipt?: string | null };
  if (!receipt) return;
  if (method === "mpesa")
    await tx
      .update(mpesaReceipts)
      .set({
        state: "suspense",
        orgId: null,
        claimedBy: null,
        note: moneyNote("money.taken_back", { reason }),
      })
      .where(and(eq(mpesaReceipts.receipt, receipt), eq(mpesaReceipts.orgId, entry.orgId)));
  if (method === "bank")
    await tx
      .update(bankStatementLines)
      .set({
        state: "open",
        matchedReference: null,
        settledAt: null,
        note: moneyNote("money.taken_back", { reason }),
      })
      .where(eq(bankStatementLines.bankReference, receipt));
}
