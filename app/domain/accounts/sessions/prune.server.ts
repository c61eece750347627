import { lt } from "drizzle-orm";
import { formDrafts, oneTimeCodes, rateLimits, sessions } from "#app/db/schema/accounts/sessions.ts";
import { emailChanges } from "#app/db/schema/accounts/users.ts";
import type { Services } from "#app/platform/context.ts";

const dayMs = 86_400_000;

/**
 * Deletes expired counters and form drafts, codes that expired a day ago, email changes started a day ago,
 * and sessions that expired a month ago.
 */
export async function pruneIdentity({ services }: { services: Services }): Promise<void> {
  const now = services.clock.now().getTime();
  await services.db.withSystem(async (tx) => {
    await tx.delete(rateLimits).where(lt(rateLimits.expiresAt, new Date(now)));
    await tx.delete(formDrafts).where(lt(formDrafts.expiresAt, new Date(now)));
    await tx.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, new Date(now - dayMs)));
    await tx.delete(emailChanges).where(lt(emailChanges.requestedAt, new Date(now - dayMs)));
    await tx.delete(sessions).where(lt(sessions.expiresAt, new Date(now - 30 * dayMs)));
  });
}
