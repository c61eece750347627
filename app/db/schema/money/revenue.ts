import { bigint, date, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { orgId } from "../columns.ts";

/** Revenue from delivered messages on a day in Nairobi; follows the postings to `revenue`. */
export const revenueDays = pgTable(
  "revenue_days",
  {
    orgId: orgId(),
    day: date("day").notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.day] }), index("revenue_days_day").on(t.day)],
);

/** `revenue_days` of all organisations together, by their current plan. */
export const platformRevenueDays = pgTable(
  "platform_revenue_days",
  {
    day: date("day").notNull(),
    planType: text("plan_type").notNull(),
    billingType: text("billing_type").notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.planType, t.billingType] })],
);
