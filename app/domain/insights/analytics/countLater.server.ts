import { sql } from "drizzle-orm";
import type { Services } from "#app/platform/context.ts";
import { countAnalyticsJob } from "./jobs.ts";
import { countedDays } from "./windows.ts";

/** Reports about a message come soon, as a rule; those that came later are counted at night. */
const daysByDay = 3;
const daysByNight = 31;
/** Counting takes at most this part of the time: what is counted in two seconds is counted every 100. */
const share = 50;

/** Has those organisations counted in which something happened lately, each as often as its size allows. */
export async function countActive({ services }: { services: Services }): Promise<void> {
  const now = sql`${services.clock.now().toISOString()}::timestamptz`;
  const { rows } = await services.db.withSystem((tx) =>
    tx.execute<{ id: string }>(sql`
      select distinct t.org_id as id from hourly_totals t
      left join analytics_counts c on c.org_id = t.org_id
      where t.hour >= ${now} - interval '2 hours'
        and (c.counted_at is null or c.counted_at + make_interval(secs => c.took_ms * ${share} / 1000.0) < ${now})`),
  );
  await enqueue(services, rows, daysByDay);
}

/** Counts every organisation with messages in any displayed period: periods advance on their own. */
export async function countAll({ services }: { services: Services }): Promise<void> {
  const now = services.clock.now();
  const oldest = new Date(now.getTime() - countedDays * 86_400_000);
  const { rows } = await services.db.withSystem((tx) =>
    tx.execute<{ id: string }>(
      sql`select distinct org_id as id from hourly_totals where hour >= ${oldest.toISOString()}::timestamptz`,
    ),
  );
  await enqueue(services, rows, daysByNight);
}

async function enqueue(services: Services, organisations: readonly { id: string }[], days: number) {
  for (const { id } of organisations)
    await services.jobs.enqueue(countAnalyticsJob, { orgId: id, days }, { key: `${id}:${days}` });
}
