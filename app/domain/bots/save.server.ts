import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";
import { bots } from "#app/db/schema/bots/bots.ts";
import { botsError } from "#app/domain/bots/errors.ts";
import { record } from "#app/domain/record/record.server.ts";
import { findOwnNumber } from "#app/domain/whatsapp/numbers/find.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { addDefaultQuestions } from "./addDefaultQuestions.server.ts";
import { botChanged, botCreated } from "./events.ts";
import { findBot } from "./find.server.ts";
import type { botFields } from "./schemas.ts";

type Fields = z.output<typeof botFields>;

const columnsOf = ({ dailyBudget, conversationBudget, ...fields }: Fields) => ({
  ...fields,
  dailyBudgetCents: dailyBudget,
  conversationBudgetCents: conversationBudget,
});

/** @throws DomainError `whatsapp_number.not_found`, `bot.no_model` */
async function refuseImpossible(tx: Tx, ctx: OrgContext, fields: Fields): Promise<void> {
  if (fields.phoneNumberId) await findOwnNumber(tx, ctx.orgId, fields.phoneNumberId);
  if (!fields.usesModel || ctx.config.ai) return;
  throw botsError("bot.no_model", { field: "usesModel" });
}

/** Creates a bot as a draft. */
export function createBot({ ctx, input }: Call<Fields>): Promise<{ botId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    await refuseImpossible(tx, ctx, input);
    const now = ctx.clock.now();
    const botId = newId("bot", now.getTime());
    await tx.insert(bots).values({ orgId: ctx.orgId, id: botId, ...columnsOf(input), createdAt: now });
    await addDefaultQuestions(tx, ctx, botId);
    await record(tx, ctx, botCreated, { subject: botId, data: { bot: input.name } });
    return { botId };
  });
}

/** @throws DomainError `bot.not_found` and those of `createBot` */
export function updateBot({
  ctx,
  input: { botId, ...fields },
}: Call<Fields & { botId: string }>): Promise<{ botId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    await findBot(tx, ctx, botId);
    await refuseImpossible(tx, ctx, fields);
    await tx
      .update(bots)
      .set(columnsOf(fields))
      .where(and(eq(bots.orgId, ctx.orgId), eq(bots.id, botId)));
    await record(tx, ctx, botChanged, { subject: botId, data: { bot: fields.name } });
    return { botId };
  });
}
