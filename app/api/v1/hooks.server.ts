import { z } from "zod";
import { publicEventNames, sampleDataOf } from "#app/domain/insights/events/publicEvents.ts";
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
} from "#app/domain/record/webhooks/endpoints.server.ts";
import { notFound } from "#app/platform/errors.ts";
import { call, idField, iso, type KeyContext, moment } from "./call.ts";

const group = "rest_hooks";
const eventType = z.enum(publicEventNames);

const hook = z
  .object({ id: z.string(), url: z.string(), event: eventType, created_at: moment })
  .meta({ id: "Hook" });
const sample = z.object({ type: eventType, timestamp: moment, data: z.record(z.string(), z.unknown()) });

const keyOf = ({ actor }: KeyContext) => (actor.kind === "key" ? actor.keyId : null);

/** The key's own hooks: those of other keys are not found. */
async function ownHook(ctx: KeyContext, endpointId: string) {
  const { endpoints } = await listEndpoints({ ctx, input: { mode: ctx.mode } });
  const found = endpoints.find(
    ({ id, keyId }) => id === endpointId && keyId !== null && keyId === keyOf(ctx),
  );
  if (!found) throw notFound("Webhook endpoint");
  return found;
}

/** For Zapier, Make, n8n and similar: a hook per workflow, which ends with the key that created it. */
export const restHooks = {
  "POST /v1/hooks": call({
    scope: "webhooks:write",
    group,
    id: "subscribe-a-hook",
    input: z.object({
      url: z.string().min(1).max(2000).meta({ example: "https://hooks.example.com/tarishi" }),
      event: eventType,
    }),
    output: hook,
    status: 201,
    example: { url: "https://hooks.example.com/tarishi", event: "message.received" },
    errors: ["webhook_endpoint.bad_url", "webhook_endpoint.too_many"],
    inTestMode: "same",
    async run({ ctx, input: { url, event } }) {
      const { endpoint } = await createEndpoint({
        ctx,
        input: { url, events: [event], description: "REST hook", mode: ctx.mode, keyId: keyOf(ctx) },
      });
      return { id: endpoint.id, url, event, created_at: iso(endpoint.createdAt) };
    },
  }),
  "DELETE /v1/hooks/:hook_id": call({
    scope: "webhooks:write",
    group,
    id: "unsubscribe-a-hook",
    input: z.object({ hook_id: idField("hook_id", "hook") }),
    output: z.object({ id: z.string(), deleted: z.literal(true) }),
    errors: ["webhook_endpoint.not_found"],
    inTestMode: "same",
    async run({ ctx, input: { hook_id: endpointId } }) {
      await ownHook(ctx, endpointId);
      await deleteEndpoint({ ctx, input: { endpointId } });
      return { id: endpointId, deleted: true as const };
    },
  }),
  "GET /v1/hooks/samples": call({
    scope: "webhooks:read",
    group,
    id: "get-a-sample",
    input: z.object({ event: eventType }),
    output: z.object({ data: z.array(sample) }),
    example: { event: "message.received" },
    errors: [],
    inTestMode: "same",
    run: async ({ input: { event } }) => ({
      data: [{ type: event, timestamp: "2026-11-20T09:00:00.000Z", data: sampleDataOf(event) }],
    }),
  }),
};
