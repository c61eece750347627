import { clientOf, commitWith, queryRows, type Tx } from "#app/db/client.server.ts";
import { eachOf } from "#app/db/eachOf.ts";
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

/**
 * `busy`: another process applies this organisation's webhooks. `blocked`: not now; they stay stored. `isAll`: no more of them
 * waited then.
 */
export type Applied =
  | { state: "applied"; count: number; isAll: boolean }
  | { state: "busy" | "blocked"; isAll?: undefined };

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
    if (orgId === null)
      return { state: "applied", count: await addressUnowned(services, accountKeys), isAll: false };
    return await applyTogether(services, orgId, accountKeys);
  } catch (error) {
    services.log.warn({ err: error, orgId }, "webhooks not applied together");
    if (isTransient(error) || orgId === null) return { state: "blocked" };
    return applyOneByOne(services, orgId, accountKeys);
  }
}

const applyTogether = (services: Services, orgId: OrgId, accountKeys: readonly string[]): Promise<Applied> =>
  inTransaction(services, async (tx) => {
    const events = await take(tx, orgId, accountKeys);
    if (events === null) return { state: "busy" };
    if (events.length === 0) return { state: "applied", count: 0, isAll: true };
    const bodies = events.map((event) => event.body);
    await applyEvents(tx, services, bodies);
    commitWith(tx, settleAll(tx, events));
    return { state: "applied", count: events.length, isAll: events.length < maxEvents };
  });

const inTransaction = <T>({ db }: Services, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.withSystem(work, `set local lock_timeout = '${lockTimeout}'`);

async function applyOneByOne(
  services: Services,
  orgId: OrgId,
  accountKeys: readonly string[],
): Promise<Applied> {
  const taken = await services.db.withSystem((tx) => take(tx, orgId, accountKeys));
  if (taken === null) return { state: "busy" };
  const ids = taken.map((event) => event.id);
  for (const id of ids) {
    try {
      await inTransaction(services, async (tx) => {
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
  return { state: "applied", count: ids.length, isAll: ids.length < maxEvents };
}

/**
 * Applies the parts of a webhook that can be applied, and stores the errors of the rest for support. Returns
 * false when it must wait.
 */
async function applyInParts(services: Services, orgId: OrgId, id: number): Promise<boolean> {
  try {
    await inTransaction(services, async (tx) => {
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

/** SQL: false while another process applies webhooks of the organisation, which keeps their order. */
const isOurs = (org: string) =>
  `pg_try_advisory_xact_lock(hashtextextended('webhooks ' || ${org}, 0)) as "isOurs"`;

async function begin(tx: Tx, orgId: OrgId): Promise<boolean> {
  const { rows } = await clientOf(tx).query<{ isOurs: boolean }>({
    name: "begin-webhooks",
    text: `select ${isOurs("$1")}`,
    values: [orgId],
  });
  return rows[0]!.isOurs;
}

const takeOne = async (tx: Tx, id: number): Promise<Stored[]> =>
  queryRows<Stored>(tx, "select id, body from webhook_events where id = $1 for update skip locked", [id]);

/**
 * What customers wrote, and other news, before statuses; of each in the order in which they came. Null while another process
 * applies webhooks of the organisation: one that is gone when its turn ends is skipped.
 */
async function take(tx: Tx, orgId: OrgId, accountKeys: readonly string[]): Promise<Stored[] | null> {
  const { rows } = await clientOf(tx).query<{ isOurs: boolean } & ({ id: null } | Stored)>({
    name: "take-webhooks",
    text: `with turn as materialized (select ${isOurs("$3")})
      select turn."isOurs", w.id, w.body from turn left join lateral (
        select s.is_status, e.id, e.body from unnest(${eachOf("$1")}) as k(account_key)
          cross join unnest(array[false, true]) as s(is_status)
          cross join lateral (select id, body from webhook_events
            where account_key = k.account_key and is_status = s.is_status
            order by id limit $2 for update skip locked) as e
        where turn."isOurs" order by s.is_status, e.id limit $2 * 2
      ) as w on true order by w.is_status, w.id`,
    values: [accountKeys, maxEvents, orgId],
  });
  if (!rows[0]!.isOurs) return null;
  return rows.filter((row) => row.id !== null);
}

const settleAll = (tx: Tx, events: readonly Stored[]) =>
  settle(
    clientOf(tx),
    events.map((event) => event.id),
  );
