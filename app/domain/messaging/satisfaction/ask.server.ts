import { and, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { satisfactionRequests } from "#app/db/schema/messaging/satisfaction.ts";
import { type InboxSettings, inboxSettingsOf } from "#app/domain/messaging/inboxSettings/settings.server.ts";
import {
  type OpenConversation,
  openForSending,
} from "#app/domain/messaging/messages/openForSending.server.ts";
import { queueMessage } from "#app/domain/messaging/messages/queueMessage.server.ts";
import { queueTemplate } from "#app/domain/messaging/messages/queueTemplate.server.ts";
import { windowIsOpen } from "#app/domain/messaging/messages/window.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { questionOf } from "./question.ts";

const dayMs = 86_400_000;

interface Closing {
  conversationId: string;
  closingId: string;
  closedBy: string | null;
}

/**
 * Asks the customer of a closed conversation how satisfied they are: once per closing, and not again within the
 * organisation's pause, whatever their number. Not after an opt-out, nor when the conversation was reopened, nor a
 * customer who never wrote.
 * Outside the customer service window by the chosen template, which has its price; without one, or money for it, not at all.
 */
export async function askSatisfaction({ ctx, input }: Call<Closing>): Promise<{ asked: boolean }> {
  try {
    return await ctx.db.withOrg(ctx.orgId, async (tx) => {
      const open = await openForSending(tx, ctx, input.conversationId);
      const settings = await inboxSettingsOf(tx, ctx.orgId);
      if (!settings.asksSatisfaction || !mayAsk(ctx, open, settings)) return { asked: false };
      await lockCustomer(tx, ctx, open.contact.id);
      if (await wasAskedRecently(tx, ctx, open.contact.id, settings)) return { asked: false };
      return { asked: await ask(tx, ctx, { open, closing: input, settings }) };
    });
  } catch (error) {
    // Deleted since, or its number is no longer connected: the question is not needed.
    if (error instanceof DomainError) return { asked: false };
    throw error;
  }
}

/** The customer wrote at some time. Outside the customer service window only a template can ask. */
const mayAsk = (
  ctx: OrgContext,
  { conversation, contact }: OpenConversation,
  { satisfactionTemplateId }: InboxSettings,
): boolean =>
  conversation.state === "closed" &&
  contact.optedOutAt === null &&
  conversation.windowEndsAt !== null &&
  (satisfactionTemplateId !== null || windowIsOpen(conversation.windowEndsAt, ctx.clock.now()));

/**
 * Two closings of one customer, at two numbers, come one after the other. Not by the contact's row, which a customer's
 * message locks before its conversation.
 */
const lockCustomer = (tx: Tx, { orgId }: OrgContext, contactId: string) =>
  tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('satisfaction ' || ${orgId}::text || ' ' || ${contactId}::text, 0))`,
  );

async function wasAskedRecently(
  tx: Tx,
  ctx: OrgContext,
  contactId: string,
  { satisfactionPauseDays }: InboxSettings,
): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - satisfactionPauseDays * dayMs);
  const recent = await tx
    .select({ id: satisfactionRequests.id })
    .from(satisfactionRequests)
    .innerJoin(
      conversations,
      and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, satisfactionRequests.conversationId)),
    )
    .where(
      and(
        eq(satisfactionRequests.orgId, ctx.orgId),
        eq(conversations.contactId, contactId),
        gt(satisfactionRequests.requestedAt, since),
      ),
    )
    .limit(1);
  return recent.length > 0;
}

/** False: this closing was asked about before. */
async function ask(
  tx: Tx,
  ctx: OrgContext,
  { open, closing, settings }: { open: OpenConversation; closing: Closing; settings: InboxSettings },
): Promise<boolean> {
  const { conversationId, closingId: id, closedBy } = closing;
  const { teamId } = open.conversation;
  const added = await tx
    .insert(satisfactionRequests)
    .values({ orgId: ctx.orgId, id, conversationId, closedBy, teamId, requestedAt: ctx.clock.now() })
    .onConflictDoNothing()
    .returning({ id: satisfactionRequests.id });
  if (added.length === 0) return false;
  const messageId = await queueQuestion(tx, ctx, { open, id, settings });
  await tx
    .update(satisfactionRequests)
    .set({ messageId })
    .where(and(eq(satisfactionRequests.orgId, ctx.orgId), eq(satisfactionRequests.id, id)));
  return true;
}

/** @throws DomainError those of `queueMessage` and `queueTemplate` */
async function queueQuestion(
  tx: Tx,
  ctx: OrgContext,
  { open, id, settings }: { open: OpenConversation; id: string; settings: InboxSettings },
): Promise<string> {
  const { satisfactionQuestion, satisfactionTemplateId: templateId } = settings;
  const key = `satisfaction:${id}`;
  if (templateId !== null && !windowIsOpen(open.conversation.windowEndsAt, ctx.clock.now())) {
    const queued = await queueTemplate(tx, ctx, open.conversation.id, {
      ...{ templateId, variables: {}, key },
      automatic: "satisfaction",
    });
    return queued.messageId;
  }
  // The organisation's language while the customer's is not known.
  const language = open.contact.language ?? open.org.locale ?? "en";
  const { body, interactive } = questionOf(id, satisfactionQuestion, language);
  const { messageId } = await queueMessage(tx, ctx, open, {
    key,
    body,
    content: { type: "interactive", payload: { interactive } },
    isFirst: true,
    automatic: "satisfaction",
  });
  return messageId;
}
