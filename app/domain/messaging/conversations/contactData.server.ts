import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { conversations, replyDrafts } from "#app/db/schema/messaging/conversations.ts";
import { answeredWaits, conversationNotes } from "#app/db/schema/messaging/inbox.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { satisfactionRequests } from "#app/db/schema/messaging/satisfaction.ts";
import { scheduledMessages } from "#app/db/schema/messaging/scheduled.ts";
import { type ContactTable, followsConversation, leftOutAs } from "#app/domain/record/contactTables.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { eraseConversations } from "./eraseConversations.server.ts";
import { mergeConversations } from "./mergeConversations.server.ts";

const conversationColumns = {
  id: conversations.id,
  createdAt: conversations.createdAt,
  lastMessageAt: conversations.lastMessageAt,
  labels: conversations.labels,
  adAt: conversations.adAt,
};
const messageColumns = {
  at: messages.createdAt,
  direction: messages.direction,
  type: messages.type,
  state: messages.state,
  recipient: messages.recipient,
  body: messages.body,
  payload: messages.payload,
  variables: messages.variables,
  campaignId: messages.campaignId,
  sentAt: messages.sentAt,
  deliveredAt: messages.deliveredAt,
  readAt: messages.readAt,
  failedAt: messages.failedAt,
};
const noteColumns = { at: conversationNotes.createdAt, body: conversationNotes.body };

const satisfactionColumns = {
  requestedAt: satisfactionRequests.requestedAt,
  score: satisfactionRequests.score,
  answeredAt: satisfactionRequests.answeredAt,
};

/** A contact's messages, and members' notes about them. */
export const messagingContactData: readonly ContactTable[] = [
  {
    table: messages,
    onExport: {
      name: "messages",
      columns: messageColumns,
      leftOut: {
        ...leftOutAs("How it is kept", "orgId", "id", "contactId", "phoneNumberId", "searchText"),
        ...leftOutAs(
          "How it was sent",
          "sequence",
          "templateId",
          "wamid",
          "attempts",
          "doubts",
          "dueAt",
          "fallback",
        ),
        ...leftOutAs("How Meta reported it", "inDoubtSince", "acceptedAt", "errorCode", "errorDetail"),
        ...leftOutAs("What it cost the organisation", "metaCategory", "metaType"),
        authorUserId: "The member who wrote it",
      },
      read: (tx, { orgId, contactId }) =>
        tx
          .select(messageColumns)
          .from(messages)
          .where(and(eq(messages.orgId, orgId), eq(messages.contactId, contactId)))
          .orderBy(asc(messages.id)),
    },
    onErase: "Erased after the conversations, with them",
    async onMerge(tx, { orgId, keptId, goneId }) {
      await tx
        .update(messages)
        .set({ contactId: keptId })
        .where(and(eq(messages.orgId, orgId), eq(messages.contactId, goneId)));
      notifyPages(tx, orgId, "messages");
    },
  },
  {
    table: conversations,
    onExport: {
      name: "conversations",
      columns: conversationColumns,
      leftOut: {
        ...leftOutAs("How it is kept", "orgId", "contactId", "phoneNumberId", "updatedAt", "lastMessageId"),
        ...leftOutAs(
          "How the team works on it",
          "unread",
          "state",
          "assignedTo",
          "teamId",
          "waitingSince",
          "awaitsFirstReply",
        ),
        ...leftOutAs("How the team is reminded of it", "windowEndsAt", "awaySentAt", "alarmedFor"),
        ...leftOutAs("How the team put it aside", "snoozedUntil", "snoozedBy", "snoozedWaitingSince"),
        lastMessage: "The copy has every message",
      },
      read: (tx, { orgId, contactId }) =>
        tx
          .select(conversationColumns)
          .from(conversations)
          .where(and(eq(conversations.orgId, orgId), eq(conversations.contactId, contactId))),
    },
    onErase: eraseConversations,
    onMerge: mergeConversations,
  },
  {
    table: conversationNotes,
    onExport: {
      name: "notes",
      columns: noteColumns,
      leftOut: {
        ...leftOutAs("How it is kept", "orgId", "id", "conversationId"),
        authorUserId: "The member who wrote it",
      },
      read: readNotes,
    },
    onErase: followsConversation.onErase,
    onMerge: "Moved with its conversation",
  },
  {
    table: scheduledMessages,
    onExport: "What a member has not sent",
    onErase: followsConversation.onErase,
    onMerge: "Moved with its conversation",
  },
  {
    table: satisfactionRequests,
    onExport: {
      name: "satisfaction",
      columns: satisfactionColumns,
      leftOut: {
        ...leftOutAs("How it is kept", "orgId", "id", "conversationId", "messageId"),
        ...leftOutAs("The team that it was about", "closedBy", "teamId"),
      },
      read: (tx, { orgId, contactId }) =>
        tx
          .select(satisfactionColumns)
          .from(satisfactionRequests)
          .innerJoin(
            conversations,
            and(eq(conversations.orgId, orgId), eq(conversations.id, satisfactionRequests.conversationId)),
          )
          .where(and(eq(satisfactionRequests.orgId, orgId), eq(conversations.contactId, contactId))),
    },
    onErase: followsConversation.onErase,
    onMerge: "Moved with its conversation",
  },
  { table: replyDrafts, onExport: "What a member has not sent", ...followsConversation },
  {
    table: answeredWaits,
    onExport: "How fast the team replied to messages, which the copy has",
    ...followsConversation,
  },
];

/** Members' notes; one without an author is by a bot or a flow, and is in the reader's language. */
async function readNotes(tx: Tx, { orgId, contactId }: { orgId: OrgId; contactId: string }) {
  const notes = await tx
    .select({ ...noteColumns, authorUserId: conversationNotes.authorUserId })
    .from(conversationNotes)
    .innerJoin(
      conversations,
      and(eq(conversations.orgId, orgId), eq(conversations.id, conversationNotes.conversationId)),
    )
    .where(and(eq(conversationNotes.orgId, orgId), eq(conversations.contactId, contactId)));
  return notes.map(({ authorUserId, at, body }) => ({
    at,
    body: authorUserId === "" ? noteWords(body) : body,
  }));
}
