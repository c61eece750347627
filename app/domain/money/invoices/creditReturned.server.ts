import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { invoices } from "#app/db/schema/money/invoices.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { m } from "#messages";
import { describeEntry } from "../describeEntry.ts";
import type { EntryFact } from "../entryFacts.ts";
import { invoiceCredited } from "../events.ts";
import { draftDocument } from "./draft.server.ts";
import { finalizeDocument } from "./finalize.server.ts";
import { inLanguageOf } from "./language.server.ts";

const notesARun = 500;

interface Returned {
  orgId: OrgId;
  entryId: string;
  about: EntryFact;
  receiptId: string;
  cents: number;
}

/**
 * Issues a credit note for every receipt whose payment was returned: reversed by staff, refunded by M-Pesa
 * (once that is done), refunded or disputed by card. Idempotent: one per return.
 */
export async function creditReturned(services: Services): Promise<number> {
  const waiting = await services.db.withSystem(async (tx) => {
    const { rows } = await tx.execute<Returned & Record<string, unknown>>(sql`
      select e.org_id as "orgId", e.id as "entryId", e.about, r.id as "receiptId", d.amount_cents as cents
      from journal_entries e
      join invoices r on r.org_id = e.org_id and r.source = 'top_up:' || (e.about ->> 'of')
      join postings d on d.org_id = e.org_id and d.entry_id = e.id and d.account = 'due_from_platform'
      where e.kind in ('refund', 'reversal') and r.number is not null and r.credited_cents < r.total_cents and d.amount_cents > 0
        and not exists (select 1 from invoices c where c.org_id = e.org_id and c.source = 'returned:' || e.id)
        and not exists (select 1 from mpesa_reversals m
          where m.org_id = e.org_id and 'reversal:' || m.id = e.reference and m.state <> 'done')
      order by e.id limit ${notesARun}`);
    return rows;
  });
  for (const returned of waiting)
    await services.db.withSystem((tx) =>
      creditReceipt(tx, services, { ...returned, cents: Number(returned.cents) }),
    );
  return waiting.length;
}

async function creditReceipt(tx: Tx, services: Services, returned: Returned): Promise<void> {
  const { orgId, entryId, about, receiptId } = returned;
  const ofReceipt = and(eq(invoices.orgId, orgId), eq(invoices.id, receiptId));
  const [receipt] = await tx.select().from(invoices).where(ofReceipt).for("update");
  const cents = Math.min(returned.cents, receipt!.totalCents - receipt!.creditedCents);
  if (cents <= 0) return;
  const words = await inLanguageOf(tx, orgId, () => {
    const because = describeEntry({ about, recipient: null });
    return { because, description: m.papers_credit_for({ number: receipt!.number!, reason: because }) };
  });
  const { invoiceId, isNew } = await draftDocument(tx, {
    orgId,
    kind: "credit_note",
    source: `returned:${entryId}`,
    description: words.description,
    planType: receipt!.planType,
    billingType: receipt!.billingType,
    items: [{ description: words.because, quantity: 1, unitCents: cents }],
    creditsInvoiceId: receiptId,
    now: services.clock.now(),
  });
  if (!isNew) return;
  await tx
    .update(invoices)
    .set({ creditedCents: receipt!.creditedCents + cents })
    .where(ofReceipt);
  await record(tx, systemContext(services, orgId, "issue-receipts"), invoiceCredited, {
    subject: receiptId,
    data: { number: receipt!.number!, amountCents: cents, because: words.because },
  });
  await finalizeDocument(tx, services, { orgId, invoiceId });
}
