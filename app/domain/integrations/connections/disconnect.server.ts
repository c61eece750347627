import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { connections, type ProviderName, vendorNotices } from "#app/db/schema/integrations/connections.ts";
import { eventTasks } from "#app/db/schema/integrations/rules.ts";
import { webhookEndpoints } from "#app/db/schema/record/webhooks.ts";
import { disconnected } from "#app/domain/integrations/events.ts";
import { revokeKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { revokeTokens } from "#app/providers/integrations/oauth.server.ts";
import {
  accessBy,
  type Connection,
  isOAuth,
  openCredentials,
  ownConnection,
  requireConnection,
} from "./find.server.ts";
import { noteLog } from "./log.server.ts";
import { connectionNote } from "./notes.ts";
import { endService } from "./setUp.server.ts";
import { nameOfService } from "./words.ts";

/**
 * Ends a connection: revokes its access, and deletes its credentials, key and subscriptions. A service that
 * does not respond does not prevent it. @throws DomainError `connection.not_found`
 */
export async function disconnect({ ctx, input }: Call<{ provider: ProviderName }>) {
  const connection = await ctx.db.withOrg(ctx.orgId, (tx) => requireConnection(tx, ctx, input.provider));
  await giveBack(ctx, connection).catch((error: unknown) =>
    ctx.log.warn({ err: error, connectionId: connection.id }, "connection not given back"),
  );
  await endKey(ctx, connection);
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    await tx
      .update(connections)
      .set({
        status: "disconnected",
        credentialsEncrypted: null,
        tokenExpiresAt: null,
        nextRunAt: null,
        brokenReason: null,
      })
      .where(ownConnection(connection));
    await endWork(tx, connection);
    const { accountName } = connection;
    await noteLog(tx, ctx, connection, { kind: "connection.ended", detail: accountName });
    await record(tx, ctx, disconnected, {
      subject: connection.id,
      data: { service: nameOfService(input.provider), account: accountName },
    });
    return {};
  });
}

/** Deletes pending events from and to the service. */
async function endWork(tx: Tx, { orgId, id }: Connection): Promise<void> {
  await tx
    .update(vendorNotices)
    .set({ dueAt: null, body: "" })
    .where(and(eq(vendorNotices.orgId, orgId), eq(vendorNotices.connectionId, id)));
  await tx
    .update(eventTasks)
    .set({ state: "skipped", dueAt: null, note: connectionNote("connection.disconnected") })
    .where(
      and(
        eq(eventTasks.orgId, orgId),
        eq(eventTasks.subscriberId, id),
        inArray(eventTasks.state, ["waiting", "running"]),
      ),
    );
}

async function giveBack(ctx: OrgContext, connection: Connection): Promise<void> {
  const { provider, credentialsEncrypted } = connection;
  if (connection.status !== "connected" || !isOAuth(provider) || credentialsEncrypted === null) return;
  await endService(ctx, connection);
  const credentials = openCredentials(ctx.config, { ...connection, credentialsEncrypted });
  await revokeTokens(accessBy(ctx.config, provider, connection.accountId), credentials);
}

/** Revokes its API key, and deletes the webhooks that were subscribed with it. */
async function endKey(ctx: OrgContext, { settings: { keyId } }: Connection): Promise<void> {
  if (keyId === undefined) return;
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const mine = and(eq(webhookEndpoints.orgId, ctx.orgId), eq(webhookEndpoints.keyId, keyId));
    await tx.execute(sql`delete from webhook_deliveries where org_id = ${ctx.orgId} and endpoint_id in (
      select id from webhook_endpoints where org_id = ${ctx.orgId} and key_id = ${keyId})`);
    await tx.delete(webhookEndpoints).where(mine);
  });
  await revokeKey({ ctx, input: { keyId } }).catch((error: unknown) => {
    // It was already revoked.
    if (!(error instanceof DomainError && error.kind === "not_found")) throw error;
  });
}
