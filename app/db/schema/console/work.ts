import { bigint, date, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at, createdAt, orgId } from "../columns.ts";

/** A transfer that staff found in the bank's account and booked manually. */
export const bankReconciliations = pgTable(
  "bank_reconciliations",
  {
    orgId: orgId(),
    paymentId: text("payment_id").notNull(),
    invoiceId: text("invoice_id").notNull(),
    bankReference: text("bank_reference").notNull(),
    paidOn: date("paid_on").notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    notes: text("notes").notNull(),
    reconciledBy: text("reconciled_by").notNull(),
    reconciledAt: at("reconciled_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.paymentId] }),
    index("bank_reconciliations_invoice").on(t.orgId, t.invoiceId),
  ],
);

/** A manual reminder by staff, at most one a day. */
export const staffReminders = pgTable(
  "staff_reminders",
  {
    orgId: orgId(),
    invoiceId: text("invoice_id").notNull(),
    day: date("day").notNull(),
    sentBy: text("sent_by").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.invoiceId, t.day] })],
);

/** The staff member assigned to a work item. */
export const workOwners = pgTable(
  "work_owners",
  {
    list: text("list").notNull(),
    itemId: text("item_id").notNull(),
    ownerId: text("owner_id").notNull(),
    since: at("since").notNull(),
  },
  (t) => [primaryKey({ columns: [t.list, t.itemId] })],
);
