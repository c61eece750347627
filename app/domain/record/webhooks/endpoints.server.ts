import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { lockOrganisationRow } from "#app/db/lockOrganisationRow.server.ts";
import { type KeyMode, webhookDeliveries, webhookEndpoints } from "#app/db/schema/record/webhooks.ts";
import { recordError } from "#app/domain/record/errors.ts";
import { endpointAdded, endpointChanged, endpointDeleted, secretRotated } from "#app/domain/record/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { refusalOfUrl } from "#app/providers/webhooks/guard.server.ts";
import { overlapHours } from "../fieldRules.ts";
import { type Endpoint, newSecret, openEndpointSecret, sealEndpointSecret } from "./secrets.server.ts";

export const maxEndpoints = 20;
/** REST hooks: one for each workflow of a connected service. */
const mostHooks = 100;

const mine = (ctx: OrgContext, endpointId: string) =>
  and(eq(webhookEndpoints.orgId, ctx.orgId), eq(webhookEndpoints.id, endpointId));

/** What may be shown of an endpoint: everything but its secrets and the process that delivers to it. */
const shown = ({
  secretEncrypted: _,
  previousSecretEncrypted: __,
  heldBy: ___,
  heldUntil: ____,
  offReason,
  ...endpoint
}: Endpoint) => ({
  ...endpoint,
  offReason: offReason === null ? null : noteWords(offReason),
});

function requireGoodUrl(ctx: OrgContext, url: string): void {
  const refusal = refusalOfUrl(url, { allowLoopback: ctx.config.webhooksToLoopback });
  if (refusal) throw recordError("webhook_endpoint.bad_url", { values: { said: refusal }, field: "url" });
}

/** The organisation's endpoints, oldest first. */
export async function listEndpoints({ ctx, input }: Call<{ mode?: KeyMode }>) {
  const rows = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(webhookEndpoints)
      .where(
        and(
          eq(webhookEndpoints.orgId, ctx.orgId),
          input.mode === undefined ? undefined : eq(webhookEndpoints.mode, input.mode),
        ),
      )
      .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id)),
  );
  return { endpoints: rows.map(shown) };
}

export async function findEndpoint(tx: Tx, ctx: OrgContext, endpointId: string): Promise<Endpoint> {
  const [endpoint] = await tx.select().from(webhookEndpoints).where(mine(ctx, endpointId)).for("update");
  if (!endpoint) throw notFound("Webhook endpoint");
  return endpoint;
}

/** One endpoint, with its secret only where it is asked for. @throws DomainError `webhook_endpoint.not_found`. */
export async function getEndpoint({ ctx, input }: Call<{ endpointId: string; withSecret?: boolean }>) {
  const [endpoint] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx.select().from(webhookEndpoints).where(mine(ctx, input.endpointId)),
  );
  if (!endpoint) throw notFound("Webhook endpoint");
  return {
    endpoint: shown(endpoint),
    secret: input.withSecret ? openEndpointSecret(ctx.config, endpoint) : null,
  };
}

/** REST hooks, which have a key, are counted apart. */
async function refuseTooMany(tx: Tx, orgId: OrgId, { areHooks }: { areHooks: boolean }): Promise<void> {
  const { keyId } = webhookEndpoints;
  const existing = await tx.$count(
    webhookEndpoints,
    and(eq(webhookEndpoints.orgId, orgId), areHooks ? isNotNull(keyId) : isNull(keyId)),
  );
  const mostEndpoints = areHooks ? mostHooks : maxEndpoints;
  if (existing >= mostEndpoints)
    throw recordError("webhook_endpoint.too_many", { values: { mostEndpoints } });
}

/**
 * Adds an endpoint and makes its signing secret, which is in the answer.
 * @throws DomainError `webhook_endpoint.bad_url`, `webhook_endpoint.too_many`.
 */
