import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import type { OrgId } from "#app/platform/ids.ts";
import { at, createdAt, id, orgId } from "../columns.ts";

/** Prices in force from a day on; a quote names the version it used. */
export const rateCards = pgTable(
  "rate_cards",
  {
    id: id().primaryKey(),
    planType: text("plan_type").notNull(),
    billingType: text("billing_type").notNull(),
    monthlyCents: integer("monthly_cents").notNull().default(0),
    includedMessages: integer("included_messages").notNull().default(0),
    perMessageCents: integer("per_message_cents").notNull(),
    effectiveFrom: at("effective_from").notNull(),
  },
  (t) => [unique("rate_cards_once").on(t.planType, t.billingType, t.effectiveFrom)],
);

/** `org_id` of the platform's own rows. */
export const platformBook = "platform" as OrgId;

/** Accounts of received money, by payment method. */
export type ClearingAccount = "mpesa_clearing" | "card_clearing" | "bank_clearing";

/** Mutual debts of two books: they join the halves of an entry, and cancel for each counterparty. */
export const interbookAccounts = ["due_from_platform", "due_to_counterparty"] as const;

/**
 * An organisation has `wallet`, `held`, `revenue`, and `funding` for play money of the sandbox; of its
 * customers' money, which we never hold, `till` (negative by what its tills received), `suspense` (of an
 * unknown customer) and `collected`; the platform a clearing account for each way of paying (negative by the balance at the payment service or the
 * bank), `suspense` (received, owner unknown), `paid_out` and `partner_share` (negative by partners'
 * earnings); a partner `accrued` (earned and not yet settled; below zero after a correction) and `earnings`
 * (settled and not yet paid out). The platform's debt to an organisation or a partner is `due_from_platform`
 * in their book and `due_to_counterparty` in the platform's.
 */
export type LedgerAccountName =
  | (typeof interbookAccounts)[number]
  | "wallet"
  | "held"
  | "revenue"
  | "funding"
  | ClearingAccount
  | "suspense"
  | "accrued"
  | "earnings"
  | "partner_share"
  | "paid_out"
  | "till"
  | "collected";

/**
 * A balance is the sum of the account's postings; `book_entry` moves both. The platform's accounts are divided by
 * counterparty, so that payments of two organisations never wait for each other; an account's balance is the sum of its rows.
 */
export const ledgerAccounts = pgTable(
  "ledger_accounts",
  {
    orgId: orgId(),
    name: text("name").$type<LedgerAccountName>().notNull(),
    /**
     * In the platform's book the organisation or partner whose money it is; else, and for `suspense`, empty.
     */
    counterparty: text("counterparty").$type<OrgId | "">().notNull().default(""),
    balanceCents: bigint("balance_cents", { mode: "number" }).notNull().default(0),
    /** The number of its postings, which is the newest one's number. */
    postings: bigint("postings", { mode: "number" }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.name, t.counterparty] })],
);

export type EntryKind =
  | "top_up"
  | "invoice_paid"
  | "refund"
  | "hold"
  | "settle"
  | "release"
  | "adjustment"
  | "suspense"
  | "claim"
  | "payout"
  | "share"
  | "settlement"
  | "reversal"
  | "collection"
  | "match";

export const journalEntries = pgTable(
  "journal_entries",
  {
    orgId: orgId(),
    id: id(),
    kind: text("kind").$type<EntryKind>().notNull(),
    /** Its subject: a code, and the facts of that code. */
    about: jsonb("about").$type<{ code: string }>().notNull(),
    /** The idempotency key of the entry. */
    reference: text("reference").notNull(),
    /** The other book concerned. A transfer between two books has a half in each, both with the same id. */
    counterparty: text("counterparty").$type<OrgId>(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    unique("journal_entries_once").on(t.orgId, t.reference),
    index("journal_entries_time").on(t.createdAt),
    index("journal_entries_returns").on(t.createdAt).where(sql`kind in ('refund', 'reversal')`),
  ],
);

/**
 * A line of a journal entry. Only `book_entry` writes one: it refuses lines that do not sum to zero, and
 * sets the running number of the account and its balance before and after.
 */
export const postings = pgTable(
  "postings",
  {
    orgId: orgId(),
    entryId: text("entry_id").notNull(),
    account: text("account").$type<LedgerAccountName>().notNull(),
    /** As in the account. */
    counterparty: text("counterparty").$type<OrgId | "">().notNull().default(""),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    number: bigint("number", { mode: "number" }).notNull().default(0),
    balanceBeforeCents: bigint("balance_before_cents", { mode: "number" }).notNull().default(0),
    balanceAfterCents: bigint("balance_after_cents", { mode: "number" }).notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.entryId, t.account] }),
    unique("postings_number").on(t.orgId, t.account, t.number, t.counterparty),
  ],
);

