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
/** Tables with a partition for each month. None is dropped: retention empties rows, and reports keep them. */
const monthlyTables = ["messages"];
/** Partitions are made this long before their time. Rows of later ones wait in the partition of all after. */
const daysAhead = 7;
const monthsAhead = 2;
const dayMs = 86_400_000;

export async function keepPartitions({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const now = clock.now();
  const keep = (table: string, ahead: number, from: Date | null) =>
    db.system.query("select keep_partitions($1, $2, $3, $4)", [table, ahead, from, now]);
  for (const { table, keptDays } of dailyTables)
    await keep(table, daysAhead, new Date(now.getTime() - keptDays * dayMs));
  for (const table of monthlyTables) await keep(table, monthsAhead, null);
}

/** Every hour: makes coming partitions and drops expired ones. */
export const keepPartitionsHandler = handler(
  job({ name: "keep-partitions", payload: z.object({}), every: "7 * * * *" }),
  (services) => keepPartitions(services),
);
