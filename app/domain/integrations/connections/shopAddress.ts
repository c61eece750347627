import type { Config } from "#app/platform/config/config.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { macFits, macOf } from "#app/platform/secrets/paymentsHook.ts";
import { hookUrl, type OneConnection } from "./find.server.ts";

type Cfg = Pick<Config, "appUrl" | "paymentsHookSecret" | "previousPaymentsHookSecret">;

const nameOf = ({ orgId, id }: OneConnection) => `shop:${orgId}:${id}`;

/**
 * The webhook address of this connection's shop. Shopify signs only the body, so the address identifies the
 * shop.
 */
export const shopAddress = (config: Cfg, connection: OneConnection): string =>
  hookUrl(config, `shopify/${connection.orgId}.${connection.id}.${macOf(config, nameOf(connection))}`);

/** The earlier address of all shops; those that were not subscribed again still post to it. */
export const sharedShopAddress = (config: Cfg): string => hookUrl(config, "shopify");

/** The connection in a token of ours; undefined for any other token. */
export function connectionOfToken(config: Cfg, token: string): OneConnection | undefined {
  const [orgId = "", id = "", mac = ""] = token.split(".");
  const connection = { orgId: orgId as OrgId, id };
  return macFits(config, nameOf(connection), mac) ? connection : undefined;
}
