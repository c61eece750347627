import { z } from "zod";

/**
 * What connections are for. Each purpose has its own, so that none waits for another: `pages`, the `api` that customers'
 * systems call, the `sender`, the `holds` by which it keeps its phone numbers, what applies `webhooks`, the `door` at which
 * they are stored, `jobs`, `long` work, such as imports, and what is read to be `kept` in memory.
 */
export const purposes = [
  "pages",
  "api",
  "sender",
  "holds",
  "webhooks",
  "door",
  "jobs",
  "long",
  "kept",
] as const;
export type Purpose = (typeof purposes)[number];

export interface Limits {
  /** Connections at most, of each of the two roles that a process works as. */
  max: number;
  /** How long one statement may take. */
  statementMs: number;
  /** How long a transaction may do nothing; whoever is frozen in one must not hold up others for longer. */
  idleInTransactionMs: number;
  /** How long a connection that nobody uses is kept. What died unnoticed is soon forgotten where it is short. */
  idleMs: number;
  /** How long a connection is used at all: none keeps a plan that was made for another state of its tables. */
  lifetimeSeconds?: number;
}

/**
 * The sender and the door must be at work again within 20 seconds of any loss. A transaction of the sender may stand idle
 * for less than a number is held, so that whoever takes a number over finds no locks.
 */
const defaults: Record<Purpose, Limits> = {
  pages: { max: 10, statementMs: 10_000, idleInTransactionMs: 15_000, idleMs: 10_000, lifetimeSeconds: 60 },
  api: { max: 10, statementMs: 10_000, idleInTransactionMs: 15_000, idleMs: 10_000, lifetimeSeconds: 60 },
  sender: { max: 10, statementMs: 6000, idleInTransactionMs: 10_000, idleMs: 3000, lifetimeSeconds: 60 },
  holds: { max: 2, statementMs: 2000, idleInTransactionMs: 10_000, idleMs: 10_000 },
  webhooks: { max: 4, statementMs: 6000, idleInTransactionMs: 10_000, idleMs: 3000, lifetimeSeconds: 60 },
  door: { max: 3, statementMs: 3000, idleInTransactionMs: 10_000, idleMs: 3000 },
  jobs: { max: 8, statementMs: 30_000, idleInTransactionMs: 15_000, idleMs: 10_000, lifetimeSeconds: 60 },
  long: { max: 8, statementMs: 15 * 60_000, idleInTransactionMs: 15_000, idleMs: 10_000 },
  kept: { max: 2, statementMs: 2000, idleInTransactionMs: 10_000, idleMs: 10_000 },
};

export type LimitChanges = Partial<Record<Purpose, Partial<Limits>>>;

export const limitsOf = (purpose: Purpose, changes: LimitChanges = {}): Limits => ({
  ...defaults[purpose],
  ...changes[purpose],
});

const sizes = z.partialRecord(z.enum(purposes), z.coerce.number().int().min(1).max(500));

/** `DATABASE_POOLS`, as in `pages=20,long=2`. @throws ZodError when it names no purpose or no number. */
export function poolSizes(text: string): LimitChanges {
  const given = sizes.parse(Object.fromEntries(text.split(",").map((part) => part.trim().split("="))));
  return Object.fromEntries(Object.entries(given).map(([purpose, max]) => [purpose, { max }]));
}

/**
 * How a connection is opened so that it never waits for ever, whichever side dies or is frozen: our side gives up shortly
 * after PostgreSQL should have, and PostgreSQL ends sessions whose client is gone or stands still in a transaction.
 */
export function connectionSettings(url: string, limits: Limits) {
  const { statementMs, idleInTransactionMs } = limits;
  const settings = {
    statement_timeout: statementMs,
    lock_timeout: Math.min(10_000, statementMs),
    idle_in_transaction_session_timeout: idleInTransactionMs,
    client_connection_check_interval: 5000,
    tcp_user_timeout: 15_000,
    tcp_keepalives_idle: 10,
    tcp_keepalives_interval: 2,
    tcp_keepalives_count: 3,
  };
  return {
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
    connectionTimeoutMillis: Math.min(5000, statementMs),
    query_timeout: statementMs + 1000,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(" "),
  };
}
