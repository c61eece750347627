import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { partners, settlements } from "#app/db/schema/partners/partners.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";

export type Partner = typeof partners.$inferSelect;
export type Settlement = typeof settlements.$inferSelect;

/** A partner, locked before anything else of it. System role. @throws DomainError `partner.not_found` (404). */
export async function lockPartner(tx: Tx, partnerId: string): Promise<Partner> {
  const [partner] = await tx
    .select()
    .from(partners)
    .where(eq(partners.orgId, partnerId as OrgId))
    .for("update");
  if (!partner) throw notFound("Partner");
  return partner;
}

/** A settlement with its partner, both locked. System role. @throws DomainError `settlement.not_found` (404). */
export async function lockSettlement(
  tx: Tx,
  settlementId: string,
): Promise<{ partner: Partner; settlement: Settlement }> {
  const bySettlement = eq(settlements.id, settlementId);
  const [known] = await tx.select({ orgId: settlements.orgId }).from(settlements).where(bySettlement);
  if (!known) throw notFound("Settlement");
  const partner = await lockPartner(tx, known.orgId);
  const [settlement] = await tx.select().from(settlements).where(bySettlement).for("update");
  return { partner, settlement: settlement! };
}

/** The payout of a settlement, by the try that it belongs to. */
export const payoutReference = ({ id, attempt }: { id: string; attempt: number }) =>
  `settlement:${id}:${attempt}`;
