import { z } from "zod";
import { deliveryStates } from "#app/db/schema/record/webhooks.ts";
import { publicEventNames, publicEventsOf } from "#app/domain/insights/events/publicEvents.ts";
import {
  getEvent,
  listDeliveries,
  listEvents,
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
import { notFound } from "#app/platform/errors.ts";
import { call, idField, iso, type KeyContext, moment, momentOrNull } from "./call.ts";
import { pageFields, pageOf, positionOf, toPage } from "./paging.ts";

const group = "webhooks";
const eventType = z.enum(publicEventNames);
const events = z.array(eventType).min(1).max(publicEventNames.length);
const url = z.string().min(1).max(2000).meta({ example: "https://hooks.example.com/tarishi" });
const description = z.string().trim().max(200);

const endpoint = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string(),
    events: z.array(eventType),
    enabled: z.boolean(),
    off_reason: z.string().nullable(),
    failing_since: momentOrNull,
    secret_created_at: moment,
    created_at: moment,
  })
  .meta({ id: "WebhookEndpoint" });
const withSecret = endpoint.extend({
  secret: z.string().meta({ description: "Signs what is sent. Shown in this answer only." }),
});

type Row = Awaited<ReturnType<typeof listEndpoints>>["endpoints"][number];

const show = (row: Row): z.input<typeof endpoint> => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  enabled: row.isOn,
  off_reason: row.offReason,
  failing_since: iso(row.failingSince),
  secret_created_at: iso(row.secretCreatedAt),
  created_at: iso(row.createdAt),
});

const event = z
  .object({
    id: z.string().meta({ description: "The same as the header `webhook-id`." }),
    type: eventType,
    timestamp: moment,
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "Event" });

type EventRow = Awaited<ReturnType<typeof listEvents>>[number];
const showEvent = (
  { config }: KeyContext,
  { id, type, occurredAt, data }: EventRow,
): z.input<typeof event> => ({
  id,
  type,
  timestamp: iso(occurredAt),
  data: publicData(config.appUrl, data),
});

const delivery = z
  .object({
    id: z.string(),
    event,
    state: z.enum(deliveryStates),
    attempts: z.number().int(),
    last_status: z.number().int().nullable(),
    last_answer: z.string().nullable(),
    next_attempt_at: momentOrNull,
    created_at: moment,
  })
  .meta({ id: "WebhookDelivery" });

const one = z.object({ endpoint_id: idField("endpoint_id", "endpoint") });
const filter = {
  state: z.enum(deliveryStates).optional(),
  type: eventType.optional(),
  from: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
};
const filterOf = (input: {
  state?: (typeof deliveryStates)[number] | undefined;
  type?: z.output<typeof eventType> | undefined;
  from?: string | undefined;
  until?: string | undefined;
}) => ({
  state: input.state,
  type: input.type,
  from: input.from === undefined ? undefined : new Date(input.from),
  until: input.until === undefined ? undefined : new Date(input.until),
});

/** An endpoint of the key's own mode; those of the other are not found. */
async function own(ctx: KeyContext, endpointId: string) {
  const { endpoint: found } = await getEndpoint({ ctx, input: { endpointId } });
  if (found.mode !== ctx.mode) throw notFound("Webhook endpoint");
  return { endpointId, found };
}

