import { desc, eq, gt, lte } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { partnerShares, settlementRules, shareTiers } from "#app/db/schema/partners/partners.ts";
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

/** The share that is offered to each kind of partner at a moment. */
export function tiersAt(tx: Tx, at: Date) {
  const newest = tx
    .selectDistinctOn([shareTiers.category], { category: shareTiers.category, percent: shareTiers.percent })
    .from(shareTiers)
    .where(lte(shareTiers.effectiveFrom, at))
    .orderBy(shareTiers.category, desc(shareTiers.effectiveFrom))
    .as("newest");
  return tx.select().from(newest).where(gt(newest.percent, 0)).orderBy(newest.percent, newest.category);
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
