import type { Tx } from "#app/db/client.server.ts";
import { apiKeys } from "#app/db/schema/organisations/apiKeys.ts";
import type { KeyMode } from "#app/db/schema/record/webhooks.ts";
import type { apiKeyCreated, apiKeyRegenerated } from "#app/domain/organisations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { sealSecret } from "#app/platform/secrets/secretBox.server.ts";
import { boundTo, hashKey, newKey } from "./key.server.ts";
import { everything } from "./words.ts";

/** What a key is called, and what it may do until when. */
export interface KeySettings {
  name: string;
  isDefault: boolean;
  mode: KeyMode;
  scopes: string[];
  expiresAt: Date | null;
}

/** The key of the Developers page; its name is a message. */
export const defaultKey: KeySettings = {
  name: "",
  isDefault: true,
  mode: "live",
  scopes: [everything],
  expiresAt: null,
};

/** Makes and stores a key: hashed to recognise it, and the default one encrypted to show it. The caller holds the organisation's row lock. */
export async function issueKey(
  tx: Tx,
  ctx: OrgContext,
  settings: KeySettings,
  type: typeof apiKeyCreated | typeof apiKeyRegenerated,
) {
  const key = newKey(settings.mode);
  const id = newId("key");
  const createdAt = ctx.clock.now();
  const lastFour = key.slice(-4);
  const sealed = () => sealSecret(ctx.config.encryptionKeys, boundTo(ctx.orgId, id), key);
  await tx.insert(apiKeys).values({
    orgId: ctx.orgId,
    id,
    ...settings,
    keyHash: hashKey(key),
    keyEncrypted: settings.isDefault ? sealed() : "",
    lastFour,
    createdBy: userOf(ctx.actor),
    createdAt,
  });
  await record(tx, ctx, type, {
    subject: id,
    data: { ending: lastFour, ...(settings.isDefault ? {} : { name: settings.name }) },
  });
  return { id, key, createdAt };
}
