import type { OrgContext } from "#app/platform/context.ts";
import { subscribeToShop, unsubscribeFromShop } from "#app/providers/integrations/shopify.server.ts";
import { callerFor } from "./access.server.ts";
import { type Connection, hookUrl } from "./find.server.ts";

/** What a service needs once after it was connected. HubSpot and Slack tell the address of our app by themselves. */
export async function setUpService(ctx: OrgContext, connection: Connection): Promise<void> {
  if (connection.provider === "shopify")
    await subscribeToShop(callerFor(ctx, connection), hookUrl(ctx.config, "shopify"));
}

/** The end of it. */
export async function endService(ctx: OrgContext, connection: Connection): Promise<void> {
  if (connection.provider === "shopify")
    await unsubscribeFromShop(callerFor(ctx, connection), hookUrl(ctx.config, "shopify"));
}
