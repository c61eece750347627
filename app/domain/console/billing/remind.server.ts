import { eq } from "drizzle-orm";
import { queryRows, type Tx } from "#app/db/client.server.ts";
import { staffReminders } from "#app/db/schema/console/work.ts";
import { invoices } from "#app/db/schema/money/invoices.ts";
import { consoleError } from "#app/domain/console/errors.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, StaffContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { invoiceRemindedByStaff } from "../events.ts";
import { staffOrgContext } from "../staffContext.ts";

type Invoice = typeof invoices.$inferSelect;

/**
 * Emails a reminder of an unpaid invoice to the billed customer, at most one a day, including automatic ones.
 * @throws DomainError `invoice.not_found`, `invoice.not_open` (409), `invoice.no_address` (409),
 * `invoice.reminded_today` (409).
 */
export async function remindByHand({
  ctx,
  input,
}: Call<{ invoiceId: string; reason: string }, StaffContext>): Promise<{ to: string }> {
  return ctx.db.withSystem(async (tx) => {
    const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, input.invoiceId)).for("update");
    if (invoice?.kind !== "invoice" || invoice.number === null) throw notFound("Invoice");
    const to = addressOf(invoice);
    await noteReminder(tx, ctx, invoice);
    await queueMail(tx, ctx, {
      to,
      orgId: invoice.orgId,
      content: {
        kind: "payment_reminder",
        businessName: invoice.billTo!.name,
        invoices: [
          {
            id: invoice.id,
            number: invoice.number,
            openCents: invoice.totalCents - invoice.creditedCents,
            dueAt: invoice.dueAt!.toISOString(),
            isOverdue: invoice.dueAt! < ctx.clock.now(),
          },
        ],
      },
    });
    await record(tx, staffOrgContext(ctx, invoice.orgId), invoiceRemindedByStaff, {
      subject: invoice.id,
      data: { number: invoice.number, to, reason: input.reason },
    });
    return { to };
  });
}

/** The recipient of an invoice's reminder. */
function addressOf(invoice: Invoice): string {
  if (invoice.status !== "pending" && invoice.status !== "overdue")
    throw consoleError(`invoice.not_open:${invoice.status === "disputed" ? "disputed" : "settled"}`);
  if (invoice.billTo?.email) return invoice.billTo.email;
  throw consoleError("invoice.no_address");
}

/** The invoice is locked, so that of two simultaneous reminders one is sent. */
async function noteReminder(tx: Tx, ctx: StaffContext, { orgId, id: invoiceId }: Invoice): Promise<void> {
  const now = ctx.clock.now();
  const day = dayOf(now);
  const rows = await queryRows<{ at: Date }>(
    tx,
    `select created_at as at from invoice_reminders where org_id = $1 and invoice_id = $2 and sent = 'mail'
      and (created_at at time zone 'Africa/Nairobi')::date = $3::date`,
    [orgId, invoiceId, day],
  );
  if (rows.length === 0) {
    const [added] = await tx
      .insert(staffReminders)
      .values({ orgId, invoiceId, day, sentBy: ctx.session.userId, createdAt: now })
      .onConflictDoNothing()
      .returning({ day: staffReminders.day });
    if (added) return;
  }
  throw consoleError("invoice.reminded_today");
}
