import type { Queryable } from "#app/db/client.server.ts";
import type { Services } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { Lifeline, type Moment, msBetween, type Session } from "./lifeline.server.ts";

/** How long a dispatcher's right to a phone number lasts without renewal. */
const holdSeconds = 15;
/** How long its holder relies on it. */
const heldMs = (holdSeconds - 3) * 1000;
const renewEveryMs = 3000;
/** A hold that a statement of its own number locked is renewed again after this long. */
const renewAgainMs = 300;
/** Holds that end within this time are given up by one statement. */
const releaseTogetherMs = 50;
/** A hold that was skipped for so long is renewed by a statement that waits for the lock. */
const waitForLockAfterMs = 6000;

/** A dispatcher without activity for this long hangs: its hold is not renewed, so that another may send. */
const hangsAfterMs = 20_000;

/** SQL: someone holds the number. A hold that ends later than any may is left from before the clock was set back. */
export const isHeld = `expires_at between now() and now() + make_interval(secs => ${holdSeconds})`;

/** SQL: the session of the process that holds the number. */
export const sessionOfHolder = "split_part(holder, '.', -2)";

/**
 * The right to send from a phone number; one dispatcher has it at a time, and it expires on its own, or soon after its
 * process's session ended. A former holder cannot renew it: its rows in memory may belong to a successor.
 */
export class NumberTenure {
  readonly phoneNumberId: string;
  /** Unique per hold: leases left by an earlier hold of the same process are recovered like any other's. */
  readonly holder: string;
  readonly session: Session;
  /** An earlier holder did not give it up: it may have posted until now. */
  readonly wasAbandoned: boolean;
  #isLost = false;
  #isRecovered = false;
  #touchedAt = performance.now();
  /** When the right was last granted. */
  #requested: Moment;
  readonly #now: () => Moment;

  /** `requested`: when the right was requested, by the same clocks as `now`. */
  constructor(
    { phoneNumberId, holder, wasAbandoned }: { phoneNumberId: string; holder: string; wasAbandoned: boolean },
    session: Session,
    requested: Moment,
    now: () => Moment,
  ) {
    this.phoneNumberId = phoneNumberId;
    this.holder = holder;
    this.wasAbandoned = wasAbandoned;
    this.session = session;
    this.#requested = requested;
    this.#now = now;
  }

  /** Its dispatcher is at work. */
  touch(): void {
    this.#touchedAt = performance.now();
  }

  get isAtWork(): boolean {
    return performance.now() - this.#touchedAt < hangsAfterMs;
  }

  renewed(requested: Moment): void {
    this.#requested = requested;
  }

  lose(): void {
    this.#isLost = true;
  }

  /** What an earlier holder left is taken care of. */
  recovered(): void {
    this.#isRecovered = true;
  }

  /** Its end leaves nothing to recover. */
  get isClean(): boolean {
    return !this.wasAbandoned || this.#isRecovered;
  }

  get isOver(): boolean {
    return this.#isOverAt(this.#now());
  }

  /** Counted from before the question, with a margin: we stop before another may start. */
  #isOverAt(now: Moment): boolean {
    return this.#isLost || this.session.isOver || msBetween(this.#requested, now) > heldMs;
  }

  /** While the session is not confirmed, posting pauses: it may have ended. */
  get mayPost(): boolean {
    const now = this.#now();
    return this.session.isConfirmedAt(now) && !this.#isOverAt(now);
  }

  /** It ended so long ago that its holder must be hanging. */
  get isLongOver(): boolean {
    return this.ageMs > heldMs + 30_000;
  }

  get ageMs(): number {
    return msBetween(this.#requested, this.#now());
  }
}

// Rows that a statement of their own number has locked are skipped: no number waits for another.
const takeText = `with wanted as (
    select * from unnest($1::text[], $2::text[], $3::text[]) as w(org_id, phone_number_id, holder)
  ), free as (
    select d.phone_number_id, d.holder <> '' as abandoned from dispatchers d where d.phone_number_id = any($2) and (not (${isHeld}) or ${sessionOfHolder} = any($4))
    order by d.phone_number_id for update skip locked
  ), taken as (
    update dispatchers d set org_id = w.org_id, holder = w.holder,
      expires_at = now() + make_interval(secs => ${holdSeconds})
    from wanted w join free f on f.phone_number_id = w.phone_number_id where d.phone_number_id = f.phone_number_id
    returning d.phone_number_id, f.abandoned
  ), added as (
    insert into dispatchers (org_id, phone_number_id, holder, expires_at)
    select w.org_id, w.phone_number_id, w.holder, now() + make_interval(secs => ${holdSeconds}) from wanted w
    where not exists (select 1 from dispatchers d where d.phone_number_id = w.phone_number_id) order by w.phone_number_id
    on conflict (phone_number_id) do nothing returning phone_number_id
  )
  select phone_number_id as "phoneNumberId", abandoned as "wasAbandoned" from taken union all select phone_number_id, false from added`;

const renewText = (lock: string) => `with ours as (
    select phone_number_id from dispatchers where phone_number_id = any($1) and holder = any($2) and expires_at > now()
    order by phone_number_id for no key update ${lock}
  ), renewed as (
    update dispatchers d set expires_at = now() + make_interval(secs => ${holdSeconds}) from ours o
    where d.phone_number_id = o.phone_number_id returning d.phone_number_id
  )
  select d.holder, d.phone_number_id in (select phone_number_id from renewed) as renewed, d.expires_at > now() as held
  from dispatchers d where d.phone_number_id = any($1) and d.holder = any($2)`;

