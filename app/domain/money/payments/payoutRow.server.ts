import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { payouts } from "#app/db/schema/money/payments.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Actor, Services } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { bookEntry } from "../book.server.ts";
import { payoutStarted } from "../events.ts";

export interface NewPayout {
  book: OrgId;
  reference: string;
  method: "mpesa" | "bank";
  /** The bank account, for payouts to a bank. */
  phone: string;
  amountCents: number;
  recipientName: string;
  nextCheckAt: Date | null;
}

/**
 * Stores a payout and debits `earnings`; a second one with the same reference returns the first. System role.
 */
export async function debitEarnings(
  tx: Tx,
  services: Pick<Services, "clock">,
  actor: Actor,
  { book, ...input }: NewPayout,
): Promise<{ payoutId: string; isNew: boolean }> {
  const now = services.clock.now();
  const [payout] = await tx
    .insert(payouts)
    .values({ orgId: book, id: newId("pot", now.getTime()), ...input, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: [payouts.orgId, payouts.reference] })
    .returning({ id: payouts.id });
  if (!payout) return { payoutId: await idOf(tx, book, input.reference), isNew: false };
  await bookEntry(tx, {
    orgId: book,
    kind: "payout",
    about: { code: "payout.started", to: input.recipientName },
    reference: `payout:${payout.id}`,
    postings: { earnings: -input.amountCents },
    platformPostings: { paid_out: input.amountCents },
    at: now,
  });
  await record(tx, { orgId: book, actor, clock: services.clock }, payoutStarted, {
    subject: payout.id,
    data: { amountCents: input.amountCents },
  });
  return { payoutId: payout.id, isNew: true };
}

async function idOf(tx: Tx, book: OrgId, reference: string): Promise<string> {
  const [known] = await tx
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.orgId, book), eq(payouts.reference, reference)));
  return known!.id;
}
