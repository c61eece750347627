import { bigint, date, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { createdAt, id, orgId } from "../columns.ts";

/** Meta's market of a calling code from a day on; the longest matching prefix counts. */
export const metaMarkets = pgTable(
  "meta_markets",
  {
    prefix: text("prefix").notNull(),
    market: text("market").notNull(),
    effectiveFrom: date("effective_from").notNull(),
  },
  (t) => [primaryKey({ columns: [t.prefix, t.effectiveFrom] })],
);

/**
 * Meta's price of a delivered message from a day on, in millionths of a US dollar. Rows are added, never
 * changed.
 */
export const metaRates = pgTable(
  "meta_rates",
  {
    id: id().primaryKey(),
    market: text("market").notNull(),
    category: text("category").notNull(),
    microUsd: integer("micro_usd").notNull(),
    effectiveFrom: date("effective_from").notNull(),
    reason: text("reason").notNull(),
    createdBy: text("created_by"),
    createdAt: createdAt(),
  },
  (t) => [unique("meta_rates_once").on(t.market, t.category, t.effectiveFrom)],
);

/** Shillings for a US dollar from a day on, in ten-thousandths. Rows are added, never changed. */
export const exchangeRates = pgTable("exchange_rates", {
  id: id().primaryKey(),
  kesPerUsdE4: integer("kes_per_usd_e4").notNull(),
  effectiveFrom: date("effective_from").notNull().unique("exchange_rates_once"),
  reason: text("reason").notNull(),
  createdBy: text("created_by"),
  createdAt: createdAt(),
});

/** Delivered messages of a category that are free, per number and month, from a day on. */
export const metaAllowances = pgTable(
  "meta_allowances",
  {
    category: text("category").notNull(),
    effectiveFrom: date("effective_from").notNull(),
    messages: integer("messages").notNull(),
  },
  (t) => [primaryKey({ columns: [t.category, t.effectiveFrom] })],
);

const counted = () => ({
  /** `+` and the first three digits: no calling code has more. */
  prefix: text("prefix").notNull(),
  category: text("category").notNull(),
  /** `regular`, `free_…`, or `untold` when Meta did not report it. */
  type: text("type").notNull(),
});

/** Delivered messages of a day in Nairobi, and those charged by Meta; updated with the rows of `messages`. */
export const metaUsageDays = pgTable(
  "meta_usage_days",
  {
    orgId: orgId(),
    day: date("day").notNull(),
    phoneNumberId: text("phone_number_id").notNull(),
    ...counted(),
    messages: integer("messages").notNull(),
    billable: integer("billable").notNull(),
  },
  (t) => [
    primaryKey({
      name: "meta_usage_days_pk",
      columns: [t.orgId, t.day, t.phoneNumberId, t.prefix, t.category, t.type],
    }),
    index("meta_usage_days_day").on(t.day),
  ],
);

/** Service messages of a month without Meta's report on whether they were free: the first are. */
export const metaFreeUsed = pgTable(
  "meta_free_used",
  {
    orgId: orgId(),
    phoneNumberId: text("phone_number_id").notNull(),
    month: date("month").notNull(),
    messages: integer("messages").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.phoneNumberId, t.month] })],
);

/** `meta_usage_days` of all organisations together, by their current plan. */
export const platformMetaDays = pgTable(
  "platform_meta_days",
  {
    day: date("day").notNull(),
    planType: text("plan_type").notNull(),
    billingType: text("billing_type").notNull(),
    ...counted(),
    messages: bigint("messages", { mode: "number" }).notNull(),
    billable: bigint("billable", { mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({
      name: "platform_meta_days_pk",
      columns: [t.day, t.planType, t.billingType, t.prefix, t.category, t.type],
    }),
  ],
);
