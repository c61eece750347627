import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { organisations } from "#app/db/schema/identity.ts";
import { conversations, messages } from "#app/db/schema/messaging.ts";
import { phoneNumbers, templates } from "#app/db/schema/whatsapp.ts";
import { searchCondition } from "#app/domain/contacts/queries.server.ts";
import { codeOfMeta, reasonOf } from "#app/domain/messages/reasons.ts";
import { searchable } from "#app/domain/messages/text.ts";
import { namesOfUsers } from "#app/domain/users/names.server.ts";
import { notFound } from "#app/shared/errors.ts";
import type { OrgId } from "#app/shared/ids.ts";
import { changeMark } from "./changes.server.ts";
import { chatStatusOf, messageTypeName, readMessage } from "./chatMessage.ts";
import { withContact, withNumber } from "./joins.ts";
import { presenceOf, windowIsOpen } from "./presence.ts";

const conversationsPerPage = 30;
const messagesPerPage = 50;

/** A page of the organisation's conversations, latest message first; `page` counts from 1. */
export async function listConversations(ctx: OrgContext, input: { q: string; page: number }) {
  const now = ctx.clock.now();
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const where = and(eq(conversations.orgId, ctx.orgId), conversationMatches(ctx.orgId, input.q));
    const [counted] = await tx
      .select({
        total: sql<number>`count(*)`,
        unread: sql<number>`coalesce(sum(${conversations.unread}), 0)`,
      })
      .from(conversations)
      .innerJoin(contacts, withContact)
      .where(where);
    const total = counted?.total ?? 0;
    const pages = Math.max(1, Math.ceil(total / conversationsPerPage));
    const page = Math.min(input.page, pages);
    const rows = await tx
      .select({
        id: conversations.id,
        contactName: contacts.name,
        phone: contacts.phone,
        lastMessage: conversations.lastMessage,
        timestamp: conversations.lastMessageAt,
        unread: conversations.unread,
        windowEndsAt: conversations.windowEndsAt,
      })
      .from(conversations)
      .innerJoin(contacts, withContact)
      .where(where)
      .orderBy(desc(conversations.lastMessageAt), desc(conversations.id))
      .limit(conversationsPerPage)
      .offset((page - 1) * conversationsPerPage);
    return {
      conversations: rows.map(({ contactName, windowEndsAt, ...row }) => ({
        ...row,
        name: nameOf(contactName, row.phone),
        status: presenceOf(windowEndsAt, now),
      })),
      page,
      pages,
      total,
      unread: counted?.unread ?? 0,
      now,
      timeZone: await timeZoneOf(tx, ctx.orgId),
      change: await changeMark(tx, ctx, undefined),
    };
  });
}

/** A contact that matches `q`, or a message that says it; what campaigns sent, and what was emptied, is not stored as text. */
export function conversationMatches(orgId: OrgId, q: string): SQL | undefined {
  if (q === "") return undefined;
  const said = sql`(${conversations.contactId}, ${conversations.phoneNumberId}) in (
    select m.contact_id, m.phone_number_id from ${messages} m
    where m.org_id = ${orgId} and m.campaign_id is null and strpos(m.search_text, ${searchable(q)}) > 0)`;
  return or(searchCondition(q), said);
}

export const nameOf = (name: string, phone: string | null): string => name || phone || "WhatsApp user";

async function timeZoneOf(tx: Tx, orgId: OrgId): Promise<string> {
  const [row] = await tx
    .select({ timezone: organisations.timezone })
    .from(organisations)
    .where(eq(organisations.id, orgId));
  return row?.timezone ?? "Africa/Nairobi";
}

/**
 * One conversation with 50 of its messages, oldest first: the newest, or those before the position `before`.
 * @throws DomainError `conversation.not_found`
 */
export async function getConversation(ctx: OrgContext, input: ConversationPage) {
  return withAuthors(ctx, await ctx.db.withOrg(ctx.orgId, (tx) => readConversation(tx, ctx, input)));
}

export interface ConversationPage {
  conversationId: string;
  /** Position that a page before gave as `earlier`. */
  before?: string | undefined;
}

