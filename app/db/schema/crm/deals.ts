import { sql } from "drizzle-orm";
import {
  bigint,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";
import { contacts } from "../contacts/contacts.ts";

/** The meaning of a stage for a deal. */
export const stageKinds = ["open", "won", "lost"] as const;
export type StageKind = (typeof stageKinds)[number];

/** The stages of an organisation's deals, in order. */
export const dealStages = pgTable(
  "deal_stages",
  {
    orgId: orgId(),
    id: id(),
    name: text("name").notNull(),
    kind: text("kind").$type<StageKind>().notNull().default("open"),
    position: integer("position").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("deal_stages_name").on(t.orgId, sql`lower(name)`),
  ],
);

/** Something that a contact may buy. */
export const deals = pgTable(
  "deals",
  {
    orgId: orgId(),
    id: id(),
    contactId: text("contact_id").notNull(),
    title: text("title").notNull(),
    /** KES cents. */
    valueCents: bigint("value_cents", { mode: "number" }).notNull().default(0),
    stageId: text("stage_id").notNull(),
    /** Since when it is in its stage. */
    stageSince: at("stage_since").notNull().defaultNow(),
    /** The deal's owner; null, or a member who has left: no one. */
    ownerUserId: text("owner_user_id"),
    /** The expected closing day, by Kenya's calendar. */
    closesOn: date("closes_on", { mode: "string" }),
    note: text("note").notNull().default(""),
    /** Won or lost. */
    closedAt: at("closed_at"),
    /** Its source, which creates it only once. */
    onceKey: text("once_key"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("deals_stage").on(t.orgId, t.stageId, t.stageSince, t.id),
    index("deals_contact").on(t.orgId, t.contactId, t.createdAt),
    index("deals_created").on(t.orgId, t.createdAt, t.id),
    uniqueIndex("deals_once").on(t.orgId, t.onceKey).where(sql`once_key is not null`),
    foreignKey({
      columns: [t.orgId, t.contactId],
      foreignColumns: [contacts.orgId, contacts.id],
    }).onDelete("cascade"),
    foreignKey({ columns: [t.orgId, t.stageId], foreignColumns: [dealStages.orgId, dealStages.id] }),
  ],
);

export const dealChangeKinds = ["created", "stage", "title", "value", "owner", "closes_on", "note"] as const;
export type DealChangeKind = (typeof dealChangeKinds)[number];

/** The history of a deal. Stages and members by their names at that time, values in cents. */
export const dealChanges = pgTable(
  "deal_changes",
  {
    orgId: orgId(),
    id: id(),
    dealId: text("deal_id").notNull(),
    kind: text("kind").$type<DealChangeKind>().notNull(),
    before: text("before"),
    after: text("after"),
    /** The acting member; null when the platform did it. */
    changedBy: text("changed_by"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("deal_changes_deal").on(t.orgId, t.dealId, t.createdAt),
    foreignKey({ columns: [t.orgId, t.dealId], foreignColumns: [deals.orgId, deals.id] }).onDelete("cascade"),
  ],
);