export const webhooks = {
  "POST /v1/webhook-endpoints": call({
    scope: "webhooks:write",
    group,
    id: "add-a-webhook-endpoint",
    input: z.object({
      url,
      events: events.default(publicEventsOf("message")),
      description: description.default(""),
    }),
    output: withSecret,
    status: 201,
    example: { url: "https://hooks.example.com/tarishi", events: ["message.delivered", "message.failed"] },
    errors: ["webhook_endpoint.bad_url", "webhook_endpoint.too_many"],
    inTestMode: "same",
    async run({ ctx, input }) {
      const made = await createEndpoint({ ctx, input: { ...input, mode: ctx.mode } });
      return { ...show(made.endpoint), secret: made.secret };
    },
  }),
  "GET /v1/webhook-endpoints": call({
    scope: "webhooks:read",
    group,
    id: "list-webhook-endpoints",
    input: z.object({}),
    output: pageOf(endpoint),
    errors: [],
    inTestMode: "same",
    async run({ ctx }) {
      const { endpoints } = await listEndpoints({ ctx, input: { mode: ctx.mode } });
      return { data: endpoints.map(show), next_cursor: null };
    },
  }),
  "GET /v1/webhook-endpoints/:endpoint_id": call({
    scope: "webhooks:read",
    group,
    id: "read-a-webhook-endpoint",
    input: one,
    output: endpoint,
    errors: ["webhook_endpoint.not_found"],
    inTestMode: "same",
    run: async ({ ctx, input }) => show((await own(ctx, input.endpoint_id)).found),
  }),
  "PATCH /v1/webhook-endpoints/:endpoint_id": call({
    scope: "webhooks:write",
    group,
    id: "change-a-webhook-endpoint",
    input: one.extend({
      url: url.optional(),
      events: events.optional(),
      description: description.optional(),
      enabled: z.boolean().optional(),
    }),
    output: endpoint,
    example: { enabled: false },
    errors: ["webhook_endpoint.not_found", "webhook_endpoint.bad_url"],
    inTestMode: "same",
    async run({ ctx, input: { endpoint_id: id, enabled, ...change } }) {
      const { endpointId } = await own(ctx, id);
      const changed = await updateEndpoint({ ctx, input: { ...change, isOn: enabled, endpointId } });
      return show(changed.endpoint);
    },
  }),
  "DELETE /v1/webhook-endpoints/:endpoint_id": call({
    scope: "webhooks:write",
    group,
    id: "delete-a-webhook-endpoint",
    input: one,
    output: z.object({ id: z.string(), deleted: z.literal(true) }),
    errors: ["webhook_endpoint.not_found"],
    inTestMode: "same",
    async run({ ctx, input }) {
      const { endpointId } = await own(ctx, input.endpoint_id);
      await deleteEndpoint({ ctx, input: { endpointId } });
      return { id: endpointId, deleted: true as const };
    },
  }),
  "POST /v1/webhook-endpoints/:endpoint_id/rotate-secret": call({
    scope: "webhooks:write",
    group,
    id: "rotate-a-signing-secret",
    input: one,
    output: withSecret,
    errors: ["webhook_endpoint.not_found"],
    inTestMode: "same",
    async run({ ctx, input }) {
      const { endpointId } = await own(ctx, input.endpoint_id);
      const rotated = await rotateSecret({ ctx, input: { endpointId } });
      return { ...show(rotated.endpoint), secret: rotated.secret };
    },
  }),
  "GET /v1/webhook-endpoints/:endpoint_id/deliveries": call({
    scope: "webhooks:read",
    group,
    id: "list-deliveries",
    input: one.extend({ ...pageFields, ...filter }),
    output: pageOf(delivery),
    errors: ["webhook_endpoint.not_found", "request.bad_cursor"],
    inTestMode: "same",
    async run({ ctx, input: { limit, cursor, endpoint_id: id, ...given } }) {
      const { endpointId } = await own(ctx, id);
      const after = positionOf(cursor);
      const rows = await listDeliveries({ ctx, input: { ...filterOf(given), endpointId, limit, after } });
      return toPage(
        rows,
        limit,
        (row) => ({
          id: row.delivery.id,
          event: showEvent(ctx, row.event),
          state: row.delivery.state,
          attempts: row.delivery.attempts,
          last_status: row.delivery.lastStatus,
          last_answer: row.delivery.lastAnswer,
          next_attempt_at: row.delivery.state === "waiting" ? iso(row.delivery.dueAt) : null,
          created_at: iso(row.delivery.createdAt),
        }),
        (row) => row.delivery.id,
      );
    },
  }),
  "POST /v1/webhook-endpoints/:endpoint_id/replay": call({
    scope: "webhooks:write",
    group,
    id: "replay-deliveries",
    input: one.extend({ ...filter, delivery_id: idField("delivery_id", "delivery").optional() }),
    output: z.object({ replayed: z.number().int() }),
    example: { state: "failed" },
    errors: ["webhook_endpoint.not_found", "webhook_delivery.not_found"],
    inTestMode: "same",
    async run({ ctx, input: { endpoint_id: id, delivery_id: deliveryId, ...given } }) {
      const { endpointId } = await own(ctx, id);
      return replayDeliveries({ ctx, input: { ...filterOf(given), endpointId, deliveryId } });
    },
  }),
  "GET /v1/events": call({
    scope: "webhooks:read",
    group,
    id: "list-events",
    input: z.object({ ...pageFields, type: eventType.optional() }),
    output: pageOf(event),
    errors: ["request.bad_cursor"],
    inTestMode: "same",
    async run({ ctx, input: { limit, cursor, type } }) {
      const rows = await listEvents({
        ctx,
        input: { mode: ctx.mode, limit, type, after: positionOf(cursor) },
      });
      return toPage(
        rows,
        limit,
        (row) => showEvent(ctx, row),
        ({ id }) => id,
      );
    },
  }),
  "GET /v1/events/:event_id": call({
    scope: "webhooks:read",
    group,
    id: "read-an-event",
    input: z.object({ event_id: idField("event_id", "event") }),
    output: event,
    errors: ["event.not_found"],
    inTestMode: "same",
    run: async ({ ctx, input }) =>
      showEvent(ctx, await getEvent({ ctx, input: { mode: ctx.mode, eventId: input.event_id } })),
  }),
};
