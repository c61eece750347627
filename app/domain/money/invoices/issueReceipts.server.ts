import { eq, sql } from "drizzle-orm";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { describeEntry } from "../describeEntry.ts";
import type { EntryFact } from "../entryFacts.ts";
import { draftDocument } from "./draft.server.ts";
import { finalizeDocument } from "./finalize.server.ts";
import { inLanguageOf } from "./language.server.ts";

const receiptsARun = 500;

/**
 * Issues a receipt for every paid top-up without one, also for a returned payment that was credited again.
 * The sandbox's play money gets none. Idempotent: one transaction and one receipt per top-up.
 */
export async function issueReceipts(services: Services): Promise<number> {
  const waiting = await services.db.withSystem(async (tx) => {
    const { rows } = await tx.execute<{
      orgId: OrgId;
      entryId: string;
      about: EntryFact;
      cents: number;
    }>(sql`
      select e.org_id as "orgId", e.id as "entryId", e.about, p.amount_cents as cents
      from journal_entries e
      join postings p on p.org_id = e.org_id and p.entry_id = e.id and p.account = 'wallet'
      where (e.kind in ('top_up', 'claim', 'invoice_paid') or (e.kind = 'refund' and e.about ->> 'code' = 'payment.kept'))
        and p.amount_cents > 0
        and exists (select 1 from postings d where d.org_id = e.org_id and d.entry_id = e.id and d.account = 'due_from_platform')
        and not exists (select 1 from invoices i where i.org_id = e.org_id and i.source = 'top_up:' || e.id)
      order by e.id limit ${receiptsARun}`);
    return rows;
  });
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
        items: [{ description, quantity: 1, unitCents: Number(cents) }],
        now: services.clock.now(),
      });
      await finalizeDocument(tx, services, { orgId, invoiceId });
    });
  return waiting.length;
}
