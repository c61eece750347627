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
import { documentAtKra } from "../money/etims.ts";
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
  /** The VAT of money that is asked for without an order or a due. */
  requestVatClass: text("request_vat_class").$type<VatClass>().notNull(),
  /** Paid orders, requests and dues get invoices. */
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
    /** The order, payment request or due that it is for. */
    subjectId: text("subject_id").notNull(),
    /** The payment that paid it, or whose money went back. */
    paymentId: text("payment_id"),
    /** Ours, as on the document. */
    number: text("number").notNull(),
    lines: jsonb("lines").$type<TaxDocumentLine[]>().notNull(),
    totalCents: bigint("total_cents", { mode: "number" }).notNull(),
    ...documentAtKra(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    unique("tax_documents_number").on(t.orgId, t.branch, t.taxNumber),
    index("tax_documents_subject").on(t.orgId, t.subjectId),
    index("tax_documents_payment").on(t.orgId, t.paymentId),
    index("tax_documents_open").on(t.orgId, t.taxNumber).where(sql`state <> 'accepted'`),
    index("tax_documents_due").on(t.nextTryAt).where(sql`next_try_at is not null`),
  ],
);
