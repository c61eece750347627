import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { rowsOf } from "#app/db/together.server.ts";
import { namesOfUsers } from "#app/domain/accounts/names.server.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { draftsIn, readDrafts } from "#app/domain/messaging/conversations/drafts.server.ts";
import { lastActiveAt, presenceOf } from "#app/domain/messaging/conversations/presence.ts";
import { deadlineOf } from "#app/domain/messaging/inboxSettings/clocks.ts";
import type { TeamMember } from "#app/domain/messaging/inboxSettings/team.server.ts";
import { chatStatusOf, messageTypeName, readMessage } from "#app/domain/messaging/messages/chatMessage.ts";
import { withContact, withNumber, withTemplate } from "#app/domain/messaging/messages/joins.ts";
import { codeOfMeta, reasonOf } from "#app/domain/messaging/messages/reasons.ts";
import { idsOfNewest, timestampOf, writtenUntil } from "#app/domain/messaging/messages/timestampOf.ts";
import { windowIsOpen } from "#app/domain/messaging/messages/window.ts";
import { priceOfReply, repliesOfMonth } from "#app/domain/money/metaCosts/replyPrice.server.ts";
import { readPrices } from "#app/domain/money/prices/read.server.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { changeMark } from "./changes.server.ts";
import { inboxFrame } from "./frame.server.ts";
import { partsOf, readParts } from "./threadParts.server.ts";

const messagesPerPage = 50;

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

async function findRow(tx: Tx, ctx: OrgContext, conversationId: string, now: Date) {
  const [row] = await tx
    .select({
      conversation: conversations,
      contact: contacts,
      businessNumber: phoneNumbers.displayPhoneNumber,
      drafts: rowsOf(draftsIn(tx, ctx.orgId, conversationId)),
      change: changeMark(tx, ctx, conversations),
      repliesOfMonth: repliesOfMonth(ctx.orgId, conversations.phoneNumberId, now),
    })
    .from(conversations)
    .innerJoin(contacts, withContact)
    .leftJoin(phoneNumbers, withNumber)
    .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, conversationId)));
  if (!row) throw notFound("Conversation");
  return row;
}

export async function readConversation(tx: Tx, ctx: OrgContext, input: ConversationPage) {
  const now = ctx.clock.now();
  const row = await findRow(tx, ctx, input.conversationId, now);
  const { conversation, contact } = row;
  const { shown, notes, events, scheduled, earlier } = await readThread(tx, conversation, input.before);
  const { settings, team, teams, canned, macros } = await inboxFrame(tx, ctx);
  const drafts = readDrafts(row.drafts, ctx);
  const { tags, fields, consent } = contact;
  return {
    conversation: {
      ...conversationFacts(conversation, contact, now),
      ...deadlineOf(settings, conversation, now),
      businessNumber: row.businessNumber,
    },
    contact: { tags, fields, consent },
    shown,
    notes,
    events,
    scheduled,
    writing: drafts.writing,
    team,
    teams,
    canned,
    macros,
    /** The price of a reply, while one is allowed. */
    replyPrice: windowIsOpen(conversation.windowEndsAt, now)
      ? priceOfReply(await readPrices(tx), { used: row.repliesOfMonth, phone: contact.phone, now })
      : null,
    /** The viewing member's draft. */
    draft: drafts.own,
    /** Position for the messages before these; null at the beginning. */
    earlier,
    now,
    change: row.change.mark,
  };
}

type Conversation = typeof conversations.$inferSelect;

const conversationFacts = (conversation: Conversation, contact: typeof contacts.$inferSelect, now: Date) => ({
  id: conversation.id,
  contactId: contact.id,
  name: nameOf(contact.name, contact.phone, contact.username),
  phone: contact.phone,
  username: contact.username,
  status: presenceOf(conversation.windowEndsAt, now),
  lastActiveAt: lastActiveAt(conversation.windowEndsAt, contact.lastSeenAt),
  unread: conversation.unread,
  windowOpen: windowIsOpen(conversation.windowEndsAt, now),
  windowEndsAt: conversation.windowEndsAt,
  optedOutAt: contact.optedOutAt,
  state: conversation.state,
  assignedTo: conversation.assignedTo,
  teamId: conversation.teamId,
  labels: conversation.labels,
  waitingSince: conversation.waitingSince,
  snoozedUntil: conversation.state === "snoozed" ? conversation.snoozedUntil : null,
  /** What a reply gives as `seen`. */
  lastMessageId: conversation.lastMessageId ?? "",
});

interface Written {
  authorUserId: string | null;
}

