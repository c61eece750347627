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

/** When a business is open on one day of the week, by Kenya's clocks: `08:00` to `17:30`. Null: closed. */
export type OpenHours = { from: string; to: string } | null;
/** Monday to Sunday. */
export type WorkingWeek = [OpenHours, OpenHours, OpenHours, OpenHours, OpenHours, OpenHours, OpenHours];

/** How an organisation works in its inbox. Without a row: always open, no clocks, no assignment, answered conversations close after 3 days. */
export const inboxSettings = pgTable(
  "inbox_settings",
  {
    orgId: orgId(),
    /** Null: always open. */
    workingWeek: jsonb("working_week").$type<WorkingWeek>(),
    /** What customers are answered outside working hours; empty: nothing. */
    awayMessage: text("away_message").notNull().default(""),
    /** Within how many minutes of working time a customer has the first reply, and every later one. Null: no clock. */
    firstReplyMinutes: integer("first_reply_minutes"),
    nextReplyMinutes: integer("next_reply_minutes"),
    /** Waiting conversations that nobody has are given to members on duty. */
    autoAssign: boolean("auto_assign").notNull().default(false),
    /** After how many minutes of working time everybody is told of a waiting conversation that nobody has. Null: never. */
    alarmMinutes: integer("alarm_minutes"),
    /** Customers see that their messages were read, and that a reply is being written. */
    readReceipts: boolean("read_receipts").notNull().default(true),
    /** Answered conversations without a message for this many days are closed. Null: never. */
    closeAfterDays: integer("close_after_days").default(3),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId] })],
);

/** Who of the members takes conversations now, and how many at once. */
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

/** What members tell each other in a conversation; the customer never sees it. */
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

/** A ready-made answer, with variables. */
export const cannedReplies = pgTable(
  "canned_replies",
  {
    orgId: orgId(),
    id: id(),
    /** Whose it is alone; null: the whole team's. */
    ownerUserId: text("owner_user_id"),
    title: text("title").notNull(),
    body: text("body").notNull(),
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

/** A customer's wait that a member's message ended: what reply times are read from. */
export const answeredWaits = pgTable(
  "answered_waits",
  {
    orgId: orgId(),
    /** The message that ended it. */
    messageId: text("message_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    answeredBy: text("answered_by"),
    isFirstReply: boolean("is_first_reply").notNull(),
    waitingSince: at("waiting_since").notNull(),
    answeredAt: at("answered_at").notNull(),
    /** When the answer was due; null where no clock ran. */
    dueAt: at("due_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.messageId] }),
    index("answered_waits_time").on(t.orgId, t.answeredAt),
    index("answered_waits_late").on(t.orgId, t.answeredAt.desc()).where(sql`answered_at > due_at`),
    index("answered_waits_conversation").on(t.orgId, t.conversationId),
    foreignKey({
      columns: [t.orgId, t.conversationId],
      foreignColumns: [conversations.orgId, conversations.id],
    }).onDelete("cascade"),
  ],
);
