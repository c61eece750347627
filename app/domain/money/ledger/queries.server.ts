import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { holds, journalEntries, ledgerCredits, postings } from "#app/db/schema/money/ledger.ts";
import { allocateCredits } from "#app/domain/money/credits/allocateCredits.server.ts";
import { paidFrom } from "#app/domain/money/credits/queries.server.ts";
import { describeEntry } from "#app/domain/money/describeEntry.ts";
import { cardOf, readFunds } from "#app/domain/money/funds.server.ts";
import { outcomeOf } from "#app/domain/money/heldParts.ts";
import { dueCentsOf } from "#app/domain/money/invoices/queries.server.ts";
import { messagePriceOf } from "#app/domain/money/messagePrice/read.server.ts";
import { readPrices } from "#app/domain/money/prices/read.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

const entriesAPage = 25;

/** The wallet's displayed lines; settlements and releases are shown with their hold. */
const movesOfWallet = [
  "top_up",
  "claim",
  "invoice_paid",
  "refund",
  "reversal",
  "adjustment",
  "hold",
] as const;

/** The wallet: balances and unpaid invoices (KES cents), with this month's messages of the plan. */
export async function getWallet(ctx: OrgContext) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { org, balanceOf, usageOf } = await readFunds(tx, ctx.orgId);
    const now = ctx.clock.now();
    const prices = await readPrices(tx);
    const { card, month } = await cardOf(tx, org, now);
    const usage = usageOf(month);
    return {
      balanceCents: balanceOf("wallet"),
      heldCents: balanceOf("held"),
      dueCents: await dueCentsOf(tx, ctx.orgId),
      reserveCents: prices.campaignReserveAt(now),
      plan: {
        planType: org.planType,
        billingType: org.billingType,
        messageLimit: org.messageLimit,
        monthlyCents: card.monthlyCents,
        perMessageCents: card.perMessageCents,
        messagePrice: messagePriceOf(prices, card.perMessageCents, now),
        includedMessages: card.includedMessages,
        includedUsed: usage?.includedUsed ?? 0,
        includedHeld: usage?.includedHeld ?? 0,
        delivered: usage?.delivered ?? 0,
        month,
      },
    };
  });
}

/**
 * A page of the wallet's top-ups and holds, newest first, before the entry `cursor`. A hold is shown with its
 * result, because its settlements and releases are hundreds.
 */
export async function listWalletEntries({ ctx, input }: Call<{ cursor?: string | undefined }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { isAllocated } = await readFunds(tx, ctx.orgId);
    if (!isAllocated) await allocateCredits(tx, ctx.orgId);
    const rows = await entriesBefore(tx, ctx.orgId, input.cursor);
    const shown = rows.slice(0, entriesAPage);
    return {
      entries: await withSources(tx, ctx.orgId, shown),
      nextCursor: rows.length > entriesAPage ? (shown.at(-1)?.entry.id ?? null) : null,
    };
  });
}

const entriesBefore = (tx: Tx, orgId: OrgId, cursor: string | undefined) =>
  tx
    .select({
      entry: journalEntries,
      hold: holds,
      walletCents: postings.amountCents,
      credit: ledgerCredits,
      recipient: sql<string | null>`coalesce(nullif(${contacts.name}, ''), ${contacts.phone})`,
    })
    .from(journalEntries)
    .leftJoin(
      postings,
      and(eq(postings.orgId, orgId), eq(postings.entryId, journalEntries.id), eq(postings.account, "wallet")),
    )
    .leftJoin(holds, and(eq(holds.orgId, orgId), eq(journalEntries.reference, sql`'hold:' || ${holds.id}`)))
    .leftJoin(
      ledgerCredits,
      and(eq(ledgerCredits.orgId, orgId), eq(ledgerCredits.entryId, journalEntries.id)),
    )
    .leftJoin(messages, and(eq(messages.orgId, orgId), eq(messages.id, holds.subjectId)))
    .leftJoin(contacts, and(eq(contacts.orgId, orgId), eq(contacts.id, messages.contactId)))
    .where(
      and(
        eq(journalEntries.orgId, orgId),
        inArray(journalEntries.kind, [...movesOfWallet]),
        cursor === undefined ? undefined : lt(journalEntries.id, cursor),
      ),
    )
    .orderBy(desc(journalEntries.id))
    .limit(entriesAPage + 1);

async function withSources(
  tx: Tx,
  orgId: OrgId,
  rows: readonly Awaited<ReturnType<typeof entriesBefore>>[number][],
) {
  const sources = await paidFrom(
    tx,
    orgId,
    rows.map(({ entry, hold }) => hold?.subjectId ?? entry.id),
  );
  return rows.map(({ entry, hold, walletCents, credit, recipient }) => ({
    id: entry.id,
    kind: entry.kind,
    description: describeEntry({ about: entry.about, recipient }),
    createdAt: entry.createdAt,
    walletCents: walletCents ?? 0,
    /** The unspent rest of a top-up; null for other entries. */
    leftCents: credit?.remainingCents ?? null,
    paidFrom: sources.get(hold?.subjectId ?? entry.id) ?? [],
    hold: hold && { subjectId: hold.subjectId, ...outcomeOf(hold) },
  }));
}
