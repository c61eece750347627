import type { Queryable } from "#app/db/client.server.ts";
import { isInRangeOf } from "#app/domain/messaging/messages/idRange.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { NumberInDoubt } from "./numbers.server.ts";

const freshMs = 3000;
/** How many messages of a number have to show that its statuses arrive: Meta does not report in order. */
const witnesses = 2;
/** The single messages that are read, before and after the one in doubt. */
const singles = 200;

/**
 * The messages of a campaign that are read, by their distance from the next one: the newest, and a few of ever older ones.
 * All newest ones may be in doubt, as many as a lease has, so the steps are small.
 */
const distances = [
  ...Array.from({ length: 100 }, (_, n) => n + 1),
  ...Array.from({ length: 36 * 5 }, (_, n) => Math.round(100 * 1.3 ** Math.floor(n / 5)) + (n % 5) + 1),
];
/** The first messages of a campaign that are read: with few sent, no step may meet one. */
const firsts = 50;

const hasLaterStatus = "greatest(m.sent_at, m.delivered_at, m.read_at) >= g.posted_by";
const ofSingles = (when: string) => `(select 1 from (
      select * from messages m where m.org_id = $1 and m.campaign_id is null and ${when} limit ${singles}
    ) m where m.phone_number_id = g.phone_number_id and m.direction = 'out' and ${hasLaterStatus} limit ${witnesses})`;

// Campaigns are read by their running numbers, single messages by their time: the work does not grow with what was sent.
const arrivingText = `select g.phone_number_id as "phoneNumberId", now() as now from (
    select phone_number_id, to_timestamp(due_ms / 1000) - make_interval(secs => $4) as posted_by
    from unnest($2::text[], $3::float8[]) as n(phone_number_id, due_ms)
  ) g where (select count(*) from (
    (select 1 from campaigns c
      cross join lateral (select c.next_sequence - unnest($5::int[]) union select generate_series(1, ${firsts})) as s(sequence)
      join messages m on m.org_id = $1 and m.campaign_id = c.id and m.sequence = s.sequence and ${isInRangeOf("m", "c")}
      where c.org_id = $1 and c.phone_number_id = g.phone_number_id and c.status = 'sending' and ${hasLaterStatus} limit ${witnesses})
    union all ${ofSingles(`m.created_at >= g.posted_by and m.id >= message_id_at(g.posted_by - interval '1 hour') order by m.created_at`)}
    union all ${ofSingles(`m.created_at between g.posted_by - interval '1 hour' and g.posted_by
      and m.id >= message_id_at(g.posted_by - interval '2 hours') order by m.created_at desc`)}
  ) witness) >= ${witnesses}`;

/** A number whose statuses arrive, and the database's time. */
interface Arriving {
  phoneNumberId: string;
  now: Date;
}

/**
 * Since when statuses of numbers with messages in doubt are seen to arrive: several messages of the number have a status
 * from after the time at which the last one in doubt can have been posted. Meta delivers statuses late after an outage
 * of its own, and when it has many.
 */
export class StatusWatch {
  readonly #client: Queryable;
  readonly #graceSeconds: number;
  #isWatching = false;
  #since: ReadonlyMap<string, Date> = new Map();
  #readAt = Number.NEGATIVE_INFINITY;
  #isReading = false;

  constructor(client: Queryable, graceSeconds: number) {
    this.#client = client;
    this.#graceSeconds = graceSeconds;
  }

  /** Of the numbers that were in doubt at the last read, those whose statuses arrive, and since when. */
  get since(): ReadonlyMap<string, Date> {
    return this.#since;
  }

  /** Numbers had messages in doubt at the last read. */
  get isWatching(): boolean {
    return this.#isWatching;
  }

  /** What is not seen now, or not asked for, begins again. */
  async read(numbers: readonly NumberInDoubt[]): Promise<void> {
    this.#isWatching = numbers.length > 0;
    if (this.#isReading || (numbers.length > 0 && performance.now() - this.#readAt < freshMs)) return;
    this.#readAt = performance.now();
    this.#isReading = true;
    const arriving = await this.#arriving(numbers).finally(() => {
      this.#isReading = false;
    });
    this.#since = new Map(
      arriving.map(({ phoneNumberId, now }) => [phoneNumberId, this.#since.get(phoneNumberId) ?? now]),
    );
  }

  async #arriving(numbers: readonly NumberInDoubt[]): Promise<Arriving[]> {
    const arriving: Arriving[] = [];
    for (const [orgId, own] of Map.groupBy(numbers, (number) => number.orgId))
      arriving.push(...(await this.#arrivingOf(orgId, own)));
    return arriving;
  }

  async #arrivingOf(orgId: OrgId, numbers: readonly NumberInDoubt[]): Promise<Arriving[]> {
    const { rows } = await this.#client.query<Arriving>({
      name: "statuses-arriving",
      text: arrivingText,
      values: [
        orgId,
        numbers.map(({ phoneNumberId }) => phoneNumberId),
        numbers.map(({ dueAtMs }) => dueAtMs),
        this.#graceSeconds,
        distances,
      ],
    });
    return rows;
  }
}
