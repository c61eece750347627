import { and, desc, eq, gte, inArray, lt, lte, type SQL } from "drizzle-orm";
import { notify } from "#app/db/notify.server.ts";
import {
  type DeliveryState,
  type KeyMode,
  outgoingEvents,
  webhookDeliveries,
} from "#app/db/schema/record/webhooks.ts";
import { webhooksReplayed } from "#app/domain/record/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { findEndpoint } from "./endpoints.server.ts";
import { deliveriesChannel } from "./subscriber.ts";

export interface DeliveryFilter {
  endpointId: string;
  deliveryId?: string | undefined;
  state?: DeliveryState | undefined;
  type?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
}

const matching = (ctx: OrgContext, filter: DeliveryFilter): (SQL | undefined)[] => [
  eq(webhookDeliveries.orgId, ctx.orgId),
  eq(webhookDeliveries.endpointId, filter.endpointId),
  filter.deliveryId === undefined ? undefined : eq(webhookDeliveries.id, filter.deliveryId),
  filter.state && eq(webhookDeliveries.state, filter.state),
  filter.type === undefined ? undefined : eq(webhookDeliveries.eventType, filter.type),
  filter.from && gte(webhookDeliveries.createdAt, filter.from),
  filter.until && lte(webhookDeliveries.createdAt, filter.until),
];

/** The delivery log of an endpoint, newest first, one more than `limit`; `after` is the id of the last one before. */
export async function listDeliveries({
  ctx,
  input,
}: Call<DeliveryFilter & { limit: number; after?: string | undefined }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    await findEndpoint(tx, ctx, input.endpointId);
    return tx
      .select({ delivery: webhookDeliveries, event: outgoingEvents })
      .from(webhookDeliveries)
      .innerJoin(
        outgoingEvents,
        and(
          eq(outgoingEvents.orgId, webhookDeliveries.orgId),
          eq(outgoingEvents.id, webhookDeliveries.eventId),
        ),
      )
      .where(
        and(
          ...matching(ctx, input),
          input.after === undefined ? undefined : lt(webhookDeliveries.id, input.after),
        ),
      )
      .orderBy(desc(webhookDeliveries.id))
      .limit(input.limit + 1);
  });
}

const deliveriesPerPage = 25;

/** A page of the delivery log as the screens show it; `older` is where the next one begins. */
export async function pageOfDeliveries({
  ctx,
  input,
}: Call<DeliveryFilter & { after?: string | undefined }>) {
  const rows = await listDeliveries({ ctx, input: { ...input, limit: deliveriesPerPage } });
  const deliveries = rows.slice(0, deliveriesPerPage);
  const older = rows.length > deliveriesPerPage ? deliveries.at(-1)!.delivery.id : null;
  return { deliveries, older };
}

/** One delivery with its event. @throws DomainError `webhook_endpoint.not_found`, `webhook_delivery.not_found` */
export async function getDelivery({ ctx, input }: Call<{ endpointId: string; deliveryId: string }>) {
  const [found] = await listDeliveries({ ctx, input: { ...input, limit: 1 } });
  if (!found) throw notFound("Webhook delivery");
  return found;
}

/**
 * Replays matching deliveries: one, or all of a filter and a range. Those being tried now continue. The
 * event's id stays the same, so that receivers can deduplicate. @throws DomainError
 * `webhook_endpoint.not_found`, `webhook_delivery.not_found` where one is named that is not there.
 */
export async function replayDeliveries({ ctx, input }: Call<DeliveryFilter>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { url } = await findEndpoint(tx, ctx, input.endpointId);
    const replayed = await tx
      .update(webhookDeliveries)
      .set({ state: "waiting", attempts: 0, dueAt: ctx.clock.now() })
      .where(
        and(
          ...matching(ctx, input),
          inArray(webhookDeliveries.state, ["waiting", "delivered", "failed", "off"]),
        ),
      )
      .returning({ id: webhookDeliveries.id });
    if (input.deliveryId !== undefined && replayed.length === 0) throw notFound("Webhook delivery");
    if (replayed.length > 0) notify(tx, deliveriesChannel);
    await record(tx, ctx, webhooksReplayed, {
      subject: input.endpointId,
      data: { url, deliveries: replayed.length },
    });
    return { replayed: replayed.length };
  });
}

/** What happened, newest first, one more than `limit`. Kept where the organisation has an endpoint that wants it. */
export async function listEvents({
  ctx,
  input,
}: Call<{ mode: KeyMode; limit: number; after?: string | undefined; type?: string | undefined }>) {
  return ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(outgoingEvents)
      .where(
        and(
          eq(outgoingEvents.orgId, ctx.orgId),
          eq(outgoingEvents.mode, input.mode),
          input.type === undefined ? undefined : eq(outgoingEvents.type, input.type),
          input.after === undefined ? undefined : lt(outgoingEvents.id, input.after),
        ),
      )
      .orderBy(desc(outgoingEvents.id))
      .limit(input.limit + 1),
  );
}

/** @throws DomainError `event.not_found` */
export async function getEvent({ ctx, input }: Call<{ mode: KeyMode; eventId: string }>) {
  const [event] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(outgoingEvents)
      .where(
        and(
          eq(outgoingEvents.orgId, ctx.orgId),
          eq(outgoingEvents.mode, input.mode),
          eq(outgoingEvents.id, input.eventId),
        ),
      ),
  );
  if (!event) throw notFound("Event");
  return event;
}