/** Money and included messages on hold for a campaign, or for one template message outside a campaign. */
export const holds = pgTable(
  "holds",
  {
    orgId: orgId(),
    id: id(),
    /** Its subject: the id of a campaign (`cmp_…`) or of a single message (`msg_…`). */
    subjectId: text("subject_id").notNull(),
    messages: integer("messages").notNull(),
    includedMessages: integer("included_messages").notNull(),
    /** The month whose included messages it uses, `2026-11`: the one of sending. */
    month: text("month").notNull(),
    priceCentsPerMessage: integer("price_cents_per_message").notNull(),
    /** Delivered messages so far; the first `includedMessages` of them are free. */
    settledMessages: integer("settled_messages").notNull().default(0),
    releasedMessages: integer("released_messages").notNull().default(0),
    /** The price of the SMS that may go in place of a message; the dearer of both prices is held. */
    smsCentsPerMessage: integer("sms_cents_per_message").notNull().default(0),
    /** Charged for SMS, whose messages are released. */
    smsCents: integer("sms_cents").notNull().default(0),
    createdAt: createdAt(),
    closedAt: at("closed_at"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), unique("holds_subject").on(t.orgId, t.subjectId)],
);

/** Messages of the plan used or held in a calendar month of the organisation's timezone. */
export const monthlyUsage = pgTable(
  "monthly_usage",
  {
    orgId: orgId(),
    month: text("month").notNull(),
    includedUsed: integer("included_used").notNull().default(0),
    includedHeld: integer("included_held").notNull().default(0),
    delivered: integer("delivered").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.month] }), index("monthly_usage_month").on(t.month)],
);

/** Constants of billing in force from a day on. */
export type BillingConstant = "campaign_reserve_cents" | "sms_part_cents";

export const billingConstants = pgTable(
  "billing_constants",
  {
    name: text("name").$type<BillingConstant>().notNull(),
    value: bigint("value", { mode: "number" }).notNull(),
    effectiveFrom: at("effective_from").notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.effectiveFrom] })],
);

/** How far the lines of an organisation's `wallet` and `held` are allocated, by their running numbers. */
export const ledgerCursors = pgTable("ledger_cursors", {
  orgId: orgId().primaryKey(),
  walletNumber: bigint("wallet_number", { mode: "number" }).notNull().default(0),
  heldNumber: bigint("held_number", { mode: "number" }).notNull().default(0),
});

/** An entry that credited an organisation, and its remaining amount. */
export const ledgerCredits = pgTable(
  "ledger_credits",
  {
    orgId: orgId(),
    entryId: text("entry_id").notNull(),
    /** Of its line in the wallet: the oldest is used first. */
    number: bigint("number", { mode: "number" }).notNull(),
    /** Free credit: used before paid credit. */
    isBonus: boolean("is_bonus").notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    remainingCents: bigint("remaining_cents", { mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.entryId] }),
    check("ledger_credits_within", sql`remaining_cents BETWEEN 0 AND amount_cents`),
    index("ledger_credits_left").on(t.orgId, t.number).where(sql`${t.remainingCents} > 0`),
  ],
);

/** The credits that paid for a debit. */
export const ledgerAllocations = pgTable(
  "ledger_allocations",
  {
    orgId: orgId(),
    useEntryId: text("use_entry_id").notNull(),
    creditEntryId: text("credit_entry_id").notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    /** The campaign or single message that used it. */
    subjectId: text("subject_id"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.useEntryId, t.creditEntryId] }),
    check("ledger_allocations_positive", sql`amount_cents > 0`),
    index("ledger_allocations_credit").on(t.orgId, t.creditEntryId),
    index("ledger_allocations_subject").on(t.orgId, t.subjectId),
  ],
);
