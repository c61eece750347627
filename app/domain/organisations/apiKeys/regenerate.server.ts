import { and, eq, isNull } from "drizzle-orm";
import { lockOrganisationRow } from "#app/db/lockOrganisationRow.server.ts";
import { apiKeys } from "#app/db/schema/organisations/apiKeys.ts";
import { apiKeyCreated, apiKeyRegenerated } from "#app/domain/organisations/events.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { defaultKey, issueKey } from "./issue.server.ts";

/** Creates a new default key; the old one stops when this transaction commits. */
export async function regenerateKey({ ctx }: { ctx: OrgContext }) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    await lockOrganisationRow(tx, ctx.orgId);
    const replaced = await tx
      .update(apiKeys)
      .set({ revokedAt: ctx.clock.now(), keyEncrypted: "" })
      .where(and(eq(apiKeys.orgId, ctx.orgId), eq(apiKeys.isDefault, true), isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id });
    return issueKey(tx, ctx, defaultKey, replaced.length > 0 ? apiKeyRegenerated : apiKeyCreated);
  });
}
