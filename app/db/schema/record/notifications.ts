import { sql } from "drizzle-orm";
import { foreignKey, index, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId } from "../columns.ts";
import { members } from "../organisations/organisations.ts";
import { events } from "./events.ts";

/** A member's notifications. Deleted when they leave the organisation. */
export const notifications = pgTable(
  "notifications",
  {
    orgId: orgId(),
    id: id(),
    userId: text("user_id").notNull(),
    eventId: text("event_id").notNull(),
    /** The event's subject, which it links to. */
    subjectId: text("subject_id"),
    createdAt: createdAt(),
    readAt: at("read_at"),
    /** The email that also reports it; null: none. */
    mailWay: text("mail_way").$type<"mail" | "digest">(),
    mailedAt: at("mailed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.userId], foreignColumns: [members.orgId, members.userId] }).onDelete(
      "cascade",
    ),
    foreignKey({ columns: [t.orgId, t.eventId], foreignColumns: [events.orgId, events.id] }).onDelete(
      "cascade",
    ),
    unique("notifications_once").on(t.orgId, t.userId, t.eventId),
    // Counted on every page, and checked before a customer's message is notified.
    index("notifications_unread").on(t.orgId, t.userId, t.subjectId).where(sql`read_at is null`),
    index("notifications_event").on(t.orgId, t.eventId),
    index("notifications_to_mail")
      .on(t.mailWay, t.createdAt)
      .where(sql`mail_way is not null and mailed_at is null`),
  ],
);

/** A member's delivery choice for a kind of notification; by default the bell only. */
export const notificationChoices = pgTable(
  "notification_choices",
  {
    orgId: orgId(),
    userId: text("user_id").notNull(),
    kind: text("kind").notNull(),
    way: text("way").$type<"bell" | "mail" | "digest" | "off">().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.userId, t.kind] }),
    foreignKey({
      name: "notification_choices_member_fk",
      columns: [t.orgId, t.userId],
      foreignColumns: [members.orgId, members.userId],
    }).onDelete("cascade"),
  ],
);
