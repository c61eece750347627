import { and, eq, like, or } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { billingAccounts, mpesaReceipts } from "#app/db/schema/money/payments.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { creditPayment } from "#app/domain/money/invoices/incoming.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Actor, type Call, type Services, systemContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { paymentClaimed } from "../events.ts";
import { moneyNote } from "../notes.ts";
import { unusedReference } from "../unusedReference.server.ts";
import { readAccountNumber } from "./accountNumbers.ts";

/**
 * Up to three organisations that may own an unassigned payment: their account number starts or ends like the
 * typed one.
 */
export async function likelyOwners(tx: Tx, receipt: string) {
  const [payment] = await tx
    .select({ account: mpesaReceipts.account })
    .from(mpesaReceipts)
    .where(and(eq(mpesaReceipts.receipt, receipt), eq(mpesaReceipts.state, "suspense")));
  const typed = payment ? readAccountNumber(payment.account).replace(/\D/g, "") : "";
  if (typed.length < 4) return [];
  const { accountNumber } = billingAccounts;
  return tx
    .select({ orgId: organisations.id, name: organisations.name, accountNumber })
    .from(billingAccounts)
    .innerJoin(organisations, eq(organisations.id, billingAccounts.orgId))
    .where(or(like(accountNumber, `${typed.slice(0, 4)}%`), like(accountNumber, `%${typed.slice(-4)}_`)))
    .limit(3);
}

/** Staff assign a payment in suspense to an organisation, with a reason. */
export const assignPayment = ({
  services,
  actor,
  input,
}: {
  services: Services;
  actor: Actor;
  input: { receipt: string; organisation: string; reason: string };
}) =>
  services.db.withSystem(async (tx) => {
    const [org] = await tx
      .select({ id: organisations.id })
      .from(organisations)
      .where(eq(organisations.id, input.organisation as OrgId));
    if (!org) throw notFound("Organisation");
    return givePayment(tx, services, actor, { receipt: input.receipt, orgId: org.id, note: input.reason });
  });

/**
 * An organisation claims its own payment from suspense. The proof is the receipt code and the amount from the
 * message on the payer's phone. @throws DomainError `payment.not_found` (404), also for another amount.
 */
export const claimPayment = ({ ctx, input }: Call<{ receipt: string; amountKes: number }>) =>
  ctx.db.withSystem((tx) =>
    givePayment(tx, ctx, ctx.actor, {
      receipt: input.receipt,
      orgId: ctx.orgId,
      note: moneyNote("money.claimed_code"),
      amountCents: input.amountKes * 100,
    }),
  );

/** Assigns a payment in suspense to an organisation, once. */
export async function givePayment(
  tx: Tx,
  services: Services,
  actor: Actor,
  what: { receipt: string; orgId: OrgId; note: string; amountCents?: number },
): Promise<{ amountCents: number }> {
  const [found] = await tx
    .select()
    .from(mpesaReceipts)
    .where(and(eq(mpesaReceipts.receipt, what.receipt), eq(mpesaReceipts.state, "suspense")))
    .for("update");
  if (!found || (what.amountCents !== undefined && found.amountCents !== what.amountCents))
    throw moneyError("payment.not_found");
  await tx
    .update(mpesaReceipts)
    .set({ state: "claimed", orgId: what.orgId, claimedBy: userOf(actor), note: what.note })
    .where(eq(mpesaReceipts.receipt, what.receipt));
  const ctx = { ...systemContext(services, what.orgId, "claim-payment"), actor };
  await creditPayment(tx, ctx, {
    method: "mpesa",
    amountCents: found.amountCents,
    invoiceId: null,
    paymentId: null,
    reference: await unusedReference(tx, what.orgId, `mpesa:${what.receipt}`),
    receipt: what.receipt,
    wasUnassigned: true,
  });
  await record(tx, ctx, paymentClaimed, {
    subject: null,
    data: { amountCents: found.amountCents, receipt: what.receipt, because: what.note },
  });
  return { amountCents: found.amountCents };
}
