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
import { tills } from "./tills.ts";

export const requestStates = [
  "requested",
  "prompted",
  "unknown",
  "paid",
  "failed",
  "cancelled",
  "expired",
] as const;
export type RequestState = (typeof requestStates)[number];

/** What asked for the money. */
export const requestSources = ["member", "order", "flow", "rule", "campaign", "api", "book"] as const;
export type RequestSource = (typeof requestSources)[number];

/** Money that a customer is asked for. It is paid when its allocations reach its amount, even after its end. */
export const paymentRequests = pgTable(
  "payment_requests",
  {
    orgId: orgId(),
    id: id(),
    tillId: text("till_id").notNull(),
    /** Null once the contact was erased. */
    contactId: text("contact_id"),
    conversationId: text("conversation_id"),
    /** The customer's number at the till. */
    accountNumber: text("account_number").notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    /** The sum of its allocations. */
    paidCents: bigint("paid_cents", { mode: "number" }).notNull().default(0),
    reason: text("reason").notNull(),
    state: text("state").$type<RequestState>().notNull().default("requested"),
    source: text("source").$type<RequestSource>().notNull(),
    /** The order, campaign or due. */
    sourceId: text("source_id"),
    /** The idempotency key of whoever asked. */
    key: text("key").notNull(),
    requestedBy: text("requested_by"),
    expiresAt: at("expires_at").notNull(),
    /** M-Pesa's result of the last prompt, if it failed. */
    resultCode: text("result_code"),
    endedAt: at("ended_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("payment_requests_key").on(t.orgId, t.key),
    index("payment_requests_created").on(t.orgId, t.createdAt, t.id),
    index("payment_requests_state").on(t.orgId, t.state, t.id),
    index("payment_requests_till").on(t.orgId, t.tillId, t.id),
    index("payment_requests_from").on(t.orgId, t.source, t.id),
    index("payment_requests_contact").on(t.orgId, t.contactId, t.createdAt),
    index("payment_requests_source").on(t.orgId, t.sourceId).where(sql`source_id is not null`),
    index("payment_requests_due").on(t.expiresAt).where(sql`state in ('requested', 'failed')`),
    check("payment_requests_amount", sql`amount_cents > 0`),
    foreignKey({ columns: [t.orgId, t.tillId], foreignColumns: [tills.orgId, tills.id] }),
  ],
);

export type PromptState = "pending" | "unknown" | "paid" | "failed" | "expired";

/** One M-Pesa prompt of a request, stored before M-Pesa is called. */
export const paymentPrompts = pgTable(
  "payment_prompts",
  {
    orgId: orgId(),
    id: id(),
    requestId: text("request_id").notNull(),
    tillId: text("till_id").notNull(),
    phone: text("phone").notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    state: text("state").$type<PromptState>().notNull().default("pending"),
    /** Set before M-Pesa is called, so that it is called once. */
    pushedAt: at("pushed_at"),
    merchantRequestId: text("merchant_request_id"),
    checkoutRequestId: text("checkout_request_id"),
    receipt: text("receipt"),
    resultCode: text("result_code"),
    resultDesc: text("result_desc"),
    checks: integer("checks").notNull().default(0),
    nextCheckAt: at("next_check_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: at("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("payment_prompts_one").on(t.orgId, t.requestId).where(sql`state in ('pending', 'unknown')`),
    uniqueIndex("payment_prompts_phone")
      .on(t.orgId, t.tillId, t.phone)
      .where(sql`state in ('pending', 'unknown')`),
    index("payment_prompts_request").on(t.orgId, t.requestId, t.createdAt),
    index("payment_prompts_due").on(t.nextCheckAt).where(sql`next_check_at is not null`),
    foreignKey({
      columns: [t.orgId, t.requestId],
      foreignColumns: [paymentRequests.orgId, paymentRequests.id],
    }),
  ],
);

/** `unconfirmed`: above the limit, and so far only a confirmation reported it; it is not booked yet. */
export type TillPaymentState = "unconfirmed" | "unmatched" | "matched" | "refunded";
/** How its customer was found. */
export type MatchedBy = "prompt" | "account" | "answer" | "member";

/** A payment to a till: each receipt once, whoever reported it first. */
export const tillPayments = pgTable(
  "till_payments",
  {
    orgId: orgId(),
    id: id(),
    tillId: text("till_id").notNull(),
    receipt: text("receipt").notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    paidAt: at("paid_at").notNull(),
    /** As the payer typed it. */
    account: text("account").notNull().default(""),
    /** As M-Pesa sent it: masked, hashed or whole. */
    payer: text("payer").notNull().default(""),
    payerName: text("payer_name").notNull().default(""),
    state: text("state").$type<TillPaymentState>().notNull(),
    /** Null: unknown, or erased. */
    contactId: text("contact_id"),
    matchedBy: text("matched_by").$type<MatchedBy>(),
    matchedByUserId: text("matched_by_user_id"),
    /** The sum of its allocations; the rest is the customer's credit. */
    allocatedCents: bigint("allocated_cents", { mode: "number" }).notNull().default(0),
    /** The sum of what went back to the payer. */
    refundedCents: bigint("refunded_cents", { mode: "number" }).notNull().default(0),
    reportedBy: text("reported_by").$type<"prompt" | "confirmation" | "pull" | "query">().notNull(),
    /** When M-Pesa's list had it, with this amount. */
    listedAt: at("listed_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("till_payments_receipt").on(t.orgId, t.tillId, t.receipt),
    index("till_payments_time").on(t.orgId, t.paidAt, t.id),
    index("till_payments_till").on(t.orgId, t.tillId, t.paidAt, t.id),
    index("till_payments_contact").on(t.orgId, t.contactId, t.paidAt),
    index("till_payments_open").on(t.orgId, t.state, t.paidAt, t.id).where(sql`state <> 'matched'`),
    index("till_payments_unlisted")
      .on(t.orgId, t.tillId, t.paidAt)
      .where(sql`listed_at is null and state <> 'unconfirmed'`),
    check("till_payments_amount", sql`amount_cents > 0`),
    check(
      "till_payments_allocated",
      sql`allocated_cents >= 0 and refunded_cents >= 0 and allocated_cents + refunded_cents <= amount_cents`,
    ),
    foreignKey({ columns: [t.orgId, t.tillId], foreignColumns: [tills.orgId, tills.id] }),
  ],
);

/** Sums of a till's payments by the day in Kenya on which they were paid, kept by triggers of their rows. */
export const tillDays = pgTable(
  "till_days",
  {
    orgId: orgId(),
    tillId: text("till_id").notNull(),
    day: date("day").notNull(),
    payments: integer("payments").notNull().default(0),
    receivedCents: bigint("received_cents", { mode: "number" }).notNull().default(0),
    listedCents: bigint("listed_cents", { mode: "number" }).notNull().default(0),
    /** By the payments. */
    allocatedCents: bigint("allocated_cents", { mode: "number" }).notNull().default(0),
    /** By the rows of allocations: equal, or a payment's sum is wrong. */
    partsCents: bigint("parts_cents", { mode: "number" }).notNull().default(0),
    refundedCents: bigint("refunded_cents", { mode: "number" }).notNull().default(0),
    /** What unmatched payments have left. */
    unmatchedCents: bigint("unmatched_cents", { mode: "number" }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.tillId, t.day] })],
);

/** The part of a payment that paid a request or a due. */
export const paymentAllocations = pgTable(
  "payment_allocations",
  {
    orgId: orgId(),
    paymentId: text("payment_id").notNull(),
    /** `pmr_…` or `due_…`. */
    targetId: text("target_id").notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.paymentId, t.targetId] }),
    index("payment_allocations_target").on(t.orgId, t.targetId),
    check("payment_allocations_positive", sql`amount_cents > 0`),
    foreignKey({
      columns: [t.orgId, t.paymentId],
      foreignColumns: [tillPayments.orgId, tillPayments.id],
    }),
  ],
);
