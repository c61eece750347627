import { z } from "zod";

/**
 * Purposes of connections. Each has its own pool, so that none waits for another: `pages`, the `api` for
 * customers' systems, the `sender`, the `holds` of its phone numbers, the `presence` of its process, the processing
 * of `webhooks`, the `intake` that stores them, `jobs`, `long` work, such as imports, and reads to be `kept` in
 * memory.
 */
export const purposes = [
  "pages",
  "api",
  "sender",
  "holds",
  "presence",
  "webhooks",
  "intake",
  "jobs",
  "long",
  "kept",
] as const;
export type Purpose = (typeof purposes)[number];

export interface Limits {
  /** Maximum connections, for each of the process's two roles. */
  max: number;
  /** The statement timeout. */
  statementMs: number;
  /** The idle timeout of a transaction; a process frozen in one must not block others for longer. */
  idleInTransactionMs: number;
  /** How long an unused connection is kept. With a short time, silently dead ones are soon dropped. */
  idleMs: number;
  /** The maximum age of a connection: none keeps a plan made for an earlier state of its tables. */
  lifetimeSeconds?: number;
}

/**
 * The sender and the webhook endpoint must recover within 20 seconds of any loss. A sender's transaction may
 * be idle for less time than a number's tenure, so that a successor finds no locks.
 */
const defaults: Record<Purpose, Limits> = {
  pages: { max: 10, statementMs: 10_000, idleInTransactionMs: 15_000, idleMs: 10_000, lifetimeSeconds: 60 },
  api: { max: 10, statementMs: 10_000, idleInTransactionMs: 15_000, idleMs: 10_000, lifetimeSeconds: 60 },
  sender: { max: 10, statementMs: 6000, idleInTransactionMs: 10_000, idleMs: 3000, lifetimeSeconds: 60 },
  holds: { max: 2, statementMs: 2000, idleInTransactionMs: 10_000, idleMs: 10_000 },
  presence: { max: 10, statementMs: 6000, idleInTransactionMs: 10_000, idleMs: 10_000 },
  webhooks: { max: 4, statementMs: 6000, idleInTransactionMs: 10_000, idleMs: 3000, lifetimeSeconds: 60 },
  intake: { max: 3, statementMs: 3000, idleInTransactionMs: 10_000, idleMs: 3000 },
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
 * Opens a connection that never waits forever, whichever side dies or freezes: our side gives up shortly
 * after PostgreSQL should have, and PostgreSQL ends sessions whose client is gone or idle in a transaction.
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