/** All that was written, with its author; null for those of customers, campaigns and the platform. */
export async function withAuthors<
  Shown extends Written,
  Note extends Written,
  Line extends Written,
  Later extends Written,
  Thread extends { writing: string[]; team: readonly TeamMember[] },
>(
  ctx: OrgContext,
  {
    shown,
    notes,
    events,
    scheduled,
    ...thread
  }: Thread & { shown: Shown[]; notes: Note[]; events: Line[]; scheduled: Later[] },
) {
  const authors = [...shown, ...notes, ...events, ...scheduled].map(({ authorUserId }) => authorUserId);
  const names = await namesOfUsers(ctx, [...authors, ...thread.writing], thread.team);
  // A bot's or flow's message has no author.
  const firstNameOf = (userId: string) =>
    userId === "" ? "the assistant" : names.get(userId)?.firstName || "A colleague";
  const withAuthor = <W extends Written>({ authorUserId, ...written }: W) => ({
    ...written,
    author:
      authorUserId === null
        ? null
        : { firstName: firstNameOf(authorUserId), isYou: authorUserId === userOf(ctx.actor) },
  });
  return {
    ...thread,
    messages: shown.map(withAuthor),
    notes: notes.map(withAuthor),
    events: events.map(withAuthor),
    scheduled: scheduled.map(withAuthor),
    writing: thread.writing.map(firstNameOf),
  };
}

/** One more than a page. */
function newestMessages(tx: Tx, conversation: Conversation, before: string | undefined) {
  const { orgId, contactId, phoneNumberId } = conversation;
  const wanted = and(
    eq(messages.orgId, orgId),
    eq(messages.contactId, contactId),
    eq(messages.phoneNumberId, phoneNumberId),
    // Notices of edits and revoked messages, when the message itself shows it.
    sql`not (${messages.type} in ('edit', 'revoke') and ${messages.payload} ? 'changes')`,
    before === undefined ? undefined : beforePosition(before),
  );
  return tx
    .select({
      message: messages,
      saidAt: timestampOf,
      template: { name: templates.name, components: templates.components },
    })
    .from(messages)
    .leftJoin(templates, withTemplate)
    .where(and(wanted, idsOfNewest(orgId, wanted, messagesPerPage + 1)))
    .orderBy(desc(timestampOf), desc(messages.id))
    .limit(messagesPerPage + 1);
}

async function readThread(tx: Tx, conversation: Conversation, before: string | undefined) {
  const rows = await newestMessages(tx, conversation, before);
  const page = rows.slice(0, messagesPerPage);
  const oldest = page.at(-1);
  page.reverse();
  const ofPage = page.map(({ message }) => message);
  const isNewest = before === undefined;
  const earlier =
    rows.length > messagesPerPage && oldest ? `${oldest.saidAt.getTime()}.${oldest.message.id}` : null;
  const { notes, events, scheduled, parts } = await readParts(tx, conversation, ofPage, {
    isNewest,
    from: earlier === null ? null : (page[0]?.saidAt ?? null),
    to: isNewest ? null : (page.at(-1)?.saidAt ?? null),
  });
  return {
    earlier,
    notes,
    events,
    scheduled,
    shown: page.map(({ message, saidAt, template }) => ({
      ...messageFacts(message, template),
      ...partsOf(message, parts),
      timestamp: saidAt,
    })),
  };
}

const messageFacts = (
  message: typeof messages.$inferSelect,
  template: Pick<typeof templates.$inferSelect, "name" | "components"> | null,
) => ({
  id: message.id,
  ...readMessage({ ...message, components: template?.components ?? null }),
  sender: message.direction === "in" ? ("contact" as const) : ("user" as const),
  authorUserId: message.authorUserId,
  type: message.type,
  typeName: messageTypeName(message.type),
  templateName: template?.name ?? null,
  campaignId: message.campaignId,
  status: chatStatusOf(message.direction, message.state),
  failure: failureOf(message),
});

/** Why it failed and what to do; WhatsApp's own words come along for support. */
function failureOf({ state, errorCode, errorDetail }: typeof messages.$inferSelect) {
  if (state !== "failed") return null;
  const { text, advice } = reasonOf(errorCode);
  return { text, advice, errorCode: codeOfMeta(errorCode), detail: errorDetail && noteWords(errorDetail) };
}

function beforePosition(cursor: string): SQL {
  const cut = cursor.indexOf(".");
  const at = new Date(Number(cursor.slice(0, cut)));
  return sql`${writtenUntil(at)} and (${timestampOf}, ${messages.id}) < (${at.toISOString()}::timestamptz, ${cursor.slice(cut + 1)})`;
}
