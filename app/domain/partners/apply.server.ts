import type { z } from "zod";
import { partners } from "#app/db/schema/partners/partners.ts";
import { isUniqueViolation } from "#app/db/violations.ts";
import { partnersError } from "#app/domain/partners/errors.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { partnerApplied } from "./events.ts";
import type { application } from "./schemas.ts";
import { newCode } from "./signIn.server.ts";

/** Asks for a partnership in the name of an organisation; staff decide. @throws DomainError `partner.applied_already` (409). */
export async function applyAsPartner({
  ctx,
  input,
}: Call<z.output<typeof application>>): Promise<{ partnerId: string }> {
  const now = ctx.clock.now();
  const partnerId = newId("prt", now.getTime()) as OrgId;
  try {
    await ctx.db.withSystem(async (tx) => {
      await tx.insert(partners).values({
        orgId: partnerId,
        ...input,
        code: newCode(),
        appliedBy: ctx.orgId,
        createdAt: now,
        updatedAt: now,
      });
      await record(tx, ctx, partnerApplied, { subject: partnerId, data: { partner: input.name } });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw partnersError("partner.applied_already");
    throw error;
  }
  return { partnerId };
}
