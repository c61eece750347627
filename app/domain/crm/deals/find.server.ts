import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { type DealChangeKind, dealChanges, dealStages, deals } from "#app/db/schema/crm/deals.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { m } from "#messages";
import { itsContact, itsStage, ownDeal } from "./joins.ts";

/**
 * A deal with its contact and stage by name, its row locked: first locked, then joined (tests/structural/locks.test.ts).
 * @throws DomainError `deal.not_found`
 */
export async function lockDeal(tx: Tx, ctx: OrgContext, dealId: string) {
  await tx.select({ id: deals.id }).from(deals).where(ownDeal(ctx, dealId)).for("no key update");
  const [row] = await tx
    .select({ deal: deals, name: contacts.name, phone: contacts.phone, stage: dealStages.name })
    .from(deals)
    .innerJoin(contacts, itsContact)
    .innerJoin(dealStages, itsStage)
    .where(ownDeal(ctx, dealId));
  if (!row) throw notFound("Deal");
  return { ...row.deal, contact: row.name || row.phone || m.common_whatsapp_user(), stage: row.stage };
}

/** A deal's facts in events. */
export const factsOf = (deal: { contactId: string; contact: string; title: string; valueCents: number }) => ({
  contactId: deal.contactId,
  contact: deal.contact,
  name: deal.title,
  valueCents: deal.valueCents,
});

export interface Change {
  kind: DealChangeKind;
  before: string | null;
  after: string | null;
}

/** Adds to the history of a deal. */
export async function recordDealChanges(
  tx: Tx,
  ctx: OrgContext,
  dealId: string,
  changes: Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const createdAt = ctx.clock.now();
  await tx.insert(dealChanges).values(
    changes.map((change) => ({
      orgId: ctx.orgId,
      id: newId("dch", createdAt.getTime()),
      dealId,
      ...change,
      changedBy: userOf(ctx.actor),
      createdAt,
    })),
  );
}
