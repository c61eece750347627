import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { dues } from "#app/db/schema/sales/books.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Due, factsOfDues } from "#app/domain/sales/dues/facts.server.ts";
import { endRequestsOf, openRequestOf } from "#app/domain/sales/dues/requests.server.ts";
import { openCents } from "#app/domain/sales/dues/states.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { dueCancelled } from "#app/domain/sales/events.ts";
import { type AskResult, askAgainIn, askForPaymentIn } from "#app/domain/sales/requests/ask.server.ts";
import { oneOpenPrompt } from "#app/domain/sales/requests/prompt.server.ts";
import type { RequestWay } from "#app/domain/sales/requests/words.ts";
import { lockPayments } from "#app/domain/sales/tills/lockPayments.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

const ofDue = (ctx: Pick<OrgContext, "orgId">, dueId: string) =>
  and(eq(dues.orgId, ctx.orgId), eq(dues.id, dueId));

/** A due, locked, in the order of all: payments first. @throws DomainError `due.not_found` */
async function lockDue(tx: Tx, ctx: OrgContext, dueId: string): Promise<Due> {
  await lockPayments(tx, ctx.orgId);
  const [due] = await tx.select().from(dues).where(ofDue(ctx, dueId)).for("update");
  if (!due) throw notFound("Due");
  return due;
}

/** Waives what is open of a due; what was paid stays paid. @throws DomainError `due.not_found`, `due.closed` */
export const cancelDue = ({ ctx, input: { dueId } }: Call<{ dueId: string }>): Promise<void> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const due = await lockDue(tx, ctx, dueId);
    if (due.cancelledAt !== null) return;
    if (openCents(due) === 0) throw salesError("due.closed");
    const now = ctx.clock.now();
    await tx
      .update(dues)
      .set({ cancelledAt: now, nextPenaltyOn: null, updatedAt: now })
      .where(ofDue(ctx, dueId));
    await endRequestsOf(tx, ctx, [dueId]);
    const facts = await factsOfDues(tx, ctx.orgId, [due]);
    await record(tx, ctx, dueCancelled, { subject: dueId, data: facts(due) });
    notifyPages(tx, ctx.orgId, "payments");
  });

/**
 * Asks the contact for what is open of a due, once for a key; a request that waits for it is used again. @throws
 * DomainError `due.not_found`, `due.closed`, `due.no_contact`, and those of `askForPayment`
 */
export const askForDue = ({
  ctx,
  input: { dueId, way, key },
}: Call<{ dueId: string; way: RequestWay; key: string }>): Promise<AskResult> =>
  oneOpenPrompt(() =>
    ctx.db.withOrg(ctx.orgId, async (tx) => {
      const due = await lockDue(tx, ctx, dueId);
      if (openCents(due) === 0) throw salesError("due.closed");
      if (due.contactId === null) throw salesError("due.no_contact");
      const facts = await factsOfDues(tx, ctx.orgId, [due]);
      const { book, member } = facts(due);
      const open = await openRequestOf(tx, ctx, due);
      if (open?.key === key) return { request: open, isNew: false, sent: null };
      if (open) return askAgainIn(tx, ctx, open, way);
      return askForPaymentIn(tx, ctx, {
        ...{ contactId: due.contactId, tillId: due.tillId, amountCents: openCents(due), way, key },
        ...{ reason: [due.label, member || book].join(", ").slice(0, 100), source: "book", sourceId: dueId },
      });
    }),
  );
