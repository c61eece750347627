import { boolean, date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at, orgId } from "../columns.ts";

/** The file of one day's message states and payments: its root vouches for each row, and for all earlier days. */
export const dailyLedgers = pgTable(
  "daily_ledgers",
  {
    orgId: orgId(),
    /** In Nairobi. */
    day: date("day").notNull(),
    root: text("root").notNull(),
    /** The root of the ledger before; empty for the first. */
    previousRoot: text("previous_root").notNull(),
    messageRows: integer("message_rows").notNull(),
    paymentRows: integer("payment_rows").notNull(),
    closedAt: at("closed_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.day] })],
);

export const dailyLedgerSettings = pgTable(
  "daily_ledger_settings",
  {
    orgId: orgId(),
    /** Anyone with the address sees the roots. */
    isPublic: boolean("is_public").notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.orgId] })],
);
