import { and, eq } from "drizzle-orm";
import { invoiceDisputes, invoices } from "#app/db/schema/money/invoices.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { invoiceDisputed } from "../events.ts";
import { invoiceMoves } from "./states.ts";

/**
 * The customer disputes an unpaid invoice: reminders stop until staff have resolved it. @throws DomainError
 * `invoice.not_found`, `invoice.not_disputable`.
 */
export async function disputeInvoice({
  ctx,
  input,
}: Call<{ invoiceId: string; reason: string }>): Promise<{ disputeId: string }> {
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
