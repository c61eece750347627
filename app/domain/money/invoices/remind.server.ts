import { and, asc, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { invoiceReminders, invoices, reminderSteps } from "#app/db/schema/money/invoices.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { invoicesRemindedOf } from "../events.ts";
import { statusAt } from "./overdue.ts";

type Invoice = typeof invoices.$inferSelect;
const dayMs = 86_400_000;

/**
 * Sends reminders of unpaid invoices, in one email per organisation. When several steps are due at once, only
 * the last is emailed. Paid, credited and disputed invoices are skipped.
 */
export async function remindOfInvoices(services: Services): Promise<{ mails: number }> {
  const now = services.clock.now();
  const orgs = await services.db.withSystem((tx) =>
    tx
      .selectDistinct({ orgId: invoices.orgId })
      .from(invoices)
      .where(inArray(invoices.status, ["pending", "overdue"]))
      .orderBy(asc(invoices.orgId)),
  );
  let mails = 0;
  for (const { orgId } of orgs)
    if (await services.db.withSystem((tx) => remindOrganisation(tx, services, orgId, now))) mails++;
  return { mails };
}

/**
 * Locks the unpaid invoices, so that one that is being paid is awaited and skipped. Returns whether an email
 * was queued.
 */
async function remindOrganisation(tx: Tx, services: Services, orgId: OrgId, now: Date): Promise<boolean> {
  const unpaid = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.orgId, orgId), inArray(invoices.status, ["pending", "overdue"])))
    .orderBy(asc(invoices.dueAt), asc(invoices.id))
    .for("update");
  const steps = await tx.select().from(reminderSteps).orderBy(asc(reminderSteps.offsetDays));
  const due: Invoice[] = [];
  for (const invoice of unpaid) {
    const reached = steps
      .map(({ offsetDays }) => offsetDays)
      .filter((offset) => isReached(invoice.dueAt!, offset, now));
    if (await noteSteps(tx, invoice, reached, now)) due.push(invoice);
  }
  const to = due.at(-1)?.billTo?.email;
  if (!to) return false;
  await queueMail(tx, services, {
    to,
    orgId,
    content: {
      kind: "payment_reminder",
      businessName: due.at(-1)!.billTo!.name,
      invoices: due.map(({ id, number, totalCents, creditedCents, dueAt }) => ({
        id,
        number: number!,
        openCents: totalCents - creditedCents,
        dueAt: dueAt!.toISOString(),
        isOverdue: statusAt({ status: "pending", dueAt }, now) === "overdue",
      })),
    },
  });
  await record(tx, systemContext(services, orgId, "remind-of-invoices"), invoicesRemindedOf, {
    subject: null,
    data: { numbers: due.map(({ number }) => number!) },
  });
  return true;
}

const isReached = (dueAt: Date, offsetDays: number, now: Date) =>
  dayOf(now) >= dayOf(new Date(dueAt.getTime() + offsetDays * dayMs));

/** Stores the reached steps. Returns whether the last one is new. */
async function noteSteps(tx: Tx, invoice: Invoice, reached: number[], now: Date): Promise<boolean> {
  const last = reached.at(-1);
  if (last === undefined) return false;
  const added = await tx
    .insert(invoiceReminders)
    .values(
      reached.map((offsetDays) => ({
        orgId: invoice.orgId,
        invoiceId: invoice.id,
        offsetDays,
        sent: offsetDays === last ? ("mail" as const) : ("passed_over" as const),
        createdAt: now,
      })),
    )
    .onConflictDoNothing()
    .returning({ offsetDays: invoiceReminders.offsetDays });
  return added.some(({ offsetDays }) => offsetDays === last);
}
