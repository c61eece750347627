import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";
import { members } from "../organisations/organisations.ts";
import { conversations } from "./conversations.ts";
import type { WorkingWeek } from "./workingWeek.ts";

/**
 * An organisation's inbox settings. Without a row: always open, no reply times, no assignment, answered
 * conversations close after 3 days.
 */
export const inboxSettings = pgTable(
  "inbox_settings",
  {
    orgId: orgId(),
    /** Null: always open. */
    workingWeek: jsonb("working_week").$type<WorkingWeek>(),
    /** The reply to customers outside working hours; empty: none. */
    awayMessage: text("away_message").notNull().default(""),
    /** The minutes of working time within which the first and later replies are due. Null: no limit. */
    firstReplyMinutes: integer("first_reply_minutes"),
    nextReplyMinutes: integer("next_reply_minutes"),
    /** Waiting unassigned conversations are assigned to members on duty. */
    autoAssign: boolean("auto_assign").notNull().default(false),
    /**
     * After how many minutes of working time everyone is notified of a waiting unassigned conversation. Null:
     * never.
     */
    alarmMinutes: integer("alarm_minutes"),
    /** Customers see read receipts and typing indicators. */
    readReceipts: boolean("read_receipts").notNull().default(true),
    /** Answered conversations without a message for this many days are closed. Null: never. */
    closeAfterDays: integer("close_after_days").default(3),
    /** Customers are asked how satisfied they are when a member closes their conversation. */
    asksSatisfaction: boolean("asks_satisfaction").notNull().default(false),
    /** The question in the organisation's words; empty: the default one, in the customer's language. */
    satisfactionQuestion: text("satisfaction_question").notNull().default(""),
    /** A customer is not asked again for this many days. */
    satisfactionPauseDays: integer("satisfaction_pause_days").notNull().default(7),
    /** Also when a conversation was closed automatically, which is always outside the customer service window. */
    asksAfterAutoClose: boolean("asks_after_auto_close").notNull().default(false),
    /** What asks outside the customer service window; null: nothing does. */
    satisfactionTemplateId: text("satisfaction_template_id"),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId] })],
);

/** Members on duty, and their capacity. */
export const inboxMembers = pgTable(
  "inbox_members",
  {
    orgId: orgId(),
    userId: text("user_id").notNull(),
    onDuty: boolean("on_duty").notNull().default(false),
    capacity: integer("capacity").notNull().default(10),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.userId] }),
    foreignKey({ columns: [t.orgId, t.userId], foreignColumns: [members.orgId, members.userId] }).onDelete(
      "cascade",
    ),
  ],
);

/** Members' internal notes in a conversation; never shown to the customer. */
export const conversationNotes = pgTable(
  "conversation_notes",
  {
    orgId: orgId(),
    id: id(),
    conversationId: text("conversation_id").notNull(),
    authorUserId: text("author_user_id").notNull(),
    body: text("body").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("conversation_notes_thread").on(t.orgId, t.conversationId, t.createdAt),
    foreignKey({
      columns: [t.orgId, t.conversationId],
      foreignColumns: [conversations.orgId, conversations.id],
    }).onDelete("cascade"),
  ],
);

/** What a macro assigns to: the member who runs it, a fixed member, or a team's queue. */
export type MacroAssignee =
  | { to: "runner" }
  | { to: "member"; memberId: string }
  | { to: "team"; teamId: string };

/** What a macro does after its reply. */
export interface MacroActions {
  /** Labels to add. */
  labels: string[];
  assignee: MacroAssignee | null;
  /** `close`, or until when it is snoozed. */
  end: "close" | "later" | "tomorrow" | "monday" | null;
}

/** A ready-made answer, with variables. One with actions is a macro. */
export const cannedReplies = pgTable(
  "canned_replies",
  {
    orgId: orgId(),
    id: id(),
    /** Its private owner; null: the whole team's. */
    ownerUserId: text("owner_user_id"),
    title: text("title").notNull(),
    /** Empty: a macro that sends nothing. */
    body: text("body").notNull(),
    actions: jsonb("actions").$type<MacroActions>(),
    createdBy: text("created_by"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("canned_replies_title").on(t.orgId, sql`coalesce(owner_user_id, '')`, sql`lower(title)`),
    foreignKey({
      columns: [t.orgId, t.ownerUserId],
      foreignColumns: [members.orgId, members.userId],
    }).onDelete("cascade"),
  ],
);

/** A customer's wait that a member's message ended: the source of reply times. */
export const answeredWaits = pgTable(
  "answered_waits",
  {
    orgId: orgId(),
    /** The message that ended it. */
    messageId: text("message_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    answeredBy: text("answered_by"),
    /** The conversation's team at that time; null: none, or it was deleted since. */
    teamId: text("team_id"),
    isFirstReply: boolean("is_first_reply").notNull(),
    waitingSince: at("waiting_since").notNull(),
    answeredAt: at("answered_at").notNull(),
    /** When the reply was due; null without a limit. */
    dueAt: at("due_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.messageId] }),
    index("answered_waits_time").on(t.orgId, t.answeredAt),
    index("answered_waits_late").on(t.orgId, t.answeredAt.desc()).where(sql`answered_at > due_at`),
    index("answered_waits_conversation").on(t.orgId, t.conversationId),
    index("answered_waits_team").on(t.orgId, t.teamId, t.answeredAt).where(sql`team_id is not null`),
    foreignKey({
      columns: [t.orgId, t.conversationId],
      foreignColumns: [conversations.orgId, conversations.id],
    }).onDelete("cascade"),
  ],
);