/**
 * Locks the hold for this transaction, if it is still ours. Only the holder takes over from its predecessors, and only it
 * may requeue a single row, since its successor may be sending it at this moment.
 */
export async function holdsNumber(
  client: Queryable,
  { phoneNumberId, holder }: { phoneNumberId: string; holder: string },
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "holds-number",
    text: "select 1 from dispatchers where phone_number_id = $1 and holder = $2 for share",
    values: [phoneNumberId, holder],
  });
  return rowCount === 1;
}

export interface NumberOfOrg {
  orgId: OrgId;
  phoneNumberId: string;
}

/**
 * The holds of one process: takes, renews and gives up all of them together, by connections that nothing else waits
 * for.
 */
export class TenureKeeper {
  readonly lifeline: Lifeline;
  readonly #client: Queryable;
  readonly #log: Services["log"];
  readonly #processId: string;
  readonly #tenures = new Map<string, NumberTenure>();
  readonly #given = new Set<NumberTenure>();
  #giving: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Pick<Services, "db" | "clock" | "log">, processId: string) {
    this.lifeline = new Lifeline(services, () => this.#tenures.size > 0);
    this.#client = services.db.for("holds").system;
    this.#log = services.log;
    this.#processId = processId;
  }

  /** The tenures of those numbers that no other process has, except one with a `silent` session. */
  async take(numbers: readonly NumberOfOrg[], silent: readonly string[] = []): Promise<NumberTenure[]> {
    const { now } = this.lifeline;
    const session = await this.lifeline.session();
    const requested = now();
    const holders = numbers.map(() => `${this.#processId}.${session.id}.${newId("lse")}`);
    const { rows } = await this.#client.query<{ phoneNumberId: string; wasAbandoned: boolean }>({
      name: "take-holds",
      text: takeText,
      values: [
        numbers.map(({ orgId }) => orgId),
        numbers.map(({ phoneNumberId }) => phoneNumberId),
        holders,
        silent,
      ],
    });
    const taken = new Map(rows.map((row) => [row.phoneNumberId, row]));
    const tenures = numbers.flatMap(({ phoneNumberId }, at) => {
      const row = taken.get(phoneNumberId);
      return row ? new NumberTenure({ ...row, holder: holders[at]! }, session, requested, now) : [];
    });
    for (const tenure of tenures) this.#tenures.set(tenure.holder, tenure);
    if (tenures.length > 0) void session.confirm();
    this.#renewIn(renewEveryMs);
    return tenures;
  }

  /** Ends a hold, together with others that end at this moment. */
  release(tenure: NumberTenure): Promise<void> {
    this.#tenures.delete(tenure.holder);
    this.#given.add(tenure);
    this.#giving ??= new Promise((resolve) => setTimeout(resolve, releaseTogetherMs)).then(() =>
      this.#giveUp(),
    );
    return this.#giving;
  }

  async #giveUp(): Promise<void> {
    const ended = [...this.#given];
    this.#given.clear();
    this.#giving = undefined;
    await this.#client
      .query({
        name: "release-holds",
        text: `update dispatchers set expires_at = now() - interval '1 second', holder = case when holder = any($3) then '' else holder end
          where phone_number_id = any($1) and holder = any($2)`,
        values: [...this.#keysOf(ended), ended.flatMap(({ isClean, holder }) => (isClean ? holder : []))],
      })
      .catch((error: unknown) => this.#log.warn({ err: error }, "holds end by themselves"));
  }

  #keysOf = (tenures: readonly NumberTenure[]) => [
    tenures.map(({ phoneNumberId }) => phoneNumberId),
    tenures.map(({ holder }) => holder),
  ];

  #renewIn(ms: number): void {
    this.#timer ??= setTimeout(async () => {
      const isComplete = await this.renew().catch((error: unknown) => {
        this.#log.warn({ err: error }, "holds not renewed");
        return false;
      });
      this.#timer = undefined;
      if (this.#tenures.size > 0) this.#renewIn(isComplete ? renewEveryMs : renewAgainMs);
    }, ms);
  }

  /** False when some could not be renewed now. */
  async renew(): Promise<boolean> {
    // A dispatcher whose session ended is about to release its hold.
    const tenures = [...this.#tenures.values()].filter(
      ({ session, isAtWork, ageMs }) => !session.isOver && isAtWork && ageMs > renewEveryMs / 2,
    );
    if (tenures.length === 0) return true;
    const skipped = await this.#renew(tenures, "skip locked");
    const late = skipped.filter(({ ageMs }) => ageMs > waitForLockAfterMs);
    for (const tenure of late) await this.#renew([tenure], "");
    return skipped.length === late.length;
  }

  /** Renews and returns those that a lock was in the way of. */
  async #renew(tenures: readonly NumberTenure[], lock: "skip locked" | ""): Promise<NumberTenure[]> {
    const requested = this.lifeline.now();
    const { rows } = await this.#client.query<{ holder: string; renewed: boolean; held: boolean }>({
      name: lock ? "renew-holds" : "renew-locked-hold",
      text: renewText(lock),
      values: this.#keysOf(tenures),
    });
    const states = new Map(rows.map((row) => [row.holder, row]));
    const skipped: NumberTenure[] = [];
    for (const tenure of tenures) {
      const state = states.get(tenure.holder);
      if (state?.renewed) tenure.renewed(requested);
      else if (state?.held) skipped.push(tenure);
      else {
        tenure.lose();
        this.#tenures.delete(tenure.holder);
      }
    }
    return skipped;
  }

  /** Stops renewing, and waits until what was released is free. */
  async stop(): Promise<void> {
    this.#tenures.clear();
    clearTimeout(this.#timer);
    await this.#giving;
    await this.lifeline.close();
  }
}
