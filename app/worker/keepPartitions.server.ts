import { z } from "zod";
import { logDays } from "#app/domain/record/fieldRules.ts";
import { webhookEventDays } from "#app/domain/whatsapp/webhookEvents/fieldRules.ts";
import type { Services } from "#app/platform/context.ts";
import { job } from "#app/platform/jobs.ts";
import { handler } from "./handler.ts";

/** Tables with a partition for each day, and how long each is kept. */
const dailyTables = [
  { table: "api_calls", keptDays: logDays },
  { table: "processed_webhooks", keptDays: webhookEventDays },
];
/** Partitions are made this long before their day: a database without this job for a week loses nothing. */
const daysAhead = 7;
const dayMs = 86_400_000;

export async function keepPartitions({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const now = clock.now();
  for (const { table, keptDays } of dailyTables)
    await db.system.query("select keep_partitions($1, $2, $3, $4)", [
      table,
      daysAhead,
      new Date(now.getTime() - keptDays * dayMs),
      now,
    ]);
}

/** Every hour: makes coming partitions and drops expired ones. */
export const keepPartitionsHandler = handler(
  job({ name: "keep-partitions", payload: z.object({}), every: "7 * * * *" }),
  (services) => keepPartitions(services),
);
