import { and, desc, eq, gt, lte, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { partnerShares, settlementRules, shareTiers } from "#app/db/schema/partners.ts";
import { partnersError } from "#app/domain/partners/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";

export interface ShareVersion {
  percent: number;
  effectiveFrom: Date;
}

/** The shares of a partner, the newest first. */
export const sharesOf = (tx: Tx, partnerId: OrgId): Promise<ShareVersion[]> =>
  tx
    .select({ percent: partnerShares.percent, effectiveFrom: partnerShares.effectiveFrom })
    .from(partnerShares)
    .where(eq(partnerShares.orgId, partnerId))
    .orderBy(desc(partnerShares.effectiveFrom));

/** The percentage in force at a moment; 0 before the first one. */
export const percentAt = (versions: readonly ShareVersion[], at: Date): number =>
  versions.find(({ effectiveFrom }) => effectiveFrom <= at)?.percent ?? 0;

/** The tiers that are offered at a moment. */
export async function tiersAt(tx: Tx, at: Date): Promise<{ name: string; percent: number }[]> {
  const newest = tx
    .selectDistinctOn([shareTiers.name], { name: shareTiers.name, percent: shareTiers.percent })
    .from(shareTiers)
    .where(lte(shareTiers.effectiveFrom, at))
    .orderBy(shareTiers.name, desc(shareTiers.effectiveFrom))
    .as("newest");
  return tx.select().from(newest).where(gt(newest.percent, 0)).orderBy(newest.percent);
}

/** How settlements are made at a moment. */
export async function rulesAt(tx: Tx, at: Date) {
  const [rules] = await tx
    .select()
    .from(settlementRules)
    .where(lte(settlementRules.effectiveFrom, at))
    .orderBy(desc(settlementRules.effectiveFrom))
    .limit(1);
  if (!rules) throw new Error("no settlement rules are in force");
  return rules;
}

/** Sets a partner's share from a moment on, which must be one of those offered then. */
export async function setShare(
  tx: Tx,
  input: { partnerId: OrgId; percent: number; effectiveFrom: Date; setBy: string | null; now: Date },
): Promise<void> {
  const { partnerId, percent, effectiveFrom, setBy, now } = input;
  const tiers = await tiersAt(tx, effectiveFrom);
  if (!tiers.some((tier) => tier.percent === percent)) {
    throw partnersError("partner.share_not_offered", { field: "percent" });
  }
  // What lies behind stays as it was; of what lies ahead, the newest word counts.
  await tx
    .delete(partnerShares)
    .where(and(eq(partnerShares.orgId, partnerId), gt(partnerShares.effectiveFrom, now)));
  await tx
    .insert(partnerShares)
    .values({ orgId: partnerId, percent, effectiveFrom, setBy, createdAt: now })
    .onConflictDoUpdate({
      target: [partnerShares.orgId, partnerShares.effectiveFrom],
      set: { percent: sql`excluded.percent`, setBy },
    });
}
