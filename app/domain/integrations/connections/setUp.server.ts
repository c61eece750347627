import { connections } from "#app/db/schema/integrations/connections.ts";
import type { Services } from "#app/platform/context.ts";
import { subscribeToShop, unsubscribeFromShop } from "#app/providers/integrations/shopify.server.ts";
import { callerFor } from "./access.server.ts";
import { type Connection, ownConnection } from "./find.server.ts";
import { sharedShopAddress, shopAddress } from "./shopAddress.ts";

/**
 * Sets up a service after it was connected. A shop is subscribed at the connection's own address, and
 * unsubscribed from the earlier one. HubSpot and Slack post to one address of our app and sign the account.
 */
export async function setUpService(services: Services, connection: Connection): Promise<void> {
  if (connection.provider !== "shopify") return;
  const { config } = services;
  const call = callerFor(services, connection);
  const address = shopAddress(config, connection);
  await subscribeToShop(call, address);
  await services.db.withOrg(connection.orgId, (tx) =>
    tx.update(connections).set({ hookAddress: address }).where(ownConnection(connection)),
  );
  const before = connection.hookAddress ?? sharedShopAddress(config);
  if (before !== address) await unsubscribeFromShop(call, before);
}

/** Undoes `setUpService`. */
export async function endService(services: Services, connection: Connection): Promise<void> {
  if (connection.provider === "shopify")
    await unsubscribeFromShop(
      callerFor(services, connection),
      connection.hookAddress ?? sharedShopAddress(services.config),
    );
}
