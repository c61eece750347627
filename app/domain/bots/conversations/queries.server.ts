import { and, desc, eq, isNotNull, type SQL } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { botConversations, botTurns } from "#app/db/schema/bots/bots.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { withContact } from "#app/domain/messaging/messages/joins.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { pageOf, pageSize } from "#app/platform/pageOf.ts";
import { findBot } from "../find.server.ts";
import type { Outcome } from "../words.ts";

type OrgOnly = Pick<OrgContext, "orgId">;

/**
 * A bot's turns, newest first, and the conversations where it is silent. @throws DomainError `bot.not_found`
 */
export function getLog(ctx: OrgContext, input: { botId: string; outcome: Outcome | "all"; page: number }) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const bot = await findBot(tx, ctx, input.botId);
    const where: SQL | undefined = and(
      eq(botTurns.orgId, ctx.orgId),
      eq(botTurns.botId, input.botId),
      input.outcome === "all" ? undefined : eq(botTurns.outcome, input.outcome),
    );
    const counted = await tx.$count(botTurns, where);
    const { page, pages, offset, total } = pageOf(counted, input.page);
    const turns = await tx
      .select({ turn: botTurns, name: contacts.name, phone: contacts.phone })
      .from(botTurns)
      .innerJoin(
        conversations,
        and(eq(conversations.orgId, botTurns.orgId), eq(conversations.id, botTurns.conversationId)),
      )
      .innerJoin(contacts, withContact)
      .where(where)
      .orderBy(desc(botTurns.createdAt), desc(botTurns.id))
      .limit(pageSize)
      .offset(offset);
    return {
      bot: { id: bot.id, name: bot.name },
      turns: turns.map(({ turn, name, phone }) => ({ ...turn, customer: nameOf(name, phone) })),
      silent: await silentConversations(tx, ctx, input.botId),
      page,
      pages,
      total,
    };
  });
}

async function silentConversations(tx: Tx, ctx: OrgOnly, botId: string) {
  const rows = await tx
    .select({ state: botConversations, name: contacts.name, phone: contacts.phone })
    .from(botConversations)
    .innerJoin(
      conversations,
      and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, botConversations.conversationId)),
    )
    .innerJoin(contacts, withContact)
    .where(
      and(
        eq(botConversations.orgId, ctx.orgId),
        eq(botConversations.botId, botId),
        isNotNull(botConversations.silentSince),
      ),
    )
    .orderBy(desc(botConversations.silentSince))
    .limit(50);
  return rows.map(({ state, name, phone }) => ({
    conversationId: state.conversationId,
    customer: nameOf(name, phone),
    silentSince: state.silentSince,
    silentReason: state.silentReason,
  }));
}
