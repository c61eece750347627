import type { Queryable } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** How long a dispatcher's right to a phone number lasts without renewal. */
const holdSeconds = 15;
/** How long its holder relies on it. */
const heldMs = (holdSeconds - 3) * 1000;

/**
 * The right to send from a phone number; one dispatcher has it at a time, and it ends by itself. Whoever has lost it
 * cannot renew it: what it has in memory may be another one's by now.
 */
export class NumberHold {
  readonly #client: Queryable;
  readonly #number: { orgId: OrgId; phoneNumberId: string };
  readonly holder: string;
  /** When the right was last given; until it is taken, as if it had ended just now. */
  #asked = { monotonic: performance.now() - heldMs - 1, wall: Date.now() - heldMs - 1 };

  constructor(client: Queryable, number: { orgId: OrgId; phoneNumberId: string }, holder: string) {
    this.#client = client;
    this.#number = number;
    this.holder = holder;
  }

  /** False while another one has it. */
  take(): Promise<boolean> {
    return this.#ask(
      "take-hold",
      `insert into dispatchers (org_id, phone_number_id, holder, fence, expires_at)
      values ($4, $1, $2, 1, now() + make_interval(secs => $3))
      on conflict (phone_number_id) do update set
        org_id = excluded.org_id, holder = excluded.holder, expires_at = excluded.expires_at, fence = dispatchers.fence + 1
      where dispatchers.expires_at < now()`,
      [this.#number.orgId],
    );
  }

  /** False when it is over. */
  renew(): Promise<boolean> {
    return this.#ask(
      "renew-hold",
      `update dispatchers set expires_at = now() + make_interval(secs => $3)
      where phone_number_id = $1 and holder = $2 and expires_at > now()`,
      [],
    );
  }

  async #ask(name: string, text: string, more: unknown[]): Promise<boolean> {
    const asked = { monotonic: performance.now(), wall: Date.now() };
    const values = [this.#number.phoneNumberId, this.holder, holdSeconds, ...more];
    const { rowCount } = await this.#client.query({ name, text, values });
    if (rowCount !== 1) return false;
    this.#asked = asked;
    return true;
  }

  get isDueForRenewal(): boolean {
    return performance.now() - this.#asked.monotonic > (holdSeconds * 1000) / 4;
  }

  /**
   * Counted from before the question, with a margin: we stop before another may start. One clock stands still while
   * the machine sleeps, the other may be set back; the first to say so ends the hold.
   */
  get isOver(): boolean {
    return this.#overForMs > 0;
  }

  /** It has been over for so long that whoever had it must be hanging. */
  get isLongOver(): boolean {
    return this.#overForMs > 30_000;
  }

  get #overForMs(): number {
    const { monotonic, wall } = this.#asked;
    return Math.max(performance.now() - monotonic, Date.now() - wall) - heldMs;
  }

  async release(): Promise<void> {
    await this.#client.query({
      name: "release-hold",
      text: "update dispatchers set expires_at = now() - interval '1 second' where phone_number_id = $1 and holder = $2",
      values: [this.#number.phoneNumberId, this.holder],
    });
  }
}

/**
 * Since when webhooks could be taken without a break, by any process that takes them; null while none lives. A restart
 * is a break; a process that starts before the one before it ends is not.
 */
export async function doorOpenSince(client: Queryable): Promise<Date | null> {
  const { rows } = await client.query<{ startedAt: Date; seenAt: Date; alive: boolean }>({
    name: "door-open-since",
    text: `select started_at as "startedAt", seen_at as "seenAt", seen_at > now() - make_interval(secs => $1) as alive
      from heartbeats where roles like '%api%' and seen_at > now() - interval '7 days' order by started_at desc limit 1000`,
    values: [aliveSeconds],
  });
  let since: Date | null = null;
  for (const { startedAt, alive } of rows) if (alive && (!since || startedAt < since)) since = startedAt;
  // Newest first: each earlier one may only overlap what is covered so far.
  for (const { startedAt, seenAt } of rows)
    if (since && startedAt < since && seenAt >= since) since = startedAt;
  return since;
}

/** A process that has not been seen for so long is dead or frozen: three times the interval of the heartbeat. */
export const aliveSeconds = 6;

/** Says that this process lives. One that was silent for longer counts as started anew: its door was not open either. */

export const beat = (client: Queryable, processId: string, roles: string) =>
  client.query({
    name: "beat",
    text: `insert into heartbeats (process_id, roles, started_at, seen_at) values ($1, $2, now(), now())
      on conflict (process_id) do update set seen_at = now(),
        started_at = case when heartbeats.seen_at < now() - make_interval(secs => $3) then now() else heartbeats.started_at end`,
    values: [processId, roles, aliveSeconds],
  });
