import { and, eq } from "drizzle-orm";
import { connections } from "#app/db/schema/integrations/connections.ts";
import { logDays } from "#app/domain/record/fieldRules.ts";
import type { Services } from "#app/platform/context.ts";
import { credentialsOf } from "./access.server.ts";
import { type OneConnection, openCredentials } from "./find.server.ts";
import { setUpService } from "./setUp.server.ts";
import { shopAddress } from "./shopAddress.ts";

/** Subscribes shops again whose address is outdated: the shared one, or one of an earlier secret. */
async function moveShops(services: Services): Promise<void> {
  const shops = await services.db.systemReads
    .select()
    .from(connections)
    .where(and(eq(connections.provider, "shopify"), eq(connections.status, "connected")));
  for (const shop of shops.filter((one) => one.hookAddress !== shopAddress(services.config, one)))
    await setUpService(services, shop).catch((error: unknown) =>
      services.log.warn({ err: error, connectionId: shop.id }, "shop not resubscribed"),
    );
}

/**
 * Renews every access that was not renewed for a day, so that none expires unused, and deletes log entries
 * older than `logDays`.
 */
export async function tendConnections(services: Services): Promise<void> {
  const now = services.clock.now();
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const { rows } = await services.db.system.query<OneConnection & { credentialsEncrypted: string }>({
    name: "connections-to-renew",
    text: `select org_id as "orgId", id, credentials_encrypted as "credentialsEncrypted" from connections
      where status = 'connected' and token_expires_at is not null and credentials_encrypted is not null
        and refreshed_at < $1`,
    values: [before(1)],
  });
  for (const connection of rows) {
    const { accessToken } = openCredentials(services.config, connection);
    await credentialsOf(services, connection, accessToken).catch((error: unknown) =>
      services.log.warn({ err: error, connectionId: connection.id }, "access not renewed"),
    );
  }
  await moveShops(services);
  const old = { values: [before(logDays)] };
  for (const table of ["connection_log", "vendor_notices", "vendor_bodies", "event_tasks"])
    await services.db.system.query({ ...old, text: `delete from ${table} where created_at < $1` });
  await services.db.system.query({
    text: "delete from connection_attempts where created_at < $1",
    values: [before(1)],
  });
}
