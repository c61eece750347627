import { eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import type { Services } from "#app/platform/context.ts";
import { describeEntry } from "../describeEntry.ts";
import type { EntryFact } from "../entryFacts.ts";
import { draftDocument } from "./draft.server.ts";
import { finalizeDocument } from "./finalize.server.ts";
import { inLanguageOf } from "./language.server.ts";
import { type AskingEntry, openEntries } from "./openEntries.server.ts";

interface TopUp extends AskingEntry {
  about: EntryFact;
  cents: number;
}

const topUpsText = `select e.org_id as "orgId", e.id as "entryId", e.about, p.amount_cents as cents
  from journal_entries e
  join postings p on p.org_id = e.org_id and p.entry_id = e.id and p.account = 'wallet'
  where e.created_at > $1 and e.id > $2
    and (e.kind in ('top_up', 'claim', 'invoice_paid') or (e.kind = 'refund' and e.about ->> 'code' = 'payment.kept'))
    and p.amount_cents > 0
    and exists (select 1 from postings d where d.org_id = e.org_id and d.entry_id = e.id and d.account = 'due_from_platform')
  order by e.id limit $3`;

async function withoutReceipt(system: Database["system"], topUps: TopUp[]): Promise<TopUp[]> {
  const { rows } = await system.query<{ entryId: string }>({
    text: `select w.entry_id as "entryId" from unnest($1::text[], $2::text[]) as w(org_id, entry_id)
      where not exists (select 1 from invoices i where i.org_id = w.org_id and i.source = 'top_up:' || w.entry_id)`,
    values: [topUps.map(({ orgId }) => orgId), topUps.map(({ entryId }) => entryId)],
  });
  const missing = new Set(rows.map(({ entryId }) => entryId));
  return topUps.filter(({ entryId }) => missing.has(entryId));
}

/**
 * Issues a receipt for every paid top-up without one, also for a returned payment that was credited again.
 * The sandbox's play money gets none. Idempotent: one transaction and one receipt per top-up.
 */
export async function issueReceipts(services: Services): Promise<number> {
  const waiting = await openEntries(services, topUpsText, withoutReceipt);
  for (const { orgId, entryId, about, cents } of waiting)
    await services.db.withSystem(async (tx) => {
      const description = await inLanguageOf(tx, orgId, () => describeEntry({ about, recipient: null }));
      const [org] = await tx.select().from(organisations).where(eq(organisations.id, orgId));
      const { invoiceId } = await draftDocument(tx, {
        orgId,
        kind: "receipt",
        source: `top_up:${entryId}`,
        description,
        planType: org!.planType,
        billingType: org!.billingType,
        items: [{ description, quantity: 1, unitCents: cents }],
        now: services.clock.now(),
      });
      await finalizeDocument(tx, services, { orgId, invoiceId });
    });
  return waiting.length;
}
