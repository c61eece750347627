import { and, asc, eq } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { mpesaReceipts } from "#app/db/schema/money/payments.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Actor, type OrgContext, type Services, systemContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { paymentClaimed } from "../events.ts";
import { creditPayment } from "../incoming.server.ts";
import { moneyNote } from "../notes.ts";
import { unusedReference } from "../unusedReference.server.ts";
import { readAccountNumber } from "./accountNumbers.ts";

/** Unmatched payments, oldest first, each with organisations whose number is similar to the typed one. */
export async function listSuspense(services: Pick<Services, "db">) {
  return services.db.withSystem(async (tx) => {
    const waiting = await tx
      .select()
      .from(mpesaReceipts)
      .where(eq(mpesaReceipts.state, "suspense"))
      .orderBy(asc(mpesaReceipts.paidAt))
      .limit(200);
    const guesses = await guessesOf(tx, waiting);
    return waiting.map((row, index) => ({
      ...row,
      note: row.note === null ? null : noteWords(row.note),
      guesses: guesses[index]!,
    }));
  });
}

interface Guess {
  orgId: OrgId;
  name: string;
  accountNumber: string;
}

/** For each payment up to three organisations whose number starts or ends like the typed one. */
async function guessesOf(tx: Tx, payments: readonly { account: string }[]): Promise<Guess[][]> {
  const typed = payments.map(({ account }) => readAccountNumber(account).replace(/\D/g, ""));
  const { rows } = await clientOf(tx).query<Guess & { index: number }>({
    text: `select t.index, g.* from unnest($1::text[]) with ordinality as t(digits, index) cross join lateral (
        select o.id as "orgId", o.name, b.account_number as "accountNumber"
        from billing_accounts b join organisations o on o.id = b.org_id
        where length(t.digits) >= 4
          and (b.account_number like left(t.digits, 4) || '%' or b.account_number like '%' || right(t.digits, 4) || '_')
        limit 3) as g`,
    values: [typed],
  });
  return typed.map((_, at) =>
    rows.filter(({ index }) => index === at + 1).map(({ index: _index, ...guess }) => guess),
  );
}

/** The organisations that an unassigned payment may belong to, by the account number that the payer typed. */
export async function likelyOwners(tx: Tx, receipt: string): Promise<Guess[]> {
  const found = await tx
    .select({ account: mpesaReceipts.account })
    .from(mpesaReceipts)
    .where(and(eq(mpesaReceipts.receipt, receipt), eq(mpesaReceipts.state, "suspense")));
  return (await guessesOf(tx, found)).flat();
}

/** Staff give a payment of suspense to an organisation, and say why. */
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
 * An organisation takes a payment of its own out of suspense. The proof is the message on the payer's phone: its code and
 * its amount together.
 * @throws DomainError `payment.not_found` (404), also where the amount is another.
 */
export const claimPayment = ({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { receipt: string; amountKes: number };
}) =>
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
