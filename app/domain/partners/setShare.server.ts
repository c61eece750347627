import { and, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { partnerShares } from "#app/db/schema/partners/partners.ts";
import { partnersError } from "#app/domain/partners/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { tiersAt } from "./terms.server.ts";

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
  // Past versions are unchanged; of future ones, the newest counts.
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
