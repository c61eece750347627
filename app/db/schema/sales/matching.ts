import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";
import { tillPayments } from "./payments.ts";
import { tills } from "./tills.ts";

export type QuestionAnswer = "yes" | "no";

/** Asks a customer whether a payment with a mistyped account number is theirs; each customer once per payment. */
export const paymentQuestions = pgTable(
  "payment_questions",
  {
    orgId: orgId(),
    id: id(),
    paymentId: text("payment_id").notNull(),
    /** Null once the contact was erased. */
    contactId: text("contact_id"),
    /** The account number that is one slip away. */
    number: text("number").notNull(),
    answer: text("answer").$type<QuestionAnswer>(),
    answeredAt: at("answered_at"),
    createdAt: createdAt(),
    endsAt: at("ends_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("payment_questions_once").on(t.orgId, t.paymentId, t.number),
    index("payment_questions_contact").on(t.orgId, t.contactId),
    foreignKey({
      columns: [t.orgId, t.paymentId],
      foreignColumns: [tillPayments.orgId, tillPayments.id],
    }),
  ],
);

export type RefundWay = "reversal" | "by_hand";
/** `unknown`: M-Pesa did not respond, so the money may have moved. */
export type RefundState = "sent" | "unknown" | "done" | "failed";

/** Money that goes back to a payer: by M-Pesa's reversal of the whole payment, or by hand. */
export const paymentRefunds = pgTable(
  "payment_refunds",
  {
    orgId: orgId(),
    id: id(),
    paymentId: text("payment_id").notNull(),
    way: text("way").$type<RefundWay>().notNull(),
    state: text("state").$type<RefundState>().notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    note: text("note").notNull(),
    /** M-Pesa's id of the reversal, and its receipt. */
    conversationId: text("conversation_id"),
    receipt: text("receipt"),
    resultCode: text("result_code"),
    resultDesc: text("result_desc"),
    requestedBy: text("requested_by"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: at("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("payment_refunds_one").on(t.orgId, t.paymentId).where(sql`state in ('sent', 'unknown')`),
    index("payment_refunds_payment").on(t.orgId, t.paymentId, t.createdAt),
    check("payment_refunds_amount", sql`amount_cents > 0`),
    foreignKey({
      columns: [t.orgId, t.paymentId],
      foreignColumns: [tillPayments.orgId, tillPayments.id],
    }),
  ],
);

/** `not_listed`: stored here, but M-Pesa's list lacks it. `amount`: M-Pesa lists another amount. */
export const differenceKinds = ["not_listed", "amount"] as const;
export type DifferenceKind = (typeof differenceKinds)[number];
export type DifferenceState = "open" | "closed";

/** A payment that differs between M-Pesa's list and ours, with the member who explains it. */
export const tillDifferences = pgTable(
  "till_differences",
  {
    orgId: orgId(),
    id: id(),
    tillId: text("till_id").notNull(),
    receipt: text("receipt").notNull(),
    kind: text("kind").$type<DifferenceKind>().notNull(),
    paidAt: at("paid_at").notNull(),
    ourCents: bigint("our_cents", { mode: "number" }).notNull(),
    theirCents: bigint("their_cents", { mode: "number" }).notNull(),
    state: text("state").$type<DifferenceState>().notNull().default("open"),
    /** The member responsible for it. */
    ownerId: text("owner_id"),
    /** Empty: M-Pesa listed the payment later, which closed it. */
    explanation: text("explanation").notNull().default(""),
    closedBy: text("closed_by"),
    closedAt: at("closed_at"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("till_differences_once").on(t.orgId, t.tillId, t.receipt, t.kind),
    index("till_differences_till").on(t.orgId, t.tillId, t.state, t.createdAt),
    foreignKey({ columns: [t.orgId, t.tillId], foreignColumns: [tills.orgId, tills.id] }),
  ],
);
