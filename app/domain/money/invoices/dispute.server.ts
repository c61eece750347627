import { and, eq } from "drizzle-orm";
import { invoiceDisputes, invoices } from "#app/db/schema/invoices.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Actor, type OrgContext, type Services, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { disputeAnswered, invoiceDisputed } from "../events.ts";
import { invoiceMoves } from "./states.ts";

/**
 * The customer contests an unpaid invoice: no reminders go out until staff have answered.
 * @throws DomainError `invoice.not_found`, `invoice.not_disputable`.
 */
export async function disputeInvoice({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { invoiceId: string; reason: string };
}): Promise<{ disputeId: string }> {
  const now = ctx.clock.now();
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const ofInvoice = and(eq(invoices.orgId, ctx.orgId), eq(invoices.id, input.invoiceId));
    const [invoice] = await tx.select().from(invoices).where(ofInvoice).for("update");
    if (!invoice || invoice.number === null) throw notFound("Invoice");
    if (invoice.kind !== "invoice" || !invoiceMoves[invoice.status].includes("disputed"))
      throw moneyError(`invoice.not_disputable${invoice.status === "disputed" ? ":again" : ""}`);
    const disputeId = newId("dsp", now.getTime());
    await tx.insert(invoiceDisputes).values({
      orgId: ctx.orgId,
      id: disputeId,
      invoiceId: invoice.id,
      reason: input.reason,
      openedBy: userOf(ctx.actor),
      createdAt: now,
    });
    await tx.update(invoices).set({ status: "disputed" }).where(ofInvoice);
    await record(tx, ctx, invoiceDisputed, {
      subject: invoice.id,
      data: { number: invoice.number, because: input.reason },
    });
    return { disputeId };
  });
}

/**
 * Staff: answers a dispute. An invoice that stands is to be paid again; what is wrong with it is credited separately.
 * @throws DomainError `dispute.not_found`, when there is none that is open.
 */
export async function resolveDispute({
  services,
  actor,
  input,
}: {
  services: Services;
  actor: Actor;
  input: { invoiceId: string; resolution: string };
}): Promise<Record<string, never>> {
  const now = services.clock.now();
  return services.db.withSystem(async (tx) => {
    const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, input.invoiceId)).for("update");
    const [resolved] = await tx
      .update(invoiceDisputes)
      .set({ status: "resolved", resolution: input.resolution, resolvedAt: now })
      .where(and(eq(invoiceDisputes.invoiceId, input.invoiceId), eq(invoiceDisputes.status, "open")))
      .returning();
    if (!invoice || !resolved) throw notFound("Dispute");
    const { orgId } = invoice;
    if (invoice.status === "disputed")
      await tx
        .update(invoices)
        .set({ status: invoice.dueAt && invoice.dueAt < now ? "overdue" : "pending" })
        .where(and(eq(invoices.orgId, orgId), eq(invoices.id, invoice.id)));
    await record(tx, { orgId, actor, clock: services.clock }, disputeAnswered, {
      subject: invoice.id,
      data: { number: invoice.number!, answer: input.resolution },
    });
    return {};
  });
}
