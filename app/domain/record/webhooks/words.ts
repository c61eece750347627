import type { DeliveryState } from "#app/db/schema/record/webhooks.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export type { DeliveryState };

export const deliveryWords: Readonly<Record<DeliveryState, string>> = lazy({
  waiting: m.labels_waiting,
  delivered: m.labels_delivered,
  failed: m.labels_failed,
  off: m.labels_not_sent_endpoint_off,
});
