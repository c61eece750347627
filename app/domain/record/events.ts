import { z } from "zod";
import { eventType, noData } from "./eventType.ts";

/** What was written as a sentence before events had types; `href` is where its notification led. */
export const legacyEntry = eventType({
  name: "legacy.noted",
  type: "system",
  data: z.object({ action: z.string(), details: z.string(), href: z.string().optional() }),
});

const ofEndpoint = z.object({ url: z.string() });
export const endpointAdded = eventType({ name: "webhook_endpoint.added", type: "system", data: ofEndpoint });
export const endpointChanged = eventType({
  name: "webhook_endpoint.changed",
  type: "system",
  data: ofEndpoint,
});
export const endpointDeleted = eventType({
  name: "webhook_endpoint.deleted",
  type: "system",
  status: "warning",
  data: ofEndpoint,
});
export const secretRotated = eventType({
  name: "webhook_endpoint.secret_rotated",
  type: "security",
  data: ofEndpoint,
});
/** Switched off by the platform: the endpoint accepted nothing. `gone`: it said so itself. */
export const endpointSwitchedOff = eventType({
  name: "webhook_endpoint.switched_off",
  type: "system",
  status: "warning",
  data: ofEndpoint.extend({ gone: z.boolean() }),
  bell: { to: "managers" },
});
export const webhooksReplayed = eventType({
  name: "webhooks.replayed",
  type: "system",
  data: ofEndpoint.extend({ deliveries: z.number() }),
});

export const notificationsChosen = eventType({
  name: "notifications.chosen",
  type: "settings",
  data: noData,
});
