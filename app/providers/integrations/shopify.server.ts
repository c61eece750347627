import type { CallOfAccount } from "./account.ts";
import { ServiceRefused } from "./call.server.ts";

export const shopifyTopics = [
  "orders/create",
  "orders/fulfilled",
  "checkouts/create",
  "checkouts/update",
  "app/uninstalled",
] as const;

/** Subscribes to the shop; an existing topic is unchanged. */
export async function subscribeToShop(call: CallOfAccount, address: string): Promise<void> {
  for (const topic of shopifyTopics)
    try {
      await call("/webhooks.json", { json: { webhook: { topic, address, format: "json" } } });
    } catch (error) {
      // 422: it exists already.
      if (!(error instanceof ServiceRefused && error.status === 422)) throw error;
    }
}

/** Ends the shop's subscriptions. */
export async function unsubscribeFromShop(call: CallOfAccount, address: string): Promise<void> {
  const { webhooks } = (await call("/webhooks.json")) as {
    webhooks?: { id: number | string; address: string }[];
  };
  for (const webhook of webhooks ?? [])
    if (webhook.address === address) await call(`/webhooks/${webhook.id}.json`, { method: "DELETE" });
}
