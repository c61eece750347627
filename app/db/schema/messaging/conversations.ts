import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { users } from "../accounts/users.ts";
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";

/** `waiting`: the customer waits for an answer; `open`: answered, and not at its end; `closed`: nothing more to do. */
export type ConversationState = "open" | "waiting" | "closed";

/** How far a conversation got and whose it is. */
export const inboxColumns = () => ({
  state: text("state").$type<ConversationState>().notNull().default("open"),
  /** The member whose conversation it is; who leaves the organisation lets go of theirs. */
  assignedTo: text("assigned_to"),
  /** Since when the customer waits: their first message without an answer. Null but for the state `waiting`. */
  waitingSince: at("waiting_since"),
  /** Nobody has answered since it began or was opened again: the clock of the first reply runs, not that of the next. */
  awaitsFirstReply: boolean("awaits_first_reply").notNull().default(false),
  /** Of one vocabulary with the tags of contacts. */
  labels: text("labels").array().notNull().default(sql`'{}'::text[]`),
  /** The message that came into the thread last, whoever wrote it and whatever its time is; a campaign's is none. */
  lastMessageId: text("last_message_id"),
  /** When the away message was sent last. */
  awaySentAt: at("away_sent_at"),
  /** The `waitingSince` for which everybody was alarmed. */
  alarmedFor: at("alarmed_for"),
});

/**
 * SQL: the key that orders conversations by what the customer wrote last: the end of their service window, 24 hours after
 * it; where they never wrote, when the conversation began. Indexes have the same words.
 */
export const lastWrote = ({
  windowEndsAt,
  createdAt,
}: {
  windowEndsAt: AnyPgColumn;
  createdAt: AnyPgColumn;
}) => sql<Date>`coalesce(${windowEndsAt}, ${createdAt})`;

export const conversations = pgTable(
  "conversations",
  {
    orgId: orgId(),
    id: id(),
    phoneNumberId: text("phone_number_id").notNull(),
    contactId: text("contact_id").notNull(),
    /** The last message either side wrote; campaign messages don't count. */
    lastMessageAt: at("last_message_at").notNull(),
    lastMessage: text("last_message").notNull().default(""),
    unread: integer("unread").notNull().default(0),
    /** End of the customer service window: free-form messages go until then. */
    windowEndsAt: at("window_ends_at"),
    /** When the customer last wrote by way of an ad or post. */
    adAt: at("ad_at"),
    ...inboxColumns(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("conversations_pair").on(t.orgId, t.phoneNumberId, t.contactId),
    index("conversations_contact").on(t.orgId, t.contactId),
    index("conversations_labelled").on(t.orgId, t.contactId).where(sql`labels <> '{}'`),
    index("conversations_recent").on(t.orgId, t.lastMessageAt),
    // Counted on every page.
    index("conversations_unread").on(t.orgId).where(sql`unread > 0`),
    // The order of the list: by what the customer wrote last.
    index("conversations_ordered").on(t.orgId, lastWrote(t)).where(sql`state <> 'closed'`),
    index("conversations_live").on(t.orgId, t.assignedTo, lastWrote(t)).where(sql`state <> 'closed'`),
    index("conversations_closed").on(t.orgId, lastWrote(t)).where(sql`state = 'closed'`),
    index("conversations_from_ads").on(t.orgId, lastWrote(t)).where(sql`ad_at is not null`),
    index("conversations_waiting").on(t.orgId, t.waitingSince).where(sql`waiting_since is not null`),
  ],
);

/** What a member has begun to write in a conversation and not sent. */
export const replyDrafts = pgTable(
  "reply_drafts",
  {
    orgId: orgId(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    conversationId: text("conversation_id").notNull(),
    text: text("text").notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.conversationId, t.userId] }),
    foreignKey({
      columns: [t.orgId, t.conversationId],
      foreignColumns: [conversations.orgId, conversations.id],
    }).onDelete("cascade"),
  ],
);
