import type { PoolClient } from "pg";
import type { Queryable } from "#app/db/client.server.ts";
import { senderChannel } from "#app/domain/messaging/messages/wakeSender.server.ts";
import type { Services } from "#app/platform/context.ts";

/** Advisory locks of a session: one as long as it lasts, one as long as its process takes numbers. */
const aliveLock = 728391010;
const sharingLock = 728391011;
/** The interval of confirmations while numbers are held, and otherwise. */
const confirmEveryMs = { holding: 500, idle: 2000 };
/** A confirmation is relied on for this long, counted from before it was requested. */
const confirmedMs = 2000;
/** The holds of an ended session are free after this long: its process has stopped posting before. */
const silentAfterMs = confirmedMs + 1500;
/** A process without a confirmation for this long is frozen, and gets no share. */
const frozenSeconds = 6;

/** SQL: all processes search at once, and share out the numbers with or without a session. */
const notifyOthers = (session: string, channel: string) =>
  `pg_notify(${channel}, 'session ' || ${session}::int)`;

export interface Moment {
  monotonic: number;
  wall: number;
}

/** One clock stands still while the machine sleeps, the other may be set back: the longer time counts. */
export const msBetween = (from: Moment, to: Moment): number =>
  Math.max(to.monotonic - from.monotonic, to.wall - from.wall);

/**
 * A database session that stands for a sending process. PostgreSQL ends it as soon as the process is killed, and
 * others see that. The process posts only while it was confirmed just before, so an ended session means silence, also
 * when the process lives and only its connection was lost. A number is never used by a second session.
 */
export class Session {
  readonly id: string;
  readonly #client: PoolClient;
  readonly #now: () => Moment;
  readonly #isHolding: () => boolean;
  #confirmed: Moment;
  #timer: NodeJS.Timeout | undefined;
  #confirming: Promise<void> | undefined;
  #isOver = false;

  constructor(client: PoolClient, id: string, now: () => Moment, isHolding: () => boolean) {
    this.id = id;
    this.#client = client;
    this.#now = now;
    this.#isHolding = isHolding;
    this.#confirmed = { monotonic: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY };
    client.on("error", () => this.end());
    client.on("end", () => this.end());
  }

  /** Its holds belong to others from now on. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** It existed so short a time ago that no other process may send for its numbers yet. */
  get isConfirmed(): boolean {
    return this.isConfirmedAt(this.#now());
  }

  isConfirmedAt(now: Moment): boolean {
    return !this.#isOver && msBetween(this.#confirmed, now) < confirmedMs;
  }

  /** Asks PostgreSQL now, and from then on regularly, one question at a time. */
  async confirm(): Promise<void> {
    await this.#confirming;
    this.#confirming ??= this.#confirm().finally(() => {
      this.#confirming = undefined;
    });
    return this.#confirming;
  }

  async #confirm(): Promise<void> {
    clearTimeout(this.#timer);
    const requested = this.#now();
    try {
      await this.#client.query({ name: "confirm-session", text: "select 1" });
      this.#confirmed = requested;
    } catch {
      this.end();
    }
    if (this.#isOver) return;
    const everyMs = confirmEveryMs[this.#isHolding() ? "holding" : "idle"];
    this.#timer = setTimeout(() => void this.confirm(), everyMs).unref();
  }

  /** Others share out the numbers without this process. */
  async leave(): Promise<void> {
    await this.#confirming;
    await this.#client
      .query(`select pg_advisory_unlock($1, $2), ${notifyOthers("$2", "$3")}`, [
        sharingLock,
        this.id,
        senderChannel,
      ])
      .catch(() => this.end());
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#client.release(true);
  }
}

/** The current session of a sending process; an ended one is replaced by one with another number. */
export class Lifeline {
  readonly #services: Pick<Services, "db" | "clock">;
  readonly #isHolding: () => boolean;
  #session: Session | undefined;
  #opening: Promise<Session> | undefined;

  constructor(services: Pick<Services, "db" | "clock">, isHolding: () => boolean) {
    this.#services = services;
    this.#isHolding = isHolding;
  }

  readonly now = (): Moment => ({
    monotonic: performance.now(),
    wall: this.#services.clock.now().getTime(),
  });

  /** A session that PostgreSQL has confirmed. */
  async session(): Promise<Session> {
    const known = this.#session;
    if (known && !known.isConfirmed) await known.confirm();
    if (known && !known.isOver) return known;
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #open(): Promise<Session> {
    const client = await this.#services.db.for("presence").system.connect();
    try {
      const id = await lockedNumber(client);
      const session = new Session(client, id, this.now, this.#isHolding);
      this.#session = session;
      await session.confirm();
      await client.query(`select ${notifyOthers("$1", "$2")}`, [id, senderChannel]);
      return session;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  leave = async (): Promise<void> => this.#session?.leave();

  async close(): Promise<void> {
    await this.#opening?.catch(() => undefined);
    this.#session?.end();
  }
}

/** Locks a random number that no living session has. */
async function lockedNumber(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ id: string; isOurs: boolean }>(
    `with drawn as materialized (select 1 + floor(random() * 2147483646)::int as id)
      select id::text, pg_try_advisory_lock($1, id) and pg_try_advisory_lock($2, id) as "isOurs" from drawn`,
    [aliveLock, sharingLock],
  );
  return rows[0]?.isOurs ? rows[0].id : lockedNumber(client);
}

export interface Sessions {
  alive: ReadonlySet<string>;
  /** Those that take a share of the numbers, in an order that is the same for all. */
  sharing: readonly string[];
}

/** The sessions of all sending processes. */
export async function sendingSessions(client: Queryable): Promise<Sessions> {
  const { rows } = await client.query<{ id: string; isSharing: boolean }>({
    name: "sending-sessions",
    text: `select l.objid::text as id, bool_or(l.classid = $2) and coalesce(max(a.state_change) > now() - make_interval(secs => $3), true) as "isSharing"
      from pg_locks l left join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.objsubid = 2 and l.granted and l.classid in ($1, $2)
        and l.database = (select oid from pg_database where datname = current_database())
      group by l.objid order by l.objid`,
    values: [aliveLock, sharingLock, frozenSeconds],
  });
  return {
    alive: new Set(rows.map(({ id }) => id)),
    sharing: rows.flatMap(({ id, isSharing }) => (isSharing ? [id] : [])),
  };
}

/** Sessions that hold numbers and have ended. */
export class EndedSessions {
  readonly #endedSince = new Map<string, number>();

  /** Notes who `holds` numbers without being `alive`; returns those whose process is silent by now. */
  silent(holds: Iterable<string>, alive: ReadonlySet<string>, now: number): string[] {
    const ended = new Set([...holds].filter((id) => !alive.has(id)));
    for (const id of this.#endedSince.keys()) if (!ended.has(id)) this.#endedSince.delete(id);
    for (const id of ended) if (!this.#endedSince.has(id)) this.#endedSince.set(id, now);
    return [...ended].filter((id) => now - this.#endedSince.get(id)! >= silentAfterMs);
  }
}
