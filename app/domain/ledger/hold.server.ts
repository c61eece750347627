import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { organisations } from "#app/db/schema/identity.ts";
import { holds, monthlyUsage } from "#app/db/schema/money.ts";
import { monthOf } from "#app/shared/calendar.ts";
import { countOf } from "#app/shared/counts.ts";
import { newId, type OrgId } from "#app/shared/ids.ts";
import { bookEntry } from "./book.server.ts";
import { heldParts, remainingOf } from "./heldParts.ts";
import { lockHold } from "./lock.server.ts";
import { type Quote, requireEnoughMoney } from "./quote.server.ts";

/**
 * Sets included messages and money aside for a campaign, as quoted with `lock` in the same transaction.
 * @throws DomainError `wallet.too_little` (402).
 */
export const holdForCampaign = (
  tx: Tx,
  input: { orgId: OrgId; campaignId: string; campaignName: string; price: Quote; now: Date },
): Promise<{ holdId: string }> =>
  setAside(tx, {
    ...input,
    description: `Set aside for “${input.campaignName}”: ${countOf(input.price.messages, "message")}`,
  });

/**
 * The same for one template message outside a campaign; `summary` names it. It is settled or released by
 * `settleSingleMessages`.
 * @throws DomainError `wallet.too_little` (402).
 */
export const holdForMessage = (
  tx: Tx,
  input: { orgId: OrgId; messageId: string; summary: string; price: Quote; now: Date },
): Promise<{ holdId: string }> =>
  setAside(tx, {
    ...input,
    campaignId: input.messageId,
    description: `Set aside for ${input.summary}: 1 message`,
  });

async function setAside(
  tx: Tx,
  input: { orgId: OrgId; campaignId: string; description: string; price: Quote; now: Date },
): Promise<{ holdId: string }> {
  const { orgId, campaignId, price, now } = input;
  requireEnoughMoney(price);
  const holdId = newId("hld", now.getTime());
  await tx.insert(holds).values({
    orgId,
    id: holdId,
    campaignId,
    messages: price.messages,
    includedMessages: price.includedMessages,
    priceCentsPerMessage: price.priceCentsPerMessage,
    createdAt: now,
  });
  const month = monthOf(now, await timezoneOf(tx, orgId));
  await tx
    .update(monthlyUsage)
    .set({ includedHeld: sql`${monthlyUsage.includedHeld} + ${price.includedMessages}` })
    .where(and(eq(monthlyUsage.orgId, orgId), eq(monthlyUsage.month, month)));
  await bookEntry(tx, {
    orgId,
    kind: "hold",
    description: input.description,
    reference: `hold:${holdId}`,
    postings: { wallet: -price.totalCents, held: price.totalCents },
    at: now,
  });
  return { holdId };
}

export interface HoldMove {
  orgId: OrgId;
  /** The campaign, or the single message, that the hold is for. */
  campaignId: string;
  /** Messages; more than the hold still covers counts as what it covers. */
  count: number;
  /** Names the event; the same event a second time moves nothing. */
  reference: string;
  at?: Date;
}

/** Delivered messages: the plan's included ones first, then money from `held` to `revenue`. Answers how many were settled. */
export async function settleDelivered(tx: Tx, move: HoldMove): Promise<{ settled: number }> {
  const { moved } = await moveHold(tx, "settle", move);
  return { settled: moved };
}

/** Messages that will never be delivered: priced ones go back to the wallet first, then included ones to the plan. */
export async function releaseUndelivered(tx: Tx, move: HoldMove): Promise<{ released: number }> {
  const { moved } = await moveHold(tx, "release", move);
  return { released: moved };
}

async function moveHold(tx: Tx, kind: "settle" | "release", move: HoldMove): Promise<{ moved: number }> {
  const { orgId, campaignId } = move;
  const at = move.at ?? new Date();
  const hold = await lockHold(tx, orgId, campaignId);
  const count = hold ? Math.min(move.count, remainingOf(hold)) : 0;
  if (!hold || count <= 0) return { moved: 0 };
  const after = {
    ...hold,
    settledMessages: hold.settledMessages + (kind === "settle" ? count : 0),
    releasedMessages: hold.releasedMessages + (kind === "release" ? count : 0),
  };
  const [before, left] = [heldParts(hold), heldParts(after)];
  const included = before.included - left.included;
  const amountCents = (before.paid - left.paid) * hold.priceCentsPerMessage;
  const entry = await bookEntry(tx, {
    orgId,
    kind,
    description: `${countOf(count, "message")} ${kind === "settle" ? "delivered" : "not delivered"}`,
    reference: move.reference,
    postings:
      kind === "settle"
        ? { held: -amountCents, revenue: amountCents }
        : { held: -amountCents, wallet: amountCents },
    at,
  });
  if (!entry.booked) return { moved: 0 };
  await tx
    .update(holds)
    .set({
      settledMessages: after.settledMessages,
      releasedMessages: after.releasedMessages,
      closedAt: remainingOf(after) === 0 ? at : null,
    })
    .where(and(eq(holds.orgId, orgId), eq(holds.id, hold.id)));
  const timezone = await timezoneOf(tx, orgId);
  if (included > 0) {
    // Included messages belong to the month in which they were set aside.
    await tx
      .update(monthlyUsage)
      .set({
        includedHeld: sql`${monthlyUsage.includedHeld} - ${included}`,
        ...(kind === "settle" ? { includedUsed: sql`${monthlyUsage.includedUsed} + ${included}` } : {}),
      })
      .where(and(eq(monthlyUsage.orgId, orgId), eq(monthlyUsage.month, monthOf(hold.createdAt, timezone))));
  }
  if (kind === "settle") {
    await tx
      .insert(monthlyUsage)
      .values({ orgId, month: monthOf(at, timezone), delivered: count })
      .onConflictDoUpdate({
        target: [monthlyUsage.orgId, monthlyUsage.month],
        set: { delivered: sql`${monthlyUsage.delivered} + ${count}` },
      });
  }
  return { moved: count };
}

async function timezoneOf(tx: Tx, orgId: OrgId): Promise<string | undefined> {
  const [org] = await tx
    .select({ timezone: organisations.timezone })
    .from(organisations)
    .where(eq(organisations.id, orgId));
  return org?.timezone;
}
