import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { ledgerAccounts } from "#app/db/schema/money/ledger.ts";
import { partnerLinks, partners } from "#app/db/schema/partners/partners.ts";
import { isUniqueViolation } from "#app/db/violations.ts";
import { partnersError } from "#app/domain/partners/errors.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type OrgContext, type StaffContext, staffActor } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import type { PartnerCategory } from "#app/platform/partnerCategories.ts";
import { partnerLinked, partnerUnlinked } from "./events.ts";

/** The partner of a code, if it takes organisations. @throws DomainError `partner.not_found` (404). */
export async function partnerOfCode(
  tx: Tx,
  code: string,
): Promise<{ id: OrgId; name: string; category: PartnerCategory }> {
  const [partner] = await tx
    .select({ id: partners.orgId, name: partners.name, category: partners.category })
    .from(partners)
    .where(and(eq(partners.code, code), eq(partners.status, "active")));
  if (!partner) throw notFound("Partner");
  return partner;
}

/** The running number of the organisation's newest posting to `revenue`. */
async function newestRevenue(tx: Tx, orgId: OrgId): Promise<number> {
  const [account] = await tx
    .select({ postings: ledgerAccounts.postings })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.orgId, orgId), eq(ledgerAccounts.name, "revenue")));
  return account?.postings ?? 0;
}

/**
 * The organisation confirms that a partner brought it: of what it pays from now on, the partner gets a share.
 * @throws DomainError `partner.not_found` (404), `partner_link.exists`, `partner_link.own` (409).
 */
export async function confirmPartner({
  ctx,
  input,
}: {
  ctx: OrgContext & { userId: string };
  input: { code: string };
}): Promise<{ partner: string }> {
  const now = ctx.clock.now();
  try {
    return await ctx.db.withSystem(async (tx) => {
      const partner = await partnerOfCode(tx, input.code);
      await refuseOwn(tx, ctx.orgId, partner.id);
      const newest = await newestRevenue(tx, ctx.orgId);
      const id = newId("pln", now.getTime());
      await tx.insert(partnerLinks).values({
        orgId: ctx.orgId,
        id,
        partnerId: partner.id,
        confirmedBy: ctx.userId,
        confirmedAt: now,
        fromNumber: newest,
        sharedNumber: newest,
      });
      await record(tx, ctx, partnerLinked, { subject: null, data: { partner: partner.name } });
      return { partner: partner.name };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw partnersError("partner_link.exists");
    throw error;
  }
}

/** No one gets a share of their own payments. */
async function refuseOwn(tx: Tx, orgId: OrgId, partnerId: OrgId): Promise<void> {
  const [own] = await tx
    .select({ id: partners.orgId })
    .from(partners)
    .where(and(eq(partners.orgId, partnerId), eq(partners.appliedBy, orgId)));
  if (own) throw partnersError("partner_link.own");
}

interface Ending {
  orgId: OrgId;
  userId: string;
  reason: string;
}

/** Ends the open link of an organisation; what was shared until now stays shared. */
async function endLink(
  tx: Tx,
  ctx: Parameters<typeof record>[1],
  { orgId, userId, reason }: Ending,
): Promise<void> {
  const [link] = await tx
    .select({ id: partnerLinks.id, partnerId: partnerLinks.partnerId })
    .from(partnerLinks)
    .where(and(eq(partnerLinks.orgId, orgId), isNull(partnerLinks.endedAt)))
    .for("update");
  if (!link) throw notFound("Partner link");
  const [partner] = await tx
    .select({ name: partners.name })
    .from(partners)
    .where(eq(partners.orgId, link.partnerId as OrgId));
  await tx
    .update(partnerLinks)
    .set({
      endedAt: ctx.clock.now(),
      endedBy: userId,
      endReason: reason,
      untilNumber: await newestRevenue(tx, orgId),
    })
    .where(and(eq(partnerLinks.orgId, orgId), eq(partnerLinks.id, link.id)));
  await record(tx, ctx, partnerUnlinked, {
    subject: null,
    data: { partner: partner?.name ?? "", because: reason },
  });
}

/** The organisation ends its link. @throws DomainError `partner_link.not_found` (404). */
export async function leavePartner({
  ctx,
  input,
}: {
  ctx: OrgContext & { userId: string };
  input: { reason: string };
}): Promise<void> {
  await ctx.db.withSystem((tx) =>
    endLink(tx, ctx, { orgId: ctx.orgId, userId: ctx.userId, reason: input.reason }),
  );
}

/** Staff end an organisation's link. @throws DomainError `partner_link.not_found` (404). */
export async function endLinkForStaff({
  ctx,
  input,
}: Call<{ orgId: string; reason: string }, StaffContext>): Promise<void> {
  const orgId = input.orgId as OrgId;
  const recorded = { orgId, actor: staffActor(ctx), clock: ctx.clock, requestId: ctx.caller.requestId };
  await ctx.db.withSystem((tx) =>
    endLink(tx, recorded, { orgId, userId: ctx.session.userId, reason: input.reason }),
  );
}
