import { queryRows, type Tx } from "#app/db/client.server.ts";
import type { Services } from "#app/platform/context.ts";

export interface NewestSample {
  series: string;
  value: number;
  state: "healthy" | "degraded" | "down" | null;
  detail: string | null;
  at: Date;
}

/** The newest sample of each series, none older than ten minutes. */
export async function newestSamples(tx: Tx, now: Date): Promise<NewestSample[]> {
  return queryRows<NewestSample>(
    tx,
    `select distinct on (series) series, value, state, detail, at from samples
      where at > $1::timestamptz - interval '10 minutes' order by series, at desc`,
    [now],
  );
}

export interface SendRate {
  orgId: string;
  organisation: string;
  phoneNumberId: string;
  number: string;
  lane: number;
  /** Over the last whole minute. */
  perSecond: number;
  peakPerSecond: number;
  posted: number;
}

const listed = 20;

/** The numbers with the most posts in the last hour, by lane. */
export async function readSendRates(tx: Tx, now: Date): Promise<SendRate[]> {
  return queryRows<SendRate>(
    tx,
    `with busiest as (
        select org_id, phone_number_id, lane, sum(count)::int as posted, max(count) / 60.0 as peak,
          coalesce(sum(count) filter (where minute >= date_trunc('minute', $1::timestamptz) - interval '1 minute'
            and minute < date_trunc('minute', $1::timestamptz)), 0) / 60.0 as now
        from send_minutes where minute > $1::timestamptz - interval '1 hour'
        group by 1, 2, 3 order by posted desc, 2, 3 limit ${listed}
      )
      select b.org_id as "orgId", o.name as organisation, b.phone_number_id as "phoneNumberId",
        coalesce(n.display_phone_number, '') as number, b.lane, b.now::float8 as "perSecond",
        b.peak::float8 as "peakPerSecond", b.posted
      from busiest b join organisations o on o.id = b.org_id
        left join phone_numbers n on n.org_id = b.org_id and n.phone_number_id = b.phone_number_id
      order by b.posted desc, b.phone_number_id, b.lane`,
    [now],
  );
}

const label = (value: string) =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

/** The samples of the System tab as lines for a scraper; empty when the database does not respond. */
export async function platformMetrics({ services }: { services: Services }): Promise<string> {
  const now = services.clock.now();
  try {
    return await services.db.withSystem(async (tx) => {
      const samples = await newestSamples(tx, now);
      const rates = await readSendRates(tx, now);
      const lines = [
        "# HELP tarishi_sample The newest value of each series that the System tab shows.",
        "# TYPE tarishi_sample gauge",
        ...samples.map(({ series, value }) => `tarishi_sample{series="${label(series)}"} ${value}`),
        "# HELP tarishi_service_up Whether the last check found the service answering.",
        "# TYPE tarishi_service_up gauge",
        ...samples.flatMap(({ series, state }) =>
          state === null
            ? []
            : [
                `tarishi_service_up{service="${label(series.replace("service:", ""))}"} ${state === "down" ? 0 : 1}`,
              ],
        ),
        "# HELP tarishi_send_rate Messages that a number posted a second, by lane, in the last whole minute.",
        "# TYPE tarishi_send_rate gauge",
        ...rates.map(
          ({ phoneNumberId, lane, perSecond }) =>
            `tarishi_send_rate{phone_number_id="${label(phoneNumberId)}",lane="${lane}"} ${perSecond}`,
        ),
      ];
      return `${lines.join("\n")}\n`;
    });
  } catch (error) {
    services.log.warn({ err: error }, "no samples for the metrics");
    return "";
  }
}
