import type { Tx } from "#app/db/client.server.ts";
import { clientOf } from "#app/db/client.server.ts";
import { isPassing } from "#app/db/passing.ts";
import type { WebhookBody } from "#app/domain/whatsapp/inbox/events.ts";
import { partsOf } from "#app/domain/whatsapp/inbox/parts.ts";
import type { Services } from "#app/platform/context.ts";
import { summariseError } from "#app/platform/describeError.ts";
import { applyEvents } from "./applyEvents.server.ts";
import { noteTraffic } from "./traffic.server.ts";

const maxEvents = 100;

interface Stored {
  id: number;
  body: string;
}

/**
 * Applies the oldest webhooks that wait, in one transaction; another process takes others. Answers how many it took.
 * When one of them cannot be applied, they are applied one by one, and the bad one in parts.
 */
export async function applyWaitingWebhooks(services: Services): Promise<number> {
  try {
    return await services.db.withSystem(async (tx) => {
      const events = await takeWaiting(tx, maxEvents);
      const bodies = events.map((event) => event.body);
      await applyEvents(tx, services, bodies);
      await settle(tx, events);
      return events.length;
    });
  } catch (error) {
    services.log.warn({ err: error }, "webhooks are applied one by one");
    return applyOneByOne(services);
  }
}

async function applyOneByOne(services: Services): Promise<number> {
  const ids = await services.db.withSystem(async (tx) =>
    (await takeWaiting(tx, maxEvents)).map((event) => event.id),
  );
  let passing = false;
  for (const id of ids) {
    try {
      await services.db.withSystem(async (tx) => {
        const rows = await take(tx, id);
        const bodies = rows.map((row) => row.body);
        await applyEvents(tx, services, bodies);
        await settle(tx, rows);
      });
    } catch (error) {
      services.log.error({ err: error, webhookEventId: id }, "webhook not applied");
      if (isPassing(error) || !(await applyInParts(services, id))) passing = true;
    }
  }
  // After a passing trouble the caller rests before it looks again.
  return passing ? 0 : ids.length;
}

/** What of a webhook can be applied is; it keeps the errors of the rest, and support sees them. False: not now. */
async function applyInParts(services: Services, id: number): Promise<boolean> {
  try {
    await services.db.withSystem(async (tx) => {
      const [event] = await take(tx, id);
      if (!event) return;
      const errors: string[] = [];
      for (const part of partsOf(JSON.parse(event.body))) {
        try {
          await tx.transaction((inner) => applyEvents(inner, services, [JSON.stringify(part)]));
        } catch (error) {
          if (isPassing(error)) throw error;
          services.log.error({ err: error, webhookEventId: id }, "part of a webhook not applied");
          errors.push(summariseError(error));
          const wabaIds = ((part as WebhookBody).entry ?? []).flatMap((entry) => entry.id ?? []);
          await noteTraffic(tx, wabaIds, "last_webhook_error_at");
        }
      }
      await clientOf(tx).query({
        text: "update webhook_events set processed_at = now(), error = $2 where id = $1",
        values: [id, errors.join("\n").replaceAll("\0", "").toWellFormed().slice(0, 2000) || null],
      });
    });
  } catch (error) {
    services.log.error({ err: error, webhookEventId: id }, "webhook waits to be applied in parts");
    return false;
  }
  return true;
}

const take = async (tx: Tx, id: number): Promise<Stored[]> =>
  (
    await clientOf(tx).query<Stored>({
      text: "select id, body from webhook_events where id = $1 and processed_at is null for update skip locked",
      values: [id],
    })
  ).rows;

async function takeWaiting(tx: Tx, limit: number): Promise<Stored[]> {
  const { rows } = await clientOf(tx).query<Stored>({
    name: "take-webhooks",
    text: "select id, body from webhook_events where processed_at is null order by id limit $1 for update skip locked",
    values: [limit],
  });
  return rows;
}

const settle = (tx: Tx, events: readonly Stored[]) =>
  clientOf(tx).query({
    name: "settle-webhooks",
    text: "update webhook_events set processed_at = now(), error = null where id = any($1)",
    values: [events.map((event) => event.id)],
  });
