import type { DeliveryState } from "#app/db/schema/record/webhooks.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export type { DeliveryState };

export const deliveryWords: Readonly<Record<DeliveryState, string>> = lazy({
  waiting: m.common_waiting,
  delivered: m.common_delivered,
  failed: m.common_failed,
  off: m.webhooks_delivery_off,
});
