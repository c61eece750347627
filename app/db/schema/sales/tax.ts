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
} from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";
import type { TaxState } from "../money/etims.ts";
import type { VatClass } from "./products.ts";

/** How KRA last answered to an organisation's device. */
export interface DeviceCheck {
  outcome: "ready" | "refused" | "unreachable";
  code?: string;
  said?: string;
  at: string;
}

/** An organisation's own device at KRA eTIMS. Its row is locked by each transaction that takes a number. */
export const etimsAccounts = pgTable("etims_accounts", {
  orgId: orgId().primaryKey(),
  pin: text("pin").notNull(),
  /** Two digits. */
  branch: text("branch").notNull(),
  deviceSerial: text("device_serial").notNull(),
  /** As typed, sealed: of a device that was set up with another program. */
  typedKeyEncrypted: text("typed_key_encrypted"),
  /** KRA's class of what is sold. */
  itemClass: text("item_class").notNull(),
  /** The VAT of money that is asked for without an order. */
  requestVatClass: text("request_vat_class").$type<VatClass>().notNull(),
  /** Paid orders and requests get invoices. */
  isOn: boolean("is_on").notNull().default(false),
  /** KRA's `invcNo`, without gaps. */
  lastNumber: integer("last_number").notNull().default(0),
  /** The key from KRA, sealed. */
  keyEncrypted: text("key_encrypted"),
  controlUnitId: text("control_unit_id"),
  itemsSavedAt: at("items_saved_at"),
  check: jsonb("check").$type<DeviceCheck>(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** A line as sent to KRA, in cents. */
export interface TaxDocumentLine {
  description: string;
  quantity: number;
  vatClass: VatClass;
  netCents: number;
  vatCents: number;
  totalCents: number;
}

export type TaxDocumentKind = "sale" | "credit_note";

/**
 * An invoice for what a customer paid, or a credit note for what went back. Documents are sent in the order of
 * `taxNumber`; an unaccepted one holds back those after it. A trigger keeps the number, and accepted data.
 */
export const taxDocuments = pgTable(
  "tax_documents",
  {
    orgId: orgId(),
    id: id(),
    kind: text("kind").$type<TaxDocumentKind>().notNull(),
    /** The order or payment request that it is for. */
    subjectId: text("subject_id").notNull(),
    branch: text("branch").notNull(),
    taxNumber: integer("tax_number").notNull(),
    originalTaxNumber: integer("original_tax_number").notNull().default(0),
    /** Ours, as on the document. */
    number: text("number").notNull(),
    lines: jsonb("lines").$type<TaxDocumentLine[]>().notNull(),
    totalCents: bigint("total_cents", { mode: "number" }).notNull(),
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
    /** Where anyone can verify the document. */
    link: text("link"),
    createdAt: createdAt(),
    submittedAt: at("submitted_at"),
    decidedAt: at("decided_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    unique("tax_documents_number").on(t.orgId, t.branch, t.taxNumber),
    index("tax_documents_subject").on(t.orgId, t.subjectId),
    index("tax_documents_open").on(t.orgId, t.taxNumber).where(sql`state <> 'accepted'`),
    index("tax_documents_due").on(t.nextTryAt).where(sql`next_try_at is not null`),
  ],
);
