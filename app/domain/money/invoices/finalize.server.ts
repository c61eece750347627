import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { documentCounters, type InvoiceKind, invoices } from "#app/db/schema/money/invoices.ts";
import { members, organisations } from "#app/db/schema/organisations/organisations.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Actor, jobActor, type Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { documentIssued } from "../events.ts";
import { queueForTax } from "../tax/queue.server.ts";
import { deliverInvoiceJob } from "./jobs.ts";

const prefixes: Record<InvoiceKind, string> = { invoice: "INV", credit_note: "CRN", receipt: "RCT" };

/** Days from the date of an invoice to its due day. */
export const paymentTermDays = 14;
const dayMs = 86_400_000;

/**
 * Assigns a draft the next number of its series and makes it immutable; its email leaves after the commit.
 * System role. The counters are locked last, until the transaction ends, so numbers follow the order of
 * commits, and a rollback leaves no gap.
 */
export async function finalizeDocument(
  tx: Tx,
  services: Pick<Services, "clock" | "jobs" | "etims">,
  {
    orgId,
    invoiceId,
    actor = jobActor("finalize-documents"),
  }: { orgId: OrgId; invoiceId: string; actor?: Actor },
): Promise<{ number: string }> {
  const [draft] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.orgId, orgId), eq(invoices.id, invoiceId)))
    .for("update");
  if (!draft) throw new Error(`there is no document ${invoiceId}`);
  if (draft.number !== null) return { number: draft.number };
  const billTo = await billToOf(tx, orgId);
  const isInvoice = draft.kind === "invoice";
  await queueForTax(tx, services, { ...draft, customerName: billTo.name });
  const { number, now } = await nextNumber(tx, services, draft.kind);
  await tx
    .update(invoices)
    .set({
      number,
      billTo,
      finalizedAt: now,
      dueAt: isInvoice ? new Date(now.getTime() + paymentTermDays * dayMs) : null,
      status: isInvoice ? "pending" : "paid",
      paidAt: isInvoice ? null : now,
    })
    .where(and(eq(invoices.orgId, orgId), eq(invoices.id, invoiceId)));
  // A page that follows a payment shows its receipt.
  notifyPages(tx, orgId, "payments");
  await record(tx, { orgId, actor, clock: services.clock }, documentIssued, {
    subject: invoiceId,
    data: { kind: draft.kind, number, description: draft.description, totalCents: draft.totalCents },
  });
  await services.jobs.enqueue(deliverInvoiceJob, { orgId, invoiceId }, { tx });
  return { number };
}

const yearOf = (at: Date) => Number(dayOf(at).slice(0, 4));

/**
 * The next number, and the document's date. The clock is read after the counter is locked, so a higher number
 * never has an earlier date; a document that waited for the lock past New Year gets a number of the new year.
 */
async function nextNumber(
  tx: Tx,
  services: Pick<Services, "clock">,
  series: InvoiceKind,
): Promise<{ number: string; now: Date }> {
  const year = yearOf(services.clock.now());
  await tx
    .insert(documentCounters)
    .values({ series, year, lastNumber: 0 })
    .onConflictDoUpdate({
      target: [documentCounters.series, documentCounters.year],
      set: { lastNumber: sql`${documentCounters.lastNumber}` },
    });
  const now = services.clock.now();
  if (yearOf(now) !== year) return nextNumber(tx, services, series);
  const [counter] = await tx
    .update(documentCounters)
    .set({ lastNumber: sql`${documentCounters.lastNumber} + 1` })
    .where(and(eq(documentCounters.series, series), eq(documentCounters.year, year)))
    .returning({ lastNumber: documentCounters.lastNumber });
  return { number: `${prefixes[series]}-${year}-${String(counter!.lastNumber).padStart(6, "0")}`, now };
}

/** The organisation's present name and language, and its first owner's email address. */
async function billToOf(tx: Tx, orgId: OrgId) {
  const [found] = await tx
    .select({ name: organisations.name, email: users.email, locale: organisations.locale })
    .from(organisations)
    .leftJoin(members, and(eq(members.orgId, organisations.id), eq(members.role, "owner")))
    .leftJoin(users, eq(users.id, members.userId))
    .where(eq(organisations.id, orgId))
    .orderBy(members.createdAt)
    .limit(1);
  return {
    name: found?.name ?? "",
    email: found?.email ?? "",
    ...(found?.locale ? { locale: found.locale } : {}),
  };
}