export async function readConversation(tx: Tx, ctx: OrgContext, input: ConversationPage) {
  const now = ctx.clock.now();
  const [row] = await tx
    .select({
      conversation: conversations,
      contact: contacts,
      businessNumber: phoneNumbers.displayPhoneNumber,
    })
    .from(conversations)
    .innerJoin(contacts, withContact)
    .leftJoin(phoneNumbers, withNumber)
    .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, input.conversationId)));
  if (!row) throw notFound("Conversation");
  const { conversation, contact } = row;
  const { shown, earlier } = await readThread(tx, conversation, input.before);
  return {
    conversation: {
      id: conversation.id,
      contactId: contact.id,
      name: nameOf(contact.name, contact.phone),
      phone: contact.phone,
      status: presenceOf(conversation.windowEndsAt, now),
      unread: conversation.unread,
      businessNumber: row.businessNumber,
      windowOpen: windowIsOpen(conversation.windowEndsAt, now),
      windowEndsAt: conversation.windowEndsAt,
      optedOutAt: contact.optedOutAt,
    },
    shown,
    /** Position for the messages before these; null at the beginning. */
    earlier,
    now,
    timeZone: await timeZoneOf(tx, ctx.orgId),
    change: await changeMark(tx, ctx, conversation),
  };
}

/** Each message with the member who wrote it; null for what customers and campaigns send. */
export async function withAuthors<Shown extends { authorUserId: string | null }, Thread>(
  ctx: OrgContext,
  { shown, ...thread }: Thread & { shown: Shown[] },
) {
  const names = await namesOfUsers(
    ctx,
    shown.map((message) => message.authorUserId),
  );
  const messages = shown.map(({ authorUserId, ...message }) => ({
    ...message,
    author:
      authorUserId === null
        ? null
        : {
            firstName: names.get(authorUserId)?.firstName || "A colleague",
            isYou: authorUserId === ctx.actor.userId,
          },
  }));
  return { ...thread, messages };
}

/**
 * When a message was said. What a campaign sends was written down when it started, and may have waited long; its time
 * counts in seconds, as WhatsApp's do, so that an answer within the same second comes after it. Others count in
 * milliseconds, as dates in answers do; PostgreSQL keeps microseconds.
 */
const saidAt =
  sql`case when ${messages.campaignId} is null then date_trunc('milliseconds', ${messages.createdAt})
  else date_trunc('second', coalesce(${messages.acceptedAt}, ${messages.failedAt}, ${messages.createdAt})) end`.mapWith(
    messages.createdAt,
  );

async function readThread(
  tx: Tx,
  conversation: typeof conversations.$inferSelect,
  before: string | undefined,
) {
  const rows = await tx
    .select({
      message: messages,
      saidAt,
      template: { name: templates.name, components: templates.components },
    })
    .from(messages)
    .leftJoin(templates, and(eq(templates.orgId, messages.orgId), eq(templates.id, messages.templateId)))
    .where(
      and(
        eq(messages.orgId, conversation.orgId),
        eq(messages.contactId, conversation.contactId),
        eq(messages.phoneNumberId, conversation.phoneNumberId),
        before === undefined ? undefined : beforePosition(before),
      ),
    )
    .orderBy(desc(saidAt), desc(messages.id))
    .limit(messagesPerPage + 1);
  const page = rows.slice(0, messagesPerPage);
  const oldest = page.at(-1);
  return {
    earlier:
      rows.length > messagesPerPage && oldest ? `${oldest.saidAt.getTime()}.${oldest.message.id}` : null,
    shown: page.reverse().map(({ message, saidAt, template }) => ({
      id: message.id,
      ...readMessage({ ...message, components: template?.components ?? null }),
      timestamp: saidAt,
      sender: message.direction === "in" ? ("contact" as const) : ("user" as const),
      authorUserId: message.authorUserId,
      type: message.type,
      typeName: messageTypeName(message.type),
      templateName: template?.name ?? null,
      campaignId: message.campaignId,
      status: chatStatusOf(message.direction, message.state),
      failure: failureOf(message),
    })),
  };
}

/** Why it failed and what to do; WhatsApp's own words come along for support. */
function failureOf({ state, errorCode, errorDetail }: typeof messages.$inferSelect) {
  if (state !== "failed") return null;
  const { text, advice } = reasonOf(errorCode);
  return { text, advice, errorCode: codeOfMeta(errorCode), detail: errorDetail };
}

function beforePosition(cursor: string): SQL {
  const cut = cursor.indexOf(".");
  const at = new Date(Number(cursor.slice(0, cut))).toISOString();
  return sql`(${saidAt}, ${messages.id}) < (${at}::timestamptz, ${cursor.slice(cut + 1)})`;
}
