import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { apiKeys, organisations } from "#app/db/schema/identity.ts";
import { apiKeyCreated } from "#app/domain/organisations/events.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { openSecret } from "#app/platform/secretBox.server.ts";
import { defaultKey, issueKey } from "./issue.server.ts";
import { boundTo } from "./key.server.ts";

/** The organisation's default API key; made, and noted in the activity log, when it is first asked for. */
export async function readKey({ ctx }: { ctx: OrgContext }) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    await lockOrganisation(tx, ctx);
    const [current] = await tx
      .select()
      .from(apiKeys)
      .where(and(eq(apiKeys.orgId, ctx.orgId), eq(apiKeys.isDefault, true), isNull(apiKeys.revokedAt)));
    if (!current) return issueKey(tx, ctx, defaultKey, apiKeyCreated);
    const key = openSecret(ctx.config.encryptionKeys, boundTo(ctx.orgId, current.id), current.keyEncrypted);
    return { key, createdAt: current.createdAt };
  });
}

/** One member at a time makes a key, so that an organisation has one. */
export async function lockOrganisation(tx: Tx, ctx: OrgContext): Promise<void> {
  await tx
    .select({ id: organisations.id })
    .from(organisations)
    .where(eq(organisations.id, ctx.orgId))
    .for("update");
}
