import type { Services } from "#app/platform/context.ts";

const flushEveryMs = 5000;
const minuteMs = 60_000;

/** How many messages a number posted in each minute, by lane: counted in memory, written now and then. */
export class SendMinutes {
  readonly #services: Pick<Services, "db" | "log">;
  readonly #number: { orgId: string; phoneNumberId: string };
  #counts = new Map<string, number>();
  #writtenAt = performance.now();

  constructor(services: Pick<Services, "db" | "log">, number: { orgId: string; phoneNumberId: string }) {
    this.#services = services;
    this.#number = number;
  }

  posted(lane: number, at: Date): void {
    const key = `${Math.floor(at.getTime() / minuteMs) * minuteMs} ${lane}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** Writes what was counted, at most every five seconds; what could not be written is counted on. */
  async write({ now = false } = {}): Promise<void> {
    if (this.#counts.size === 0 || (!now && performance.now() - this.#writtenAt < flushEveryMs)) return;
    this.#writtenAt = performance.now();
    const counted = [...this.#counts];
    this.#counts = new Map();
    const rows = counted.map(([key, count]) => {
      const [minute, lane] = key.split(" ");
      return { minute: new Date(Number(minute)).toISOString(), lane: Number(lane), count };
    });
    const { orgId, phoneNumberId } = this.#number;
    await this.#services.db.system
      .query(
        `insert into send_minutes (org_id, phone_number_id, lane, minute, count)
          select $1, $2, lane, minute, count from jsonb_to_recordset($3::jsonb) as r(lane int, minute timestamptz, count int)
          on conflict (org_id, phone_number_id, lane, minute) do update set count = send_minutes.count + excluded.count`,
        [orgId, phoneNumberId, JSON.stringify(rows)],
      )
      .catch((error: unknown) => {
        for (const [key, count] of counted) this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
        this.#services.log.warn({ err: error }, "send rate not written");
      });
  }
}
