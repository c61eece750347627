import { sql } from "drizzle-orm";
import { foreignKey, index, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId } from "../columns.ts";
import { members } from "../organisations/organisations.ts";
import { events } from "./events.ts";

/** What is told to a member behind the bell. Who leaves the organisation leaves theirs behind. */
export const notifications = pgTable(
  "notifications",
  {
    orgId: orgId(),
    id: id(),
    userId: text("user_id").notNull(),
    eventId: text("event_id").notNull(),
    /** The subject of the event, which they are led to. */
    subjectId: text("subject_id"),
    createdAt: createdAt(),
    readAt: at("read_at"),
    /** By which mail it is told besides; null: by none. */
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
    // Counted on every page, and looked into before a message of a customer is told.
    index("notifications_unread").on(t.orgId, t.userId, t.subjectId).where(sql`read_at is null`),
    index("notifications_event").on(t.orgId, t.eventId),
    index("notifications_to_mail")
      .on(t.mailWay, t.createdAt)
      .where(sql`mail_way is not null and mailed_at is null`),
  ],
);

/** How a member is told of a kind of news; who chose nothing is told behind the bell alone. */
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
