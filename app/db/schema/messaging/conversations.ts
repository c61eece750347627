import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
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

/**
 * `waiting`: the customer waits for a reply; `open`: answered, and not closed; `snoozed`: put aside until a time
 * or the customer's next message; `closed`: nothing left to do.
 */
export type ConversationState = "open" | "waiting" | "snoozed" | "closed";

/** A conversation's state and owner. */
export const inboxColumns = () => ({
  state: text("state").$type<ConversationState>().notNull().default("open"),
  /** The assigned member; a member who leaves the organisation is unassigned. */
  assignedTo: text("assigned_to"),
  /** The team whose queue it is in; null: the organisation's. A deleted team's return to that. */
  teamId: text("team_id"),
  /** Since when the customer waits: their first unanswered message. Null except in the state `waiting`. */
  waitingSince: at("waiting_since"),
  /** When it returns. This and the next two count only in the state `snoozed`. */
  snoozedUntil: at("snoozed_until"),
  /** The member who snoozed it: notified of its return while it is unassigned. */
  snoozedBy: text("snoozed_by"),
  /** What `waitingSince` was before the snooze: the customer still has no reply, and waits again at the return. */
  snoozedWaitingSince: at("snoozed_waiting_since"),
  /** Unanswered since it began or was reopened: the first-reply time applies, not the next-reply time. */
  awaitsFirstReply: boolean("awaits_first_reply").notNull().default(false),
  /** From the same vocabulary as the tags of contacts. */
  labels: text("labels").array().notNull().default(sql`'{}'::text[]`),
  /** The message added last to the thread, whatever its author and time; excluding campaigns'. */
  lastMessageId: text("last_message_id"),
  /** When the away message was last sent. */
  awaySentAt: at("away_sent_at"),
  /** The `waitingSince` for which everyone was notified. */
  alarmedFor: at("alarmed_for"),
});

/**
 * SQL: orders conversations by the customer's last message: the end of their service window, 24 hours after
 * it; without one, the conversation's start. Indexes contain the same expression.
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
    /** The last message of either side; campaign messages don't count. */
    lastMessageAt: at("last_message_at").notNull(),
    lastMessage: text("last_message").notNull().default(""),
    unread: integer("unread").notNull().default(0),
    /** End of the customer service window: free-form messages are allowed until then. */
    windowEndsAt: at("window_ends_at"),
    /** When the customer last wrote via an ad or post. */
    adAt: at("ad_at"),
    ...inboxColumns(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    check(
      "conversations_state",
      sql`state in ('open', 'waiting', 'snoozed', 'closed') and (state = 'waiting') = (waiting_since is not null)
        and (state <> 'snoozed' or snoozed_until is not null)`,
    ),
    uniqueIndex("conversations_pair").on(t.orgId, t.phoneNumberId, t.contactId),
    index("conversations_contact").on(t.orgId, t.contactId),
    index("conversations_labelled").on(t.orgId, t.contactId).where(sql`labels <> '{}'`),
    index("conversations_recent").on(t.orgId, t.lastMessageAt),
    // Counted on every page.
    index("conversations_unread").on(t.orgId).where(sql`unread > 0`),
    // The order of the list: by the customer's last message.
    index("conversations_ordered").on(t.orgId, lastWrote(t)).where(sql`state <> 'closed'`),
    // The same of the list without a queue, and of closed ones.
    index("conversations_all_ordered").on(t.orgId, lastWrote(t)),
    index("conversations_live").on(t.orgId, t.assignedTo, lastWrote(t)).where(sql`state <> 'closed'`),
    // What is assigned next, of each team.
    index("conversations_queue")
      .on(t.orgId, sql`coalesce(team_id, '')`, t.waitingSince)
      .where(sql`waiting_since is not null and assigned_to is null`),
    // A team's queue, and what a deleted one had.
    index("conversations_team").on(t.orgId, t.teamId, t.waitingSince).where(sql`team_id is not null`),
    index("conversations_closed").on(t.orgId, lastWrote(t)).where(sql`state = 'closed'`),
    index("conversations_snoozed").on(t.orgId, t.snoozedUntil).where(sql`state = 'snoozed'`),
    // One query finds what is due in all organisations.
    index("conversations_snooze_due").on(t.snoozedUntil).where(sql`state = 'snoozed'`),
    index("conversations_from_ads").on(t.orgId, lastWrote(t)).where(sql`ad_at is not null`),
    index("conversations_waiting").on(t.orgId, t.waitingSince).where(sql`waiting_since is not null`),
  ],
);

/** A member's unsent draft in a conversation. */
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
