import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { apiKeys } from "#app/db/schema/organisations/apiKeys.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { openSecret } from "#app/platform/secrets/secretBox.server.ts";
import { boundTo } from "./key.server.ts";

/** The default API key with its text; all fields are null until a manager creates it. */
export type DefaultKey =
  | { id: string; key: string; createdAt: Date }
  | { id: null; key: null; createdAt: null };

/** The organisation's default API key. */
export async function readKey({ ctx }: { ctx: OrgContext }): Promise<DefaultKey> {
  return ctx.db.withOrg(ctx.orgId, (tx) => findDefaultKey(tx, ctx));
}

export async function findDefaultKey(tx: Tx, ctx: OrgContext): Promise<DefaultKey> {
  const [current] = await tx
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.orgId, ctx.orgId), eq(apiKeys.isDefault, true), isNull(apiKeys.revokedAt)));
  if (!current) return { id: null, key: null, createdAt: null };
  const { id, createdAt, keyEncrypted } = current;
  const key = openSecret(ctx.config.encryptionKeys, boundTo(ctx.orgId, id), keyEncrypted);
  return { id, key, createdAt };
}
