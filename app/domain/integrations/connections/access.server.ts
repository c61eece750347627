import type { Tx } from "#app/db/client.server.ts";
import { connections } from "#app/db/schema/integrations/connections.ts";
import { integrationsError } from "#app/domain/integrations/errors.ts";
import { connectionBroken } from "#app/domain/integrations/events.ts";
import { mailManagers } from "#app/domain/record/mails/mailManagers.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import { noteWords, shortened } from "#app/platform/text/notes.ts";
import type { CallOfAccount } from "#app/providers/integrations/account.ts";
import { callService, type ServiceCall, ServiceRefused } from "#app/providers/integrations/call.server.ts";
import { type Credentials, refreshTokens } from "#app/providers/integrations/oauth.server.ts";
import { m } from "#messages";
import {
  accessBy,
  type Connection,
  isOAuth,
  type OneConnection,
  openCredentials,
  ownConnection,
  sealCredentials,
} from "./find.server.ts";
import { noteLog } from "./log.server.ts";
import { connectionNote } from "./notes.ts";
import { nameOfService } from "./words.ts";

/** A token is renewed this long before it expires. */
const marginMs = 60_000;

const notConnected = () => integrationsError("connection.not_connected");

async function read(services: Pick<Services, "db">, connection: OneConnection): Promise<Connection> {
  const [found] = await services.db.withOrg(connection.orgId, (tx) =>
    tx.select().from(connections).where(ownConnection(connection)),
  );
  if (found?.status !== "connected" || found.credentialsEncrypted === null) throw notConnected();
  return found;
}

const isFresh = ({ tokenExpiresAt }: Connection, now: Date) =>
  tokenExpiresAt === null || tokenExpiresAt.getTime() - marginMs > now.getTime();

const opened = (services: Pick<Services, "config">, connection: Connection): Credentials =>
  openCredentials(services.config, {
    ...connection,
    credentialsEncrypted: connection.credentialsEncrypted!,
  });

/**
 * A connection's credentials, renewed when about to expire, or when the service has just refused `refused`.
 * Renewing locks the row, so that later callers find the new tokens. Only a refusal by the service breaks the
 * connection, never a network error. @throws DomainError `connection.not_connected`, ServiceUnreachable
 */
export async function credentialsOf(
  services: Services,
  connection: OneConnection,
  refused?: string,
): Promise<Credentials> {
  const seen = await read(services, connection);
  const usable = opened(services, seen);
  if (usable.accessToken !== refused && isFresh(seen, services.clock.now())) return usable;
  const outcome = await services.db.withSystem((tx) => renew(tx, services, connection, usable.accessToken));
  if (outcome === null) throw notConnected();
  return outcome;
}

/** Shown when a service gives no reason. */
const withdrawn = () => connectionNote("connection.withdrawn");

async function renew(
  tx: Tx,
  services: Services,
  one: OneConnection,
  seen: string,
): Promise<Credentials | null> {
  const [current] = await tx.select().from(connections).where(ownConnection(one)).for("update");
  if (current?.status !== "connected" || current.credentialsEncrypted === null) return null;
  const now = services.clock.now();
  const held = opened(services, current);
  // Another process renewed it while this one waited for the row.
  if (held.accessToken !== seen && isFresh(current, now)) return held;
  if (!isOAuth(current.provider) || !held.refreshToken) {
    await breakConnection(tx, services, current, withdrawn());
    return null;
  }
  try {
    const { expiresInSeconds, ...fresh } = await refreshTokens(
      accessBy(services.config, current.provider, current.accountId),
      held,
    );
    await tx
      .update(connections)
      .set({
        credentialsEncrypted: sealCredentials(services.config, one, fresh),
        tokenExpiresAt: expiresInSeconds ? new Date(now.getTime() + expiresInSeconds * 1000) : null,
        refreshedAt: now,
      })
      .where(ownConnection(one));
    await noteLog(tx, services, one, { kind: "token.refreshed", detail: current.accountName });
    return fresh;
  } catch (error) {
    if (!(error instanceof ServiceRefused)) throw error;
    await breakConnection(tx, services, current, error.message);
    return null;
  }
}

/** The service refused permanently: pauses the connection and notifies managers how to restore it. */
async function breakConnection(
  tx: Tx,
  services: Services,
  connection: Connection,
  said: string,
): Promise<void> {
  const service = nameOfService(connection.provider);
  await tx
    .update(connections)
    .set({ status: "broken", brokenReason: shortened(said, 300), nextRunAt: null })
    .where(ownConnection(connection));
  await noteLog(tx, services, connection, { kind: "token.refused", ok: false, detail: said });
  const ctx = systemContext(services, connection.orgId, "connections");
  await record(tx, ctx, connectionBroken, {
    subject: connection.id,
    data: { service, account: connection.accountName, reason: said },
  });
  await mailManagers(tx, services, ctx.orgId, () => ({
    subject: m.mails_reconnect_subject({ service }),
    lines: [m.mails_reconnect_text({ service, account: connection.accountName, said: noteWords(said) })],
    path: `/integrations/${connection.provider}/connect`,
  }));
}

/** Calls a connection's API; an expired access is renewed once. */
export function callerFor(
  services: Services,
  connection: OneConnection & Pick<Connection, "provider">,
): CallOfAccount {
  const allowLoopback = services.config.integrations.simulated;
  const send = ({ accessToken, apiUrl }: Credentials, path: string, call: Omit<ServiceCall, "token">) =>
    callService(
      `${apiUrl}${path}`,
      connection.provider === "shopify"
        ? { ...call, headers: { "x-shopify-access-token": accessToken } }
        : { ...call, token: accessToken },
      { allowLoopback },
    );
  return async (path, call = {}) => {
    const credentials = await credentialsOf(services, connection);
    try {
      return await send(credentials, path, call);
    } catch (error) {
      if (!(error instanceof ServiceRefused && error.status === 401)) throw error;
      return send(await credentialsOf(services, connection, credentials.accessToken), path, call);
    }
  };
}
