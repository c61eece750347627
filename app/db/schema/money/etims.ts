import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { at, createdAt, orgId } from "../columns.ts";
import { invoices } from "./invoices.ts";

/** `submitted`: in flight; `unknown`: no response, queried before any other is sent. */
export type TaxState = "waiting" | "submitted" | "unknown" | "accepted" | "refused";

/** How a document was numbered, and how far it is at KRA: of ours, or of an organisation. */
export const documentAtKra = () => ({
  /** The seller's PIN and branch: `P051234567X:00`. */
  branch: text("branch").notNull(),
  /** KRA's `invcNo`: without gaps, over sales and credit notes together. */
  taxNumber: integer("tax_number").notNull(),
  /** For a credit note: the number of the credited document. */
  originalTaxNumber: integer("original_tax_number").notNull().default(0),
  /** The buyer's, where they gave one. */
  customerPin: text("customer_pin"),
  state: text("state").$type<TaxState>().notNull().default("waiting"),
  attempts: integer("attempts").notNull().default(0),
  /** Not before this time; while submitted: when the response counts as lost. */
  nextTryAt: at("next_try_at"),
  resultCode: text("result_code"),
  resultText: text("result_text"),
  controlUnitId: text("control_unit_id"),
  receiptNumber: text("receipt_number"),
  internalData: text("internal_data"),
  signature: text("signature"),
  /** Where anyone can verify the document; the QR code contains it. */
  link: text("link"),
  createdAt: createdAt(),
  submittedAt: at("submitted_at"),
  decidedAt: at("decided_at"),
});

/**
 * A finalized document on its way to KRA eTIMS. Documents of a branch are sent in the order of `taxNumber`;
 * an unaccepted one holds back those after it. A trigger keeps the number, and accepted data.
 */
export const etimsSubmissions = pgTable(
  "etims_submissions",
  {
    orgId: orgId(),
    invoiceId: text("invoice_id").notNull(),
    customerName: text("customer_name").notNull(),
    ...documentAtKra(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.invoiceId] }),
    unique("etims_submissions_number").on(t.branch, t.taxNumber),
    foreignKey({
      name: "etims_submissions_invoice_fk",
      columns: [t.orgId, t.invoiceId],
      foreignColumns: [invoices.orgId, invoices.id],
    }),
    index("etims_submissions_open").on(t.branch, t.taxNumber).where(sql`state <> 'accepted'`),
  ],
);

/** KRA's control unit of one of our branches. Its last number is locked by the finalizing transaction. */
export const etimsDevices = pgTable("etims_devices", {
  branch: text("branch").primaryKey(),
  lastNumber: integer("last_number").notNull().default(0),
  keyEncrypted: text("key_encrypted"),
  controlUnitId: text("control_unit_id"),
  itemSavedAt: at("item_saved_at"),
});
