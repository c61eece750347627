import { and, desc, eq, isNull } from "drizzle-orm";
import { lockOrganisationRow } from "#app/db/lockOrganisationRow.server.ts";
import { apiKeys } from "#app/db/schema/organisations/apiKeys.ts";
import { organisationsError } from "#app/domain/organisations/errors.ts";
import { apiKeyCreated, apiKeyRevoked } from "#app/domain/organisations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { issueKey, type KeySettings } from "./issue.server.ts";

const mostKeys = 50;

const shown = {
  id: apiKeys.id,
  name: apiKeys.name,
  mode: apiKeys.mode,
  scopes: apiKeys.scopes,
  lastFour: apiKeys.lastFour,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  lastUsedAt: apiKeys.lastUsedAt,
};

const named = (ctx: OrgContext) =>
  and(eq(apiKeys.orgId, ctx.orgId), eq(apiKeys.isDefault, false), isNull(apiKeys.revokedAt));

/** The organisation's valid keys besides the default one, newest first; never the keys themselves. */
export async function listKeys({ ctx }: { ctx: OrgContext }) {
  const keys = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx.select(shown).from(apiKeys).where(named(ctx)).orderBy(desc(apiKeys.createdAt), desc(apiKeys.id)),
  );
  return { keys };
}

/** One of them. @throws DomainError `api_key.not_found` */
export async function getKey({ ctx, input }: Call<{ keyId: string }>) {
  const [key] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select(shown)
      .from(apiKeys)
      .where(and(named(ctx), eq(apiKeys.id, input.keyId))),
  );
  if (!key) throw notFound("API key");
  return { key };
}

/** Creates a named key. Its text is returned only once. @throws DomainError `api_key.too_many`. */
export async function createKey({
  ctx,
  input,
}: Call<Omit<KeySettings, "isDefault">>): Promise<{ keyId: string; key: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    await lockOrganisationRow(tx, ctx.orgId);
    const counted = await tx.$count(apiKeys, and(eq(apiKeys.orgId, ctx.orgId), isNull(apiKeys.revokedAt)));
    if (counted >= mostKeys) throw organisationsError("api_key.too_many", { values: { mostKeys } });
    const { id, key } = await issueKey(tx, ctx, { ...input, isDefault: false }, apiKeyCreated);
    return { keyId: id, key };
  });
}

/** Ends a named key: the next request with it is refused. @throws DomainError `api_key.not_found`. */
export async function revokeKey({ ctx, input }: Call<{ keyId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [revoked] = await tx
      .update(apiKeys)
      .set({ revokedAt: ctx.clock.now(), keyEncrypted: "" })
      .where(and(named(ctx), eq(apiKeys.id, input.keyId)))
      .returning({ name: apiKeys.name, lastFour: apiKeys.lastFour });
    if (!revoked) throw notFound("API key");
    await record(tx, ctx, apiKeyRevoked, {
      subject: input.keyId,
      data: { ending: revoked.lastFour, name: revoked.name },
    });
    return { keyId: input.keyId };
  });
}
