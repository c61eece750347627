import { z } from "zod";
import { deliveryStates } from "#app/db/schema/record/webhooks.ts";
import { publicEventGroups, publicEventNames } from "#app/domain/insights/events/publicEvents.ts";
import {
  getDelivery,
  pageOfDeliveries,
  replayDeliveries,
} from "#app/domain/record/webhooks/deliveries.server.ts";
import {
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  rotateSecret,
  updateEndpoint,
} from "#app/domain/record/webhooks/endpoints.server.ts";
import { publicData } from "#app/domain/record/webhooks/publicData.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { endpoint, verb } from "../endpoint.ts";

const url = z.string().trim().min(1, { error: m.checks_endpoint_url_required }).max(2000);
const events = z.array(z.enum(publicEventNames)).min(1, { error: m.checks_endpoint_events_required });
const one = z.object({ endpointId: idOf("endpoint", z.string().max(64)) });
const filter = {
  state: z.enum(deliveryStates).optional(),
  type: z.enum(publicEventNames).optional(),
};
const writes = { max: 60, windowSeconds: 3600 };

/** Webhook endpoints, with their delivery logs. */
export const developerWebhooks = {
  "GET /developer/webhooks": endpoint({
    act: "developer.viewCalls",
    input: z.object({}),
    async run({ org }) {
      const { endpoints } = await listEndpoints({ ctx: org, input: {} });
      return { endpoints, groups: publicEventGroups() };
    },
  }),
  "POST /developer/webhooks": endpoint({
    act: "developer.manage",
    input: z.object({ url, events }),
    limit: writes,
    run: ({ org, input }) => createEndpoint({ ctx: org, input: { ...input, description: "", mode: "live" } }),
  }),
  "GET /developer/webhooks/:endpointId": endpoint({
    act: "developer.viewCalls",
    input: one,
    async run({ org, input }) {
      const found = await getEndpoint({ ctx: org, input });
      return { ...found, groups: publicEventGroups() };
    },
  }),
  "GET /developer/webhooks/:endpointId/secret": endpoint({
    act: "developer.manage",
    input: one,
    run: ({ org, input }) => getEndpoint({ ctx: org, input: { ...input, withSecret: true } }),
  }),
  "PATCH /developer/webhooks/:endpointId": verb(
    "developer.manage",
    one.extend({ url: url.optional(), events: events.optional(), isOn: z.boolean().optional() }),
    updateEndpoint,
    { limit: writes },
  ),
  "DELETE /developer/webhooks/:endpointId": verb("developer.manage", one, deleteEndpoint),
  "POST /developer/webhooks/:endpointId/rotate": verb("developer.manage", one, rotateSecret, {
    limit: writes,
  }),
  "GET /developer/webhooks/:endpointId/deliveries": verb(
    "developer.viewCalls",
    one.extend({
      state: filter.state,
      type: filter.type.catch(undefined),
      after: z.string().max(64).optional(),
    }),
    pageOfDeliveries,
  ),
  "GET /developer/webhooks/:endpointId/deliveries/:deliveryId": endpoint({
    act: "developer.viewCalls",
    input: one.extend({ deliveryId: idOf("delivery", z.string().max(64)) }),
    async run({ ctx, org, input }) {
      const { delivery, event } = await getDelivery({ ctx: org, input });
      return { delivery, event: { ...event, data: publicData(ctx.config.appUrl, event.data) } };
    },
  }),
  "POST /developer/webhooks/:endpointId/replay": verb(
    "developer.manage",
    one.extend({
      ...filter,
      deliveryId: idOf("delivery", z.string().max(64)).optional(),
      from: z.coerce.date().optional(),
      until: z.coerce.date().optional(),
    }),
    replayDeliveries,
    { limit: { max: 120, windowSeconds: 3600 } },
  ),
};
