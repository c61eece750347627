import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { OrgId } from "#app/platform/ids.ts";
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";

export type PaymentMethod = "mpesa" | "card" | "bank";
export type PaymentState = "pending" | "unknown" | "paid" | "failed" | "expired";

/**
 * One payment attempt, created before the payment service is called. States only move forward; `paid` is
 * final. `unknown`: it may have been paid, or with another amount.
 */
export const paymentAttempts = pgTable(
  "payment_attempts",
  {
    orgId: orgId(),
    id: id(),
    method: text("method").$type<PaymentMethod>().notNull(),
    state: text("state").$type<PaymentState>().notNull().default("pending"),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    /** Its purpose: an invoice, or null for the wallet. */
    invoiceId: text("invoice_id"),
    /** The form's idempotency key: sending it twice pays once. */
    key: text("key").notNull(),
    /** The payer's, E.164; for M-Pesa only. */
    phone: text("phone"),
    /**
     * Our reference: the account in a paybill confirmation, the card provider's reference, and the reference
     * of a bank transfer. Unique on the platform.
     */
    reference: text("reference"),
    merchantRequestId: text("merchant_request_id"),
    checkoutRequestId: text("checkout_request_id"),
    /** The card provider's page; null until requested. */
    pageUrl: text("page_url"),
    /** The payment service's own number, printed on receipts. */
    receipt: text("receipt"),
    resultCode: text("result_code"),
    resultDesc: text("result_desc"),
    requestedBy: text("requested_by"),
    /** Refunded to the payer, or charged back by their bank. */
    returnedCents: bigint("returned_cents", { mode: "number" }).notNull().default(0),
    checks: integer("checks").notNull().default(0),
    /** When the sweep next queries the payment service. */
    nextCheckAt: at("next_check_at"),
    checkedAt: at("checked_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: at("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    unique("payment_attempts_key").on(t.orgId, t.key),
    unique("payment_attempts_reference").on(t.reference),
    unique("payment_attempts_checkout").on(t.checkoutRequestId),
    uniqueIndex("payment_attempts_one_prompt")
      .on(t.phone)
      .where(sql`${t.method} = 'mpesa' AND ${t.state} IN ('pending', 'unknown')`),
    index("payment_attempts_of_invoice").on(t.orgId, t.invoiceId).where(sql`invoice_id is not null`),
    index("payment_attempts_unknown").on(t.createdAt).where(sql`state = 'unknown'`),
    index("payment_attempts_due").on(t.nextCheckAt).where(sql`${t.nextCheckAt} IS NOT NULL`),
  ],
);

/** The account number that payers type at the paybill. */
export const billingAccounts = pgTable("billing_accounts", {
  orgId: orgId().primaryKey(),
  accountNumber: text("account_number").notNull().unique(),
  createdAt: createdAt(),
});

/** A payment service's raw notice. Without a tenant until it is applied. */
export const paymentNotices = pgTable(
  "payment_notices",
  {
    id: id().primaryKey(),
    kind: text("kind").$type<"prompt" | "confirmation" | "result" | "timeout">().notNull(),
    /** The attempt, payout or query whose address received it. */
    subjectId: text("subject_id"),
    body: text("body").notNull(),
    receivedAt: at("received_at").notNull(),
    appliedAt: at("applied_at"),
    outcome: text("outcome"),
  },
  (t) => [index("payment_notices_open").on(t.receivedAt).where(sql`${t.appliedAt} IS NULL`)],
);

/**
 * Each M-Pesa receipt once, however often and by whichever way it was reported; `org_id` is null while it is
 * unmatched. `unconfirmed`: a confirmation above the limit, booked only once M-Pesa itself confirms it.
 */
export const mpesaReceipts = pgTable(
  "mpesa_receipts",
  {
    receipt: text("receipt").primaryKey(),
    orgId: text("org_id").$type<OrgId>(),
    attemptId: text("attempt_id"),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    /** As the payer typed it. */
    account: text("account").notNull().default(""),
    /** Masked by Safaricom for paybill payments. */
    payer: text("payer").notNull().default(""),
    paidAt: at("paid_at").notNull(),
    state: text("state").$type<"unconfirmed" | "credited" | "suspense" | "claimed" | "reversed">().notNull(),
    claimedBy: text("claimed_by"),
    /** Why it was matched, or refunded. */
    note: text("note"),
    createdAt: createdAt(),
  },
  (t) => [index("mpesa_receipts_org").on(t.orgId), index("mpesa_receipts_state").on(t.state, t.paidAt)],
);

/**
 * Signed notices of the card provider, each once. They carry no id: event, reference and state identify them.
 */
export const cardEvents = pgTable("card_events", {
  key: text("key").primaryKey(),
  event: text("event").notNull(),
  reference: text("reference").notNull(),
  payload: jsonb("payload").notNull(),
  receivedAt: at("received_at").notNull().defaultNow(),
  appliedAt: at("applied_at"),
});

/** Access tokens of outside services, sealed, shared by all processes. */
export const providerTokens = pgTable("provider_tokens", {
  provider: text("provider").primaryKey(),
  tokenEncrypted: text("token_encrypted").notNull(),
  expiresAt: at("expires_at").notNull(),
});

export type PayoutState = "pending" | "unknown" | "paid" | "failed";

/**
 * Outgoing money. For B2C the id is sent as `OriginatorConversationID`, so M-Pesa refuses a repeat; by bank
 * staff make the transfer and confirm it.
 */
export const payouts = pgTable(
  "payouts",
  {
    /** The owner's book: a partner's or the platform's. */
    orgId: orgId(),
    id: id(),
    /** Identifies its purpose; it is never paid twice. */
    reference: text("reference").notNull(),
    state: text("state").$type<PayoutState>().notNull().default("pending"),
    method: text("method").$type<"mpesa" | "bank">().notNull().default("mpesa"),
    /** For M-Pesa, else the account in the bank. */
    phone: text("phone").notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    recipientName: text("recipient_name").notNull().default(""),
    conversationId: text("conversation_id"),
    receipt: text("receipt"),
    resultCode: text("result_code"),
    resultDesc: text("result_desc"),
    /** M-Pesa's name for the number. */
    paidToName: text("paid_to_name"),
    result: jsonb("result"),
    nextCheckAt: at("next_check_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: at("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    unique("payouts_reference").on(t.orgId, t.reference),
    index("payouts_open").on(t.createdAt).where(sql`state in ('pending', 'unknown')`),
  ],
);

export type ReversalState = "pending" | "unknown" | "done" | "failed";

/** A refund to the payer through M-Pesa. A receipt has at most one that did not fail. */
export const mpesaReversals = pgTable(
  "mpesa_reversals",
  {
    /** The owner of the money; `platform` for money in suspense. */
    orgId: orgId(),
    id: id(),
    receipt: text("receipt").notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    fromAccount: text("from_account").$type<"wallet" | "suspense">().notNull(),
    reason: text("reason").notNull(),
    state: text("state").$type<ReversalState>().notNull().default("pending"),
    requestedBy: text("requested_by"),
    conversationId: text("conversation_id"),
    /** M-Pesa's receipt of the reversal itself. */
    reversalReceipt: text("reversal_receipt"),
    resultCode: text("result_code"),
    resultDesc: text("result_desc"),
    nextCheckAt: at("next_check_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: at("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("mpesa_reversals_once").on(t.receipt).where(sql`${t.state} <> 'failed'`),
    index("mpesa_reversals_due").on(t.nextCheckAt).where(sql`${t.nextCheckAt} IS NOT NULL`),
  ],
);

/**
 * Automatic top-up: below the threshold a prompt is sent to the phone, one at a time, up to the daily cap.
 */
export const autoTopUps = pgTable("auto_top_ups", {
  orgId: orgId().primaryKey(),
  isOn: boolean("is_on").notNull().default(true),
  phone: text("phone").notNull(),
  thresholdCents: bigint("threshold_cents", { mode: "number" }).notNull(),
  amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
  dailyCapCents: bigint("daily_cap_cents", { mode: "number" }).notNull(),
  /** The key of the payment in flight. */
  openKey: text("open_key"),
  /** In a row; after the last allowed one it is switched off. */
  failures: integer("failures").notNull().default(0),
  nextTryAt: at("next_try_at"),
  lastProblem: text("last_problem"),
  changedBy: text("changed_by"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
