import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { bots } from "#app/db/schema/bots/bots.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { evaluateBotJob } from "./jobs.ts";

/** Records a change of a bot's entries, and enqueues its evaluation for after the transaction. */
export async function recordBotChange(tx: Tx, ctx: OrgContext, botId: string): Promise<void> {
  await tx
    .update(bots)
    .set({ revision: sql`${bots.revision} + 1`, updatedAt: ctx.clock.now() })
    .where(and(eq(bots.orgId, ctx.orgId), eq(bots.id, botId)));
  await ctx.jobs.enqueue(evaluateBotJob, { orgId: ctx.orgId, botId }, { tx, key: botId });
}
