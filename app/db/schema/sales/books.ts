import { sql } from "drizzle-orm";
import {
  bigint,
  check,
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
import type { VatClass } from "./products.ts";
import { tills } from "./tills.ts";

export const bookKinds = ["school", "contributions", "rent", "loan"] as const;
export type BookKind = (typeof bookKinds)[number];

/** `percent` of what is unpaid of a due. */
export const penaltyKinds = ["none", "fixed", "percent"] as const;
export type PenaltyKind = (typeof penaltyKinds)[number];

/** Dues of members: fees of a school, rounds of a group, rents, instalments. Its money arrives at one till. */
export const books = pgTable(
  "books",
  {
    orgId: orgId(),
    id: id(),
    name: text("name").notNull(),
    kind: text("kind").$type<BookKind>().notNull(),
    tillId: text("till_id").notNull(),
    penaltyKind: text("penalty_kind").$type<PenaltyKind>().notNull().default("none"),
    /** Cents, or hundredths of a percent. */
    penaltyValue: bigint("penalty_value", { mode: "number" }).notNull().default(0),
    /** Days after the due date. */
    penaltyDays: integer("penalty_days").notNull().default(0),
    penaltyRepeat: text("penalty_repeat").$type<"once" | "monthly">().notNull().default("once"),
    /** All penalties of one due together; null: no maximum. */
    penaltyMaxCents: bigint("penalty_max_cents", { mode: "number" }),
    /** The VAT in its dues; null: they get no eTIMS invoices. */
    vatClass: text("vat_class").$type<VatClass>(),
    /** The sequence that reminds of its dues; null: none does. */
    reminderSequenceId: text("reminder_sequence_id"),
    archivedAt: at("archived_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("books_till").on(t.orgId, t.tillId),
    foreignKey({ columns: [t.orgId, t.tillId], foreignColumns: [tills.orgId, tills.id] }),
  ],
);

/** Someone who pays dues of a book, or the pupil for whom a contact pays. */
export const bookMembers = pgTable(
  "book_members",
  {
    orgId: orgId(),
    id: id(),
    bookId: text("book_id").notNull(),
    /** The payer; null once the contact was erased. */
    contactId: text("contact_id"),
    /** A pupil, a house, a loan; empty: the contact's own. */
    label: text("label").notNull().default(""),
    /** Of admission or membership. */
    number: text("number").notNull().default(""),
    /** A class, a floor: dues are made for a group at once. */
    groupName: text("group_name").notNull().default(""),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("book_members_once").on(t.orgId, t.bookId, t.contactId, t.label, t.number),
    index("book_members_contact").on(t.orgId, t.contactId),
    foreignKey({ columns: [t.orgId, t.bookId], foreignColumns: [books.orgId, books.id] }),
  ],
);

export type DueKind = "due" | "penalty";

/** An amount that a member has to pay by a day. Its state is computed from these columns. */
export const dues = pgTable(
  "dues",
  {
    orgId: orgId(),
    id: id(),
    bookId: text("book_id").notNull(),
    memberId: text("member_id").notNull(),
    /** The member's contact, and the book's till: payments find their dues by both. */
    contactId: text("contact_id"),
    tillId: text("till_id").notNull(),
    kind: text("kind").$type<DueKind>().notNull().default("due"),
    label: text("label").notNull(),
    /** KES cents, whole shillings. */
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    paidCents: bigint("paid_cents", { mode: "number" }).notNull().default(0),
    dueOn: date("due_on").notNull(),
    /** Of a penalty: the due it punishes, and its number, from 1. */
    penalisedId: text("penalised_id"),
    period: integer("period"),
    /** Of a due: its penalties so far, and the day of the next one. */
    penalties: integer("penalties").notNull().default(0),
    nextPenaltyOn: date("next_penalty_on"),
    /** When its contact was enrolled in the reminders. */
    remindedAt: at("reminded_at"),
    /** What is still open was waived; what was paid stays paid. */
    cancelledAt: at("cancelled_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("dues_once")
      .on(t.orgId, t.memberId, t.label, t.dueOn)
      .where(sql`kind = 'due' and cancelled_at is null`),
    uniqueIndex("dues_penalty").on(t.orgId, t.penalisedId, t.period).where(sql`kind = 'penalty'`),
    index("dues_member").on(t.orgId, t.memberId, t.dueOn, t.id),
    index("dues_book").on(t.orgId, t.bookId, t.dueOn, t.id),
    index("dues_contact").on(t.orgId, t.contactId, t.dueOn, t.id),
    index("dues_next_penalty").on(t.nextPenaltyOn).where(sql`next_penalty_on is not null`),
    check("dues_amount", sql`amount_cents > 0 and paid_cents between 0 and amount_cents`),
    foreignKey({ columns: [t.orgId, t.bookId], foreignColumns: [books.orgId, books.id] }),
    foreignKey({ columns: [t.orgId, t.memberId], foreignColumns: [bookMembers.orgId, bookMembers.id] }),
  ],
);
