import { and, eq } from "drizzle-orm";
import type { Database, Tx } from "#app/db/client.server.ts";
import { invoices } from "#app/db/schema/money/invoices.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import { m } from "#messages";
import { describeEntry } from "../describeEntry.ts";
import type { EntryFact } from "../entryFacts.ts";
import { invoiceCredited } from "../events.ts";
import { draftDocument } from "./draft.server.ts";
import { finalizeDocument } from "./finalize.server.ts";
import { inLanguageOf } from "./language.server.ts";
import { type AskingEntry, openEntries } from "./openEntries.server.ts";

interface Returning extends AskingEntry {
  about: EntryFact;
  /** The entry of the payment. */
  of: string | null;
  reference: string;
  cents: number;
}

interface Returned extends Returning {
  receiptId: string;
}

const returnsText = `select e.org_id as "orgId", e.id as "entryId", e.about, e.about ->> 'of' as of, e.reference, d.amount_cents as cents
  from journal_entries e
  join postings d on d.org_id = e.org_id and d.entry_id = e.id and d.account = 'due_from_platform'
  where e.created_at > $1 and e.id > $2 and e.kind in ('refund', 'reversal') and d.amount_cents > 0
  order by e.id limit $3`;

/** Those with a receipt that is not credited, of which M-Pesa has done what it was asked for. */
async function withOpenReceipt(system: Database["system"], returns: Returning[]): Promise<Returned[]> {
  const { rows } = await system.query<{ entryId: string; receiptId: string }>({
    text: `select w.entry_id as "entryId", r.id as "receiptId"
      from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as w(org_id, entry_id, of, reference)
      join invoices r on r.org_id = w.org_id and r.source = 'top_up:' || w.of
      where r.number is not null and r.credited_cents < r.total_cents
        and not exists (select 1 from invoices c where c.org_id = w.org_id and c.source = 'returned:' || w.entry_id)
        and not exists (select 1 from mpesa_reversals m
          where m.org_id = w.org_id and 'reversal:' || m.id = w.reference and m.state <> 'done')`,
    values: [
      returns.map(({ orgId }) => orgId),
      returns.map(({ entryId }) => entryId),
      returns.map(({ of }) => of),
      returns.map(({ reference }) => reference),
    ],
  });
  const receipts = new Map(rows.map(({ entryId, receiptId }) => [entryId, receiptId]));
  return returns.flatMap((entry) => {
    const receiptId = receipts.get(entry.entryId);
    return receiptId === undefined ? [] : { ...entry, receiptId };
  });
}

/**
 * Issues a credit note for every receipt whose payment was returned: reversed by staff, refunded by M-Pesa
 * (once that is done), refunded or disputed by card. Idempotent: one per return.
 */
export async function creditReturned(services: Services): Promise<number> {
  const waiting = await openEntries(services, returnsText, withOpenReceipt);
  for (const returned of waiting) await services.db.withSystem((tx) => creditReceipt(tx, services, returned));
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
