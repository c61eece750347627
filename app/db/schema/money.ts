import { bigint, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId } from "./columns.ts";

/** Prices in force from a day on; a quote names the version it used. */
export const rateCards = pgTable("rate_cards", {
  id: id().primaryKey(),
  planType: text("plan_type").notNull(),
  billingType: text("billing_type").notNull(),
  monthlyCents: integer("monthly_cents").notNull().default(0),
  includedMessages: integer("included_messages").notNull().default(0),
  perMessageCents: integer("per_message_cents").notNull(),
  effectiveFrom: at("effective_from").notNull(),
});

/** Ledger accounts of an organisation: `wallet`, `held`, `revenue`, `funding`. Balances are sums of postings. */
export const ledgerAccounts = pgTable(
  "ledger_accounts",
  {
    orgId: orgId(),
    name: text("name").$type<"wallet" | "held" | "revenue" | "funding">().notNull(),
    balanceCents: bigint("balance_cents", { mode: "number" }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.name] })],
);

export const journalEntries = pgTable(
  "journal_entries",
  {
    orgId: orgId(),
    id: id(),
    kind: text("kind").$type<"top_up" | "hold" | "settle" | "release" | "adjustment">().notNull(),
    description: text("description").notNull(),
    /** The guard against booking the same event twice. */
    reference: text("reference").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), unique("journal_entries_once").on(t.orgId, t.reference)],
);

/** A line of a journal entry; a deferred trigger proves that the lines of an entry sum to zero. */
export const postings = pgTable(
  "postings",
  {
    orgId: orgId(),
    entryId: text("entry_id").notNull(),
    account: text("account").$type<"wallet" | "held" | "revenue" | "funding">().notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.entryId, t.account] }),
    index("postings_account").on(t.orgId, t.account),
  ],
);

/** Money and included messages set aside for a campaign, or for one template message outside a campaign. */
export const holds = pgTable(
  "holds",
  {
    orgId: orgId(),
    id: id(),
    /** What it pays for: the id of a campaign (`cmp_…`) or of a single message (`msg_…`). */
    campaignId: text("campaign_id").notNull(),
    messages: integer("messages").notNull(),
    includedMessages: integer("included_messages").notNull(),
    priceCentsPerMessage: integer("price_cents_per_message").notNull(),
    /** Delivered messages so far; the first `includedMessages` of them are free. */
    settledMessages: integer("settled_messages").notNull().default(0),
    releasedMessages: integer("released_messages").notNull().default(0),
    createdAt: createdAt(),
    closedAt: at("closed_at"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), unique("holds_campaign").on(t.orgId, t.campaignId)],
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
  (t) => [primaryKey({ columns: [t.orgId, t.month] })],
);
