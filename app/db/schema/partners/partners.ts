import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { type PartnerCategory, partnerCategories } from "#app/platform/partnerCategories.ts";
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";

export type PartnerStatus = "pending" | "active" | "suspended";
export type PayoutMethod = "mpesa" | "bank";

const oneOf = (column: string) =>
  sql.raw(`${column} in (${partnerCategories.map((category) => `'${category}'`).join(", ")})`);

/**
 * A partner who refers organisations for a share of their revenue. `org_id` is the partner's own book,
 * `prt_…`.
 */
export const partners = pgTable(
  "partners",
  {
    orgId: orgId().primaryKey(),
    name: text("name").notNull(),
    category: text("category").$type<PartnerCategory>().notNull(),
    status: text("status").$type<PartnerStatus>().notNull().default("pending"),
    contactName: text("contact_name").notNull().default(""),
    /** The user who signs in for it. */
    email: text("email").notNull(),
    /** In the link given to organisations. */
    code: text("code").notNull().unique(),
    payoutMethod: text("payout_method").$type<PayoutMethod>().notNull().default("mpesa"),
    /** E.164; for M-Pesa. */
    payoutPhone: text("payout_phone"),
    /** The holder of the phone or bank account. */
    payoutName: text("payout_name").notNull().default(""),
    bankName: text("bank_name").notNull().default(""),
    bankAccount: text("bank_account").notNull().default(""),
    /** The organisation whose manager applied. */
    appliedBy: text("applied_by"),
    about: text("about").notNull().default(""),
    /** Earned hundredths of a cent below a whole cent. */
    carryHundredths: integer("carry_hundredths").notNull().default(0),
    /** Since when it is a partner. */
    integratedAt: at("integrated_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("partners_status").on(t.status),
    check("partners_category_known", oneOf("category")),
    uniqueIndex("partners_application").on(t.appliedBy).where(sql`status = 'pending'`),
  ],
);

/** The default percentage for each kind of partner, from a day on; `percent` 0 offers none. */
export const shareTiers = pgTable(
  "share_tiers",
  {
    category: text("name").$type<PartnerCategory>().notNull(),
    percent: integer("percent").notNull(),
    effectiveFrom: at("effective_from").notNull(),
  },
  (t) => [primaryKey({ columns: [t.category, t.effectiveFrom] }), check("share_tiers_known", oneOf("name"))],
);

/** Settlement terms, from a day on. */
export const settlementRules = pgTable("settlement_rules", {
  effectiveFrom: at("effective_from").primaryKey(),
  /** Of the month after the settled one. */
  dayOfMonth: integer("day_of_month").notNull(),
  /** Smaller amounts wait for the next settlement. */
  minimumCents: bigint("minimum_cents", { mode: "number" }).notNull(),
  /** From this amount on two people must approve. */
  twoPersonsCents: bigint("two_persons_cents", { mode: "number" }).notNull(),
});

/** A partner's share, from a moment on. */
export const partnerShares = pgTable(
  "partner_shares",
  {
    orgId: orgId(),
    percent: integer("percent").notNull(),
    effectiveFrom: at("effective_from").notNull(),
    setBy: text("set_by"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.effectiveFrom] })],
);

/**
 * An organisation belongs to a partner from its confirmation to its end. The running numbers of its postings
 * to `revenue` decide which are in between.
 */
export const partnerLinks = pgTable(
  "partner_links",
  {
    /** The organisation, which confirms and ends it. */
    orgId: orgId(),
    id: id(),
    partnerId: text("partner_id").notNull(),
    confirmedBy: text("confirmed_by").notNull(),
    confirmedAt: at("confirmed_at").notNull(),
    /** The last posting before the link. */
    fromNumber: bigint("from_number", { mode: "number" }).notNull(),
    /** The last posting whose share is booked. */
    sharedNumber: bigint("shared_number", { mode: "number" }).notNull(),
    endedBy: text("ended_by"),
    endedAt: at("ended_at"),
    endReason: text("end_reason"),
    /** The last posting of the link, once it has ended. */
    untilNumber: bigint("until_number", { mode: "number" }),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("partner_links_open").on(t.orgId).where(sql`ended_at is null`),
    index("partner_links_partner").on(t.partnerId),
  ],
);

export type ShareService = "campaign_messages" | "single_messages" | "plan" | "correction";

/** The share of one ledger entry in an organisation's `revenue`. */
export const partnerTransactions = pgTable(
  "partner_transactions",
  {
    /** The partner. */
    orgId: orgId(),
    id: id(),
    linkId: text("link_id").notNull(),
    organisationId: text("organisation_id").notNull(),
    entryId: text("entry_id").notNull(),
    /** The organisation's number at that time, with the middle masked. */
    customerPhone: text("customer_phone").notNull().default(""),
    service: text("service").$type<ShareService>().notNull(),
    /** Delivered messages of the batch. */
    messages: integer("messages").notNull().default(0),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    percent: integer("percent").notNull(),
    shareCents: bigint("share_cents", { mode: "number" }).notNull(),
    bookedAt: at("booked_at").notNull(),
    settlementId: text("settlement_id"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    unique("partner_transactions_once").on(t.orgId, t.entryId),
    index("partner_transactions_time").on(t.orgId, t.bookedAt),
    index("partner_transactions_newest").on(t.bookedAt),
    index("partner_transactions_settlement").on(t.orgId, t.settlementId),
    index("partner_transactions_organisation").on(t.organisationId, t.bookedAt),
  ],
);

export type SettlementStatus = "pending" | "processing" | "paid" | "failed" | "completed";

/**
 * A partner's monthly settlement. `pending`: waits for staff; `processing`: the payout is in flight;
 * `failed`: refused, and may be retried; `completed`: below the minimum, carried over to the next one.
 */
export const settlements = pgTable(
  "settlements",
  {
    /** The partner. */
    orgId: orgId(),
    id: id(),
    /** `2026-10`. */
    period: text("period").notNull(),
    dueOn: date("due_on").notNull(),
    status: text("status").$type<SettlementStatus>().notNull().default("pending"),
    transactions: integer("transactions").notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    shareCents: bigint("share_cents", { mode: "number" }).notNull(),
    /** Carried over from earlier ones. */
    carriedCents: bigint("carried_cents", { mode: "number" }).notNull().default(0),
    /** The paid amount; the rest is carried over. */
    payoutCents: bigint("payout_cents", { mode: "number" }).notNull().default(0),
    method: text("method").$type<PayoutMethod>().notNull(),
    /** Above the threshold two people approve. */
    firstApprovedBy: text("first_approved_by"),
    approvedBy: text("approved_by"),
    approvedAt: at("approved_at"),
    /** The number of payout attempts; with the id it identifies the payout. */
    attempt: integer("attempt").notNull().default(0),
    /** The float's shortfall while the payout waits for it. */
    shortCents: bigint("short_cents", { mode: "number" }),
    createdAt: createdAt(),
    endedAt: at("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    unique("settlements_period").on(t.orgId, t.period),
    index("settlements_status").on(t.status, t.period),
  ],
);
