import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";
import { partners } from "#app/db/schema/partners/partners.ts";
import { partnersError } from "#app/domain/partners/errors.ts";
import type { Changes } from "#app/domain/record/eventWords.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type StaffContext, staffActor } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { partnerAdded, partnerEdited, partnerStatusChanged } from "./events.ts";
import { lockPartner, type Partner } from "./lock.server.ts";
import type { newPartner, partnerChange } from "./schemas.ts";
import { setShare } from "./setShare.server.ts";
import { newCode, openPartnerAccount } from "./signIn.server.ts";
import { percentAt, sharesOf } from "./terms.server.ts";

const staffRecord = (ctx: StaffContext, partnerId: OrgId) => ({
  orgId: partnerId,
  actor: staffActor(ctx),
  clock: ctx.clock,
  requestId: ctx.caller.requestId,
});

/**
 * Creates a partner at once. @throws DomainError `partner.email_taken` (409), `partner.share_not_offered`
 * (400).
 */
export async function createPartner({
  ctx,
  input: { percent, payoutPhone, ...profile },
}: Call<z.output<typeof newPartner>, StaffContext>): Promise<{ partnerId: string }> {
  const now = ctx.clock.now();
  const partnerId = newId("prt", now.getTime()) as OrgId;
  await ctx.db.withSystem(async (tx) => {
    await tx.insert(partners).values({
      orgId: partnerId,
      ...profile,
      payoutPhone: payoutPhone ?? null,
      status: "active",
      code: newCode(),
      integratedAt: now,
      createdAt: now,
      updatedAt: now,
    });
    await setShare(tx, { partnerId, percent, effectiveFrom: now, setBy: ctx.session.userId, now });
    await openPartnerAccount(tx, ctx, { ...profile, orgId: partnerId });
    await record(tx, staffRecord(ctx, partnerId), partnerAdded, {
      subject: partnerId,
      data: { partner: profile.name, percent },
    });
  });
  return { partnerId };
}

/**
 * Changes a partner. A new share counts from a day on, never for what was paid before.
 * @throws DomainError `partner.not_found` (404), `partner.share_not_offered`, `partner.day_past` (400).
 */
export async function updatePartner({
  ctx,
  input: { partnerId, percent, effectiveOn, reason, payoutPhone, ...profile },
}: Call<z.output<typeof partnerChange> & { partnerId: string }, StaffContext>): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.withSystem(async (tx) => {
    const before = await lockPartner(tx, partnerId);
    const after = { ...profile, payoutPhone: payoutPhone ?? null };
    await tx.update(partners).set(after).where(eq(partners.orgId, before.orgId));
    const changes = changesOf(before, after);
    const was = percentAt(await sharesOf(tx, before.orgId), now);
    if (percent !== was || effectiveOn) {
      const effectiveFrom = startOfShare(effectiveOn, now);
      await setShare(tx, { partnerId: before.orgId, percent, effectiveFrom, setBy: ctx.session.userId, now });
      changes.percent = [was, percent];
    }
    await record(tx, staffRecord(ctx, before.orgId), partnerEdited, {
      subject: before.orgId,
      data: { partner: profile.name, because: reason },
      changes,
    });
  });
}

function startOfShare(day: string | undefined, now: Date): Date {
  if (!day || day === dayOf(now)) return now;
  const from = new Date(`${day}T00:00:00+03:00`);
  if (from > now) return from;
  throw partnersError("partner.day_past", { field: "effectiveOn" });
}

const changesOf = (before: Partner, after: Partial<Partner>): Changes =>
  Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => before[name as keyof Partner] !== value)
      .map(([name, value]) => [name, [before[name as keyof Partner], value]]),
  );

/**
 * Activates a partner, and opens their account, or suspends one: settlements and payouts pause, and earnings
 * stay. @throws DomainError `partner.not_found` (404), `partner.no_share`, `partner.email_taken` (409).
 */
export async function changePartnerStatus({
  ctx,
  input: { partnerId, status, reason },
}: Call<{ partnerId: string; status: "active" | "suspended"; reason: string }, StaffContext>): Promise<void> {
  await ctx.db.withSystem(async (tx) => {
    const partner = await lockPartner(tx, partnerId);
    if (status === "active") await activate(tx, ctx, partner);
    await tx.update(partners).set({ status }).where(eq(partners.orgId, partner.orgId));
    await record(tx, staffRecord(ctx, partner.orgId), partnerStatusChanged, {
      subject: partner.orgId,
      data: { partner: partner.name, status, because: reason },
    });
  });
}

async function activate(tx: Tx, ctx: StaffContext, partner: Partner): Promise<void> {
  const now = ctx.clock.now();
  if (percentAt(await sharesOf(tx, partner.orgId), now) === 0) throw partnersError("partner.no_share");
  await openPartnerAccount(tx, ctx, partner);
  if (!partner.integratedAt)
    await tx.update(partners).set({ integratedAt: now }).where(eq(partners.orgId, partner.orgId));
}
