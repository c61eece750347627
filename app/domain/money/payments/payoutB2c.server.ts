import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { platformBook } from "#app/db/schema/money/ledger.ts";
import { payouts } from "#app/db/schema/money/payments.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { clearingOf } from "#app/domain/money/invoices/incoming.server.ts";
import { resultUrls } from "#app/domain/money/mpesa/addresses.server.ts";
import type { Actor, Services } from "#app/platform/context.ts";
import { DarajaError } from "#app/platform/gates/daraja.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { bookEntry } from "../book.server.ts";
import { debitEarnings } from "./payoutRow.server.ts";

export interface PayoutRequest {
  /** The partner's book, debited from `earnings`. */
  book: OrgId;
  /** Identifies the paid object (`settlement:…`), so that it is paid once. */
  reference: string;
  phone: string;
  /** Whole shillings, in cents. */
  amountCents: number;
  recipientName: string;
}

/**
 * Pays out by B2C. The row, whose id prevents a second payout, and the booking are stored first; a refusal
 * returns the money. Without a response the payout is `unknown` until its result or a status arrives. @throws
 * DomainError `payout.unavailable` (503), `payout.whole_shillings` (400).
 */
export async function payoutB2c({
  services,
  actor,
  input,
}: {
  services: Services;
  actor: Actor;
  input: PayoutRequest;
}): Promise<{ payoutId: string; isNew: boolean }> {
  const { daraja, config } = services;
  if (!daraja || !config.daraja?.initiatorPassword) throw moneyError("payout.unavailable");
  if (input.amountCents <= 0 || input.amountCents % 100 !== 0) throw moneyError("payout.whole_shillings");
  const { payoutId, isNew } = await setAside(services, actor, input);
  if (!isNew) return { payoutId, isNew };
  const request = {
    id: payoutId,
    phone: input.phone,
    amountKes: input.amountCents / 100,
    remarks: "Settlement",
    ...resultUrls(config, payoutId),
  };
  const ofPayout = and(eq(payouts.orgId, input.book), eq(payouts.id, payoutId));
  try {
    const { conversationId } = await daraja.payOut(request, input.book);
    await services.db.withSystem((tx) => tx.update(payouts).set({ conversationId }).where(ofPayout));
  } catch (error) {
    await services.db.withSystem((tx) => applyFailure(tx, services, ofPayout, error));
  }
  return { payoutId, isNew };
}

/** A refusal returns the money; any other error leaves the payout in doubt. */
async function applyFailure(
  tx: Tx,
  services: Services,
  ofPayout: SQL | undefined,
  error: unknown,
): Promise<void> {
  const now = services.clock.now();
  const [open] = await tx.select().from(payouts).where(ofPayout).for("update");
  if (open?.state !== "pending") return;
  if (!(error instanceof DarajaError) || /duplicate/i.test(error.message)) {
    await tx.update(payouts).set({ state: "unknown", nextCheckAt: now }).where(ofPayout);
    return;
  }
  const { errorCode: resultCode, message: resultDesc } = error;
  await tx.update(payouts).set({ state: "failed", resultCode, resultDesc, endedAt: now }).where(ofPayout);
  await returnToEarnings(tx, services, open);
}

const setAside = (services: Services, actor: Actor, input: PayoutRequest) =>
  services.db.withSystem((tx) =>
    debitEarnings(tx, services, actor, {
      ...input,
      method: "mpesa",
      nextCheckAt: new Date(services.clock.now().getTime() + 5 * 60_000),
    }),
  );

type Payout = typeof payouts.$inferSelect;

/** Returns the money of a failed payout to its book. */
export async function returnToEarnings(
  tx: Parameters<typeof bookEntry>[0],
  services: Services,
  payout: Payout,
): Promise<void> {
  await bookEntry(tx, {
    orgId: payout.orgId,
    kind: "reversal",
    about: { code: "payout.not_made" },
    reference: `payout-back:${payout.id}`,
    postings: { earnings: payout.amountCents },
    platformPostings: { paid_out: -payout.amountCents },
    at: services.clock.now(),
  });
}

/** The money has left the shortcode or the bank account, so its balance is lower. */
export async function bookPaidOut(
  tx: Parameters<typeof bookEntry>[0],
  services: Services,
  payout: Payout,
): Promise<void> {
  await bookEntry(tx, {
    orgId: platformBook,
    counterparty: payout.orgId,
    kind: "payout",
    about: { code: "payout.confirmed" },
    reference: `paid-out:${payout.id}`,
    postings: { paid_out: -payout.amountCents, [clearingOf[payout.method]]: payout.amountCents },
    at: services.clock.now(),
  });
}

/** Queries payouts without a result, by our own id. */
export async function sweepPayouts(services: Services): Promise<number> {
  const { daraja, config, clock } = services;
  if (!daraja || !config.daraja?.initiatorPassword) return 0;
  const due = await services.db.withSystem((tx) =>
    tx
      .update(payouts)
      .set({ state: "unknown", nextCheckAt: new Date(clock.now().getTime() + 15 * 60_000) })
      .where(
        sql`${payouts.state} in ('pending', 'unknown') and ${payouts.nextCheckAt} <= ${clock.now().toISOString()}`,
      )
      .returning({ orgId: payouts.orgId, id: payouts.id }),
  );
  for (const { orgId, id } of due)
    await daraja
      .askTransaction({ originalConversationId: id, ...resultUrls(config, id) }, orgId)
      .catch((error: unknown) => services.log.warn({ err: error, payoutId: id }, "payout not checked"));
  return due.length;
}
