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
/**
 * `due`: a member has to return it. `unknown`: M-Pesa did not respond, so the money may have moved. `credited`: the
 * customer keeps it as credit.
 */
export type RefundState = "due" | "sent" | "unknown" | "done" | "failed" | "credited";

/**
 * Money that goes back to a payer: by M-Pesa's reversal of the whole payment, or by hand. That of a cancelled order is
 * due first, and stays allocated to the order until it has gone back.
 */
export const paymentRefunds = pgTable(
  "payment_refunds",
  {
    orgId: orgId(),
    id: id(),
    paymentId: text("payment_id").notNull(),
    /** The cancelled order that the money paid. */
    orderId: text("order_id"),
    /** Null until a member chooses. */
    way: text("way").$type<RefundWay>(),
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
    uniqueIndex("payment_refunds_due").on(t.orgId, t.orderId, t.paymentId).where(sql`state = 'due'`),
    index("payment_refunds_order").on(t.orgId, t.orderId).where(sql`order_id is not null`),
    index("payment_refunds_payment").on(t.orgId, t.paymentId, t.createdAt),
    check("payment_refunds_amount", sql`amount_cents > 0`),
    check("payment_refunds_way", sql`way is not null or state in ('due', 'credited')`),
    check("payment_refunds_for", sql`order_id is not null or state not in ('due', 'credited')`),
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
