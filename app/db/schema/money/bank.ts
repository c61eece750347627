import { bigint, date, index, pgTable, text } from "drizzle-orm/pg-core";
import { at, createdAt, id } from "../columns.ts";

/** The shortcode's balance against the ledger, once a day. Cents. */
export const balanceChecks = pgTable("balance_checks", {
  id: id().primaryKey(),
  requestedAt: at("requested_at").notNull(),
  answeredAt: at("answered_at"),
  workingCents: bigint("working_cents", { mode: "number" }),
  utilityCents: bigint("utility_cents", { mode: "number" }),
  chargesCents: bigint("charges_cents", { mode: "number" }),
  ledgerCents: bigint("ledger_cents", { mode: "number" }),
  differenceCents: bigint("difference_cents", { mode: "number" }),
});

/** An incoming payment on the bank's statement. `open`: unmatched. */
export const bankStatementLines = pgTable(
  "bank_statement_lines",
  {
    id: id().primaryKey(),
    /** The bank's own reference, so that a statement uploaded twice adds nothing. */
    bankReference: text("bank_reference").notNull().unique(),
    bookedOn: date("booked_on").notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    narration: text("narration").notNull(),
    state: text("state").$type<"open" | "matched" | "ignored">().notNull().default("open"),
    /** Why it was not matched automatically, or staff's note. */
    note: text("note"),
    matchedReference: text("matched_reference"),
    createdAt: createdAt(),
    settledAt: at("settled_at"),
  },
  (t) => [index("bank_statement_lines_state").on(t.state, t.bookedOn)],
);
