import { createHmac } from "node:crypto";
import { type Database, queryRows, type Tx } from "#app/db/client.server.ts";
import { eventSeals } from "#app/db/schema/record/events.ts";
import { platformSettings } from "#app/db/schema/record/platformSettings.ts";
import { isUniqueViolation } from "#app/db/violations.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

type Key = Config["encryptionKeys"][number];

/** An event as it is sealed: its row as PostgreSQL writes it. */
export interface Sealable {
  orgId: OrgId;
  eventId: string;
  content: string;
}

/** All that an event says, the same in every session: no column is left out. Later columns stand behind the list where they are filled. */
export const contentOf = `jsonb_build_array(e.org_id, e.id, e.name, e.type, e.status, e.subject_kind, e.subject_id,
  e.actor_kind, e.actor_id, e.data, e.changes, e.correlation_id, e.ip_address, e.user_agent,
  extract(epoch from e.at))::text || coalesce(to_jsonb(e.on_behalf_of)::text, '')`;

/**
 * The seal of an event over the one before it. With a key outside the database, so that write access there
 * cannot forge one.
 */
export const sealOf = ({ key }: Pick<Key, "key">, previous: string, seq: number, content: string): string =>
  createHmac("sha256", key).update(`audit\n${previous}\n${seq}\n${content}`).digest("hex");

/** Events that were just written may commit in another order, so the newest wait. */
const settledAfterSeconds = 10;
/** An event that comes later than this after its time is none that the platform wrote: it stays unsealed, and is found. */
export const sealedWithinHours = 1;
const atOnce = 2000;
/** When the last run ended that sealed all that waited. */
const sealedSetting = "sealed_through";

/**
 * Seals the events of all organisations in order, each organisation's as one chain, in a transaction of its own; events
 * only for the bell (`type` null) are not in the log and expire sooner. Runs every minute; returns how many it sealed.
 */
export async function sealEvents({ services }: { services: Services }): Promise<{ sealed: number }> {
  const { db, config } = services;
  const now = services.clock.now();
  const since = await sealedThrough(db.systemReads);
  for (let sealed = 0; ; ) {
    const waiting = await unsealed(db.systemReads, since, now);
    const seals = await sealsOf(db.systemReads, waiting, config.encryptionKeys[0]!, now);
    for (const own of Map.groupBy(seals, ({ orgId }) => orgId).values()) {
      if (!(await store(db, own))) return { sealed };
      sealed += own.length;
    }
    if (waiting.length === atOnce) continue;
    await storeSealedThrough(db, now);
    return { sealed };
  }
}

type Seal = typeof eventSeals.$inferInsert;

/** Continues a chain. False where another process has continued it since it was read. */
async function store(db: Database, seals: readonly Seal[]): Promise<boolean> {
  try {
    await db.withSystem((tx) => tx.insert(eventSeals).values([...seals]));
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

async function sealsOf(tx: Tx, waiting: readonly Sealable[], key: Key, sealedAt: Date): Promise<Seal[]> {
  const heads = await headsOf(tx, [...new Set(waiting.map(({ orgId }) => orgId))]);
  return waiting.map(({ orgId, eventId, content }) => {
    const head = heads.get(orgId) ?? { seq: 0, hash: "" };
    const seq = head.seq + 1;
    const hash = sealOf(key, head.hash, seq, content);
    heads.set(orgId, { seq, hash });
    return { orgId, seq, eventId, keyId: key.id, hash, sealedAt };
  });
}

/**
 * Until when all events are sealed; null before the first run, which seals from the beginning. What an interrupted run left
 * out is sealed for a day: whoever sets the stored time back can't have much older events sealed.
 */
export async function sealedThrough(tx: Tx): Promise<Date | null> {
  const stored = await queryRows<{ at: Date }>(
    tx,
    "select (value #>> '{}')::timestamptz as at from platform_settings where key = $1",
    [sealedSetting],
  );
  const [newest] = await queryRows<{ at: Date | null }>(
    tx,
    "select max(sealed_at) - interval '1 day' as at from event_seals",
  );
  const times = [stored[0]?.at, newest?.at].flatMap((at) => at?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

async function storeSealedThrough(db: Database, now: Date): Promise<void> {
  const row = { key: sealedSetting, value: now.toISOString(), changedAt: now };
  await db.withSystem((tx) =>
    tx.insert(platformSettings).values(row).onConflictDoUpdate({ target: platformSettings.key, set: row }),
  );
}

/** From an hour before `since` on. */
async function unsealed(tx: Tx, since: Date | null, now: Date): Promise<Sealable[]> {
  return queryRows<Sealable>(
    tx,
    `select e.org_id as "orgId", e.id as "eventId", ${contentOf} as content from events e
      where e.at >= coalesce($4::timestamptz - make_interval(hours => $3), '-infinity')
        and e.at < $1::timestamptz - make_interval(secs => $2) and e.type is not null
        and not exists (select 1 from event_seals s where s.org_id = e.org_id and s.event_id = e.id)
      order by e.at, e.id limit ${atOnce}`,
    [now, settledAfterSeconds, sealedWithinHours, since],
  );
}

async function headsOf(tx: Tx, orgIds: string[]) {
  const rows = await queryRows<{ orgId: string; seq: number; hash: string }>(
    tx,
    `select distinct on (org_id) org_id as "orgId", seq, hash from event_seals where org_id = any($1)
      order by org_id, seq desc`,
    [orgIds],
  );
  return new Map(rows.map(({ orgId, seq, hash }) => [orgId, { seq: Number(seq), hash }]));
}