export async function createEndpoint({
  ctx,
  input,
}: Call<{
  url: string;
  events: string[];
  description: string;
  mode: KeyMode;
  /** The key of a REST hook, which ends with it. */
  keyId?: string | null;
}>) {
  requireGoodUrl(ctx, input.url);
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    // One after the other, so that there are never more than the most.
    await lockOrganisationRow(tx, ctx.orgId);
    await refuseTooMany(tx, ctx.orgId, { areHooks: Boolean(input.keyId) });
    const now = ctx.clock.now();
    const key = { orgId: ctx.orgId, id: newId("whk", now.getTime()) };
    const secret = newSecret();
    const [endpoint] = await tx
      .insert(webhookEndpoints)
      .values({
        ...key,
        ...input,
        secretEncrypted: sealEndpointSecret(ctx.config, key, secret),
        secretCreatedAt: now,
        createdBy: userOf(ctx.actor),
        createdAt: now,
      })
      .returning();
    await record(tx, ctx, endpointAdded, { subject: key.id, data: { url: input.url } });
    return { endpoint: shown(endpoint!), secret };
  });
}

/**
 * Changes what is given. Switched on again, an endpoint starts without its past; what was kept for it waits to be replayed.
 * @throws DomainError `webhook_endpoint.not_found`, `webhook_endpoint.bad_url`.
 */
export async function updateEndpoint({
  ctx,
  input: { endpointId, ...given },
}: Call<{
  endpointId: string;
  url?: string | undefined;
  events?: string[] | undefined;
  description?: string | undefined;
  isOn?: boolean | undefined;
}>) {
  if (given.url !== undefined) requireGoodUrl(ctx, given.url);
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const before = await findEndpoint(tx, ctx, endpointId);
    const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const fresh = { offReason: null, failingSince: null, lastFailureAt: null, warnedAt: null };
    const turnsOn = given.isOn === true && !before.isOn;
    const [endpoint] = await tx
      .update(webhookEndpoints)
      .set({ ...change, ...(turnsOn ? fresh : {}), updatedAt: ctx.clock.now() })
      .where(mine(ctx, endpointId))
      .returning();
    if (given.isOn === false) await parkDeliveries(tx, ctx.orgId, endpointId);
    await record(tx, ctx, endpointChanged, { subject: endpointId, data: { url: endpoint!.url } });
    return { endpoint: shown(endpoint!) };
  });
}

/** What was to be delivered waits until the endpoint is on and it is replayed. */
export const parkDeliveries = (tx: Tx, orgId: Endpoint["orgId"], endpointId: string) =>
  tx
    .update(webhookDeliveries)
    .set({ state: "off", dueAt: null })
    .where(
      and(
        eq(webhookDeliveries.orgId, orgId),
        eq(webhookDeliveries.endpointId, endpointId),
        sql`${webhookDeliveries.dueAt} is not null`,
      ),
    );

/** @throws DomainError `webhook_endpoint.not_found`. */
export async function deleteEndpoint({ ctx, input }: Call<{ endpointId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { url } = await findEndpoint(tx, ctx, input.endpointId);
    await tx
      .delete(webhookDeliveries)
      .where(and(eq(webhookDeliveries.orgId, ctx.orgId), eq(webhookDeliveries.endpointId, input.endpointId)));
    await tx.delete(webhookEndpoints).where(mine(ctx, input.endpointId));
    await record(tx, ctx, endpointDeleted, { subject: input.endpointId, data: { url } });
    return { endpointId: input.endpointId };
  });
}

/**
 * Creates a new secret; for a day the previous one signs too. @throws DomainError
 * `webhook_endpoint.not_found`.
 */
export async function rotateSecret({ ctx, input }: Call<{ endpointId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const before = await findEndpoint(tx, ctx, input.endpointId);
    const now = ctx.clock.now();
    const secret = newSecret();
    const [endpoint] = await tx
      .update(webhookEndpoints)
      .set({
        secretEncrypted: sealEndpointSecret(ctx.config, before, secret),
        secretCreatedAt: now,
        previousSecretEncrypted: before.secretEncrypted,
        previousSecretUntil: new Date(now.getTime() + overlapHours * 3_600_000),
      })
      .where(mine(ctx, input.endpointId))
      .returning();
    await record(tx, ctx, secretRotated, { subject: before.id, data: { url: before.url } });
    return { endpoint: shown(endpoint!), secret };
  });
}
