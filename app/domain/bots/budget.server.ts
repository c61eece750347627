import { and, eq, gte, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { botTurns } from "#app/db/schema/bots/bots.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { fromNairobiInput, toNairobiInput } from "#app/platform/time/nairobiTime.ts";

/** The start of the day, Kenya time. */
export const startOfDay = (now: Date): Date => fromNairobiInput(`${toNairobiInput(now).slice(0, 10)}T00:00`)!;

/** A bot's spending today, KES cents; `conversationId`: in that conversation only. */
export async function spentToday(
  tx: Tx,
  input: { orgId: OrgId; botId: string; now: Date; conversationId?: string },
): Promise<number> {
  const [row] = await tx
    .select({ cents: sql<number>`coalesce(sum(${botTurns.modelCents} + ${botTurns.messageCents}), 0)::int` })
    .from(botTurns)
    .where(
      and(
        eq(botTurns.orgId, input.orgId),
        eq(botTurns.botId, input.botId),
        gte(botTurns.createdAt, startOfDay(input.now)),
        input.conversationId ? eq(botTurns.conversationId, input.conversationId) : undefined,
      ),
    );
  return row?.cents ?? 0;
}

/** A bot's remaining budget today: with the model, only its entries' texts, or none. */
export async function budgetLeft(
  tx: Tx,
  input: {
    orgId: OrgId;
    bot: { id: string; dailyBudgetCents: number; conversationBudgetCents: number };
    conversationId: string;
    now: Date;
    /** Meta's price of the next reply, KES cents. */
    replyCents: number;
  },
): Promise<"all" | "words" | "none"> {
  const { orgId, bot, now, conversationId, replyCents } = input;
  const spent = await spentToday(tx, { orgId, botId: bot.id, now });
  if (replyCents > 0 && spent + replyCents > bot.dailyBudgetCents) return "none";
  const spentHere = await spentToday(tx, { orgId, botId: bot.id, now, conversationId });
  const isLeft = spent < bot.dailyBudgetCents && spentHere < bot.conversationBudgetCents;
  return isLeft ? "all" : "words";
}
