import { and, eq } from "drizzle-orm";
import { bots } from "#app/db/schema/bots/bots.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { botDeleted } from "./events.ts";
import { findBot } from "./find.server.ts";

/** Deletes a bot with its entries and log. @throws DomainError `bot.not_found` */
export function deleteBot({ ctx, input: { botId } }: Call<{ botId: string }>): Promise<{ botId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const bot = await findBot(tx, ctx, botId);
    await tx.delete(bots).where(and(eq(bots.orgId, ctx.orgId), eq(bots.id, botId)));
    await record(tx, ctx, botDeleted, { subject: botId, data: { bot: bot.name } });
    return { botId };
  });
}
