import type { OrgContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { apiKeys } from "#app/db/schema/identity.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { newId } from "#app/shared/ids.ts";
import { sealSecret } from "#app/shared/secretBox.server.ts";
import { boundTo, hashKey, newKey } from "./key.server.ts";

/** Makes and stores a key, encrypted to show it and hashed to recognise it. The caller holds the organisation's row lock. */
export async function issueKey(tx: Tx, ctx: OrgContext, action: string) {
  const key = newKey(ctx.config.meta.simulated);
  const id = newId("key");
  const createdAt = ctx.clock.now();
  await tx.insert(apiKeys).values({
    orgId: ctx.orgId,
    id,
    keyHash: hashKey(key),
    keyEncrypted: sealSecret(ctx.config.encryptionKeys, boundTo(ctx.orgId, id), key),
    createdBy: ctx.actor.userId,
    createdAt,
  });
  await recordActivity(tx, ctx, { type: "security", action, details: `API key ending in ${key.slice(-4)}` });
  return { key, createdAt };
}
