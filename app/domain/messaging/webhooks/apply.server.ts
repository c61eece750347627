import { clientOf, queryRows, type Tx } from "#app/db/client.server.ts";
import { inSavepoint } from "#app/db/savepoint.ts";
import { isTransient } from "#app/db/transient.ts";
import type { WebhookBody } from "#app/domain/whatsapp/webhookEvents/events.ts";
import { partsOf } from "#app/domain/whatsapp/webhookEvents/parts.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { summariseError } from "#app/platform/run/describeError.ts";
import { applyEvents } from "./applyEvents.server.ts";
import { settle } from "./settle.server.ts";
import { recordTraffic } from "./traffic.server.ts";
import { addressUnowned } from "./unowned.server.ts";
import { createWaitingList, type WaitingAccounts } from "./waiting.server.ts";

/** The batch size per account, for statuses and for everything else. */
const maxEvents = 200;
/** Another transaction that holds a row for longer makes this organisation wait, and no other. */
const lockTimeout = "1s";

interface Stored {
  id: number;
  body: string;
}

/** `busy`: another process applies this organisation's webhooks. `blocked`: not now; they stay stored. */
export type Applied = { state: "applied"; count: number } | { state: "busy" | "blocked" };

/** Applies what waits now, one organisation after the other. Returns the number of webhooks that were applied or sorted. */
export async function applyWaitingWebhooks(services: Services): Promise<number> {
  const list = createWaitingList(services.db.system);
  let count = 0;
  for (const waiting of await list()) {
    const applied = await applyWaiting(services, waiting);
    if (applied.state === "applied") count += applied.count;
  }
  return count;
}

/** Applies some of what waits of one organisation in one transaction; when that fails, one by one, and the bad one in parts. */
export async function applyWaiting(services: Services, waiting: WaitingAccounts): Promise<Applied> {
  const { orgId, accountKeys } = waiting;
  try {
    if (orgId === null) return { state: "applied", count: await addressUnowned(services, accountKeys) };
    return await applyTogether(services, orgId, accountKeys);
  } catch (error) {
    services.log.warn({ err: error, orgId }, "webhooks not applied together");
    if (isTransient(error) || orgId === null) return { state: "blocked" };
    return applyOneByOne(services, orgId, accountKeys);
  }
}

const applyTogether = (services: Services, orgId: OrgId, accountKeys: readonly string[]): Promise<Applied> =>
  services.db.withSystem(async (tx) => {
    if (!(await begin(tx, orgId))) return { state: "busy" };
    const events = await take(tx, accountKeys);
    if (events.length === 0) return { state: "applied", count: 0 };
    const bodies = events.map((event) => event.body);
    await applyEvents(tx, services, bodies);
    await settleAll(tx, events);
    return { state: "applied", count: events.length };
  });

async function applyOneByOne(
  services: Services,
  orgId: OrgId,
  accountKeys: readonly string[],
): Promise<Applied> {
  const ids = await services.db.withSystem(async (tx) =>
    (await take(tx, accountKeys)).map((event) => event.id),
  );
  for (const id of ids) {
    try {
      await services.db.withSystem(async (tx) => {
        if (!(await begin(tx, orgId))) return;
        const rows = await takeOne(tx, id);
        const bodies = rows.map((row) => row.body);
        await applyEvents(tx, services, bodies);
        await settleAll(tx, rows);
      });
    } catch (error) {
      services.log.error({ err: error, webhookEventId: id }, "webhook not applied");
      if (isTransient(error) || !(await applyInParts(services, orgId, id))) return { state: "blocked" };
    }
  }
  return { state: "applied", count: ids.length };
}

/**
 * Applies the parts of a webhook that can be applied, and stores the errors of the rest for support. Returns
 * false when it must wait.
 */
async function applyInParts(services: Services, orgId: OrgId, id: number): Promise<boolean> {
  try {
    await services.db.withSystem(async (tx) => {
      if (!(await begin(tx, orgId))) return;
      const [event] = await takeOne(tx, id);
      if (!event) return;
      const errors: string[] = [];
      for (const part of partsOf(JSON.parse(event.body))) {
        try {
          await inSavepoint(tx, () => applyEvents(tx, services, [JSON.stringify(part)]));
        } catch (error) {
          if (isTransient(error)) throw error;
          services.log.error({ err: error, webhookEventId: id }, "part of a webhook not applied");
          errors.push(summariseError(error));
          const wabaIds = ((part as WebhookBody).entry ?? []).flatMap((entry) => entry.id ?? []);
          await recordTraffic(tx, wabaIds, "last_webhook_error_at");
        }
      }
      const error = errors.join("\n").replaceAll("\0", "").toWellFormed().slice(0, 2000);
      await settle(clientOf(tx), [id], error || null);
    });
  } catch (error) {
    services.log.error({ err: error, webhookEventId: id }, "webhook waits to be applied in parts");
    return false;
  }
  return true;
}

/** False while another process applies webhooks of the organisation, which keeps their order. */
async function begin(tx: Tx, orgId: OrgId): Promise<boolean> {
  const { rows } = await clientOf(tx).query<{ isOurs: boolean }>({
    name: "begin-webhooks",
    text: `select set_config('lock_timeout', '${lockTimeout}', true),
      pg_try_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0)) as "isOurs"`,
    values: [orgId],
  });
  return rows[0]!.isOurs;
}

const takeOne = async (tx: Tx, id: number): Promise<Stored[]> =>
  queryRows<Stored>(tx, "select id, body from webhook_events where id = $1 for update skip locked", [id]);

/** What customers wrote, and other news, before statuses; of each in the order in which they came. */
async function take(tx: Tx, accountKeys: readonly string[]): Promise<Stored[]> {
  const { rows } = await clientOf(tx).query<Stored>({
    name: "take-webhooks",
    text: `select w.id, w.body from unnest($1::text[]) as k(account_key) cross join unnest(array[false, true]) as s(is_status)
      cross join lateral (select id, body from webhook_events
        where account_key = k.account_key and is_status = s.is_status
        order by id limit $2 for update skip locked) as w
      order by s.is_status, w.id limit $2 * 2`,
    values: [accountKeys, maxEvents],
  });
  return rows;
}

const settleAll = (tx: Tx, events: readonly Stored[]) =>
  settle(
    clientOf(tx),
    events.map((event) => event.id),
  );
