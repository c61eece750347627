import { sql } from "drizzle-orm";
import {
  bigint,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Locale } from "#app/platform/locale/locale.ts";
import type { BillingType, PlanType } from "#app/platform/money/planTypes.ts";
import { at, createdAt, id, orgId } from "../columns.ts";

/** A plan's terms from a day on. Its prices are in `rate_cards`. */
export const planVersions = pgTable(
  "plan_versions",
  {
    planType: text("plan_type").$type<PlanType>().notNull(),
    effectiveFrom: at("effective_from").notNull(),
    /** The plan's intended messages a month; the usage bar shows how many of them are used. */
    messageLimit: integer("message_limit").notNull(),
  },
  (t) => [primaryKey({ columns: [t.planType, t.effectiveFrom] })],
);

/** VAT in hundredths of a percent from a day on: 1600 is 16 %. */
export const taxRates = pgTable(
  "tax_rates",
  {
    code: text("code").$type<"vat">().notNull(),
    effectiveFrom: at("effective_from").notNull(),
    basisPoints: integer("basis_points").notNull(),
  },
  (t) => [primaryKey({ columns: [t.code, t.effectiveFrom] })],
);

/** The days before and after the due day on which an unpaid invoice is reminded of. */
export const reminderSteps = pgTable("reminder_steps", {
  offsetDays: integer("offset_days").primaryKey(),
});

/** A change of plan or billing type from the first day of a month. One is planned at a time. */
export const planChanges = pgTable(
  "plan_changes",
  {
    orgId: orgId(),
    id: id(),
    state: text("state").$type<"planned" | "applied" | "cancelled">().notNull().default("planned"),
    fromPlanType: text("from_plan_type").$type<PlanType>().notNull(),
    fromBillingType: text("from_billing_type").$type<BillingType>().notNull(),
    toPlanType: text("to_plan_type").$type<PlanType>().notNull(),
    toBillingType: text("to_billing_type").$type<BillingType>().notNull(),
    /** The first month of the new plan, `2026-12`. */
    effectiveMonth: text("effective_month").notNull(),
    requestedBy: text("requested_by"),
    createdAt: createdAt(),
    settledAt: at("settled_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("plan_changes_one_planned").on(t.orgId).where(sql`state = 'planned'`),
  ],
);

export type InvoiceKind = "invoice" | "credit_note" | "receipt";
export type InvoiceStatus = "draft" | "pending" | "paid" | "overdue" | "disputed" | "credited";

/** The billed customer, as of finalization. */
export interface BillTo {
  name: string;
  email: string;
  /** The language of the document; English by default. */
  locale?: Locale;
}

/** The last number of a series and year. Locked by the finalizing transaction, so a series has no gaps. */
export const documentCounters = pgTable(
  "document_counters",
  {
    series: text("series").$type<InvoiceKind>().notNull(),
    year: integer("year").notNull(),
    lastNumber: integer("last_number").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.series, t.year] })],
);

/**
 * Invoices, credit notes and receipts. A draft has no number. Of a finalized row only its state can change; a
 * trigger refuses everything else, so errors are credited.
 */
export const invoices = pgTable(
  "invoices",
  {
    orgId: orgId(),
    id: id(),
    kind: text("kind").$type<InvoiceKind>().notNull(),
    /** Its purpose; one document per key: `monthly:2026-11`, `top_up:jrn_…`, `credit:inv_…:<key>`. */
    source: text("source").notNull(),
    number: text("number").unique(),
    description: text("description").notNull(),
    planType: text("plan_type").$type<PlanType>().notNull(),
    billingType: text("billing_type").$type<BillingType>().notNull(),
    billTo: jsonb("bill_to").$type<BillTo>(),
    netCents: bigint("net_cents", { mode: "number" }).notNull(),
    vatCents: bigint("vat_cents", { mode: "number" }).notNull(),
    totalCents: bigint("total_cents", { mode: "number" }).notNull(),
    /** For a credit note: the credited invoice. */
    creditsInvoiceId: text("credits_invoice_id"),
    finalizedAt: at("finalized_at"),
    dueAt: at("due_at"),
    createdAt: createdAt(),
    status: text("status").$type<InvoiceStatus>().notNull().default("draft"),
    paidAt: at("paid_at"),
    paidWith: text("paid_with"),
    creditedCents: bigint("credited_cents", { mode: "number" }).notNull().default(0),
    mailedAt: at("mailed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    unique("invoices_once").on(t.orgId, t.source),
    index("invoices_newest").on(t.orgId, t.createdAt),
    index("invoices_open").on(t.dueAt).where(sql`status in ('pending', 'overdue')`),
    index("invoices_finalized").on(t.finalizedAt).where(sql`kind = 'invoice' and number is not null`),
    index("invoices_unpaid").on(t.status).where(sql`status in ('pending', 'overdue', 'disputed')`),
    index("invoices_by_id").on(t.id),
    index("invoices_texts")
      .using(
        "gin",
        t.number.op("gin_trgm_ops"),
        sql`(bill_to ->> 'name') gin_trgm_ops`,
        sql`(bill_to ->> 'email') gin_trgm_ops`,
      )
      .where(sql`kind = 'invoice' and number is not null`),
    index("invoices_drafts").on(t.createdAt).where(sql`status = 'draft'`),
  ],
);

/** A line: VAT is rounded to the cent here, and the totals are sums of lines. Prices include VAT. */
export const invoiceLines = pgTable(
  "invoice_lines",
  {
    orgId: orgId(),
    invoiceId: text("invoice_id").notNull(),
    position: integer("position").notNull(),
    description: text("description").notNull(),
    quantity: integer("quantity").notNull(),
    unitCents: bigint("unit_cents", { mode: "number" }).notNull(),
    vatBasisPoints: integer("vat_basis_points").notNull(),
    netCents: bigint("net_cents", { mode: "number" }).notNull(),
    vatCents: bigint("vat_cents", { mode: "number" }).notNull(),
    totalCents: bigint("total_cents", { mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.invoiceId, t.position] }),
    foreignKey({ columns: [t.orgId, t.invoiceId], foreignColumns: [invoices.orgId, invoices.id] }),
  ],
);

/**
 * `stands`: it must be paid; `credit_note`: less of it; `wallet_credit`: it must be paid, and the wallet is
 * credited.
 */
export type DisputeOutcome = "stands" | "credit_note" | "wallet_credit";

/** A customer's dispute of an invoice. One is open at a time. */
export const invoiceDisputes = pgTable(
  "invoice_disputes",
  {
    orgId: orgId(),
    id: id(),
    invoiceId: text("invoice_id").notNull(),
    reason: text("reason").notNull(),
    status: text("status").$type<"open" | "resolved">().notNull().default("open"),
    /** Shown to the customer. */
    resolution: text("resolution"),
    outcome: text("outcome").$type<DisputeOutcome>(),
    creditedCents: bigint("credited_cents", { mode: "number" }).notNull().default(0),
    openedBy: text("opened_by"),
    createdAt: createdAt(),
    resolvedBy: text("resolved_by"),
    resolvedAt: at("resolved_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("invoice_disputes_newest").on(t.createdAt),
    index("invoice_disputes_by_invoice").on(t.orgId, t.invoiceId),
    uniqueIndex("invoice_disputes_one_open").on(t.orgId, t.invoiceId).where(sql`status = 'open'`),
  ],
);

/** A reminder that was sent, or skipped because a later one was already due. */
export const invoiceReminders = pgTable(
  "invoice_reminders",
  {
    orgId: orgId(),
    invoiceId: text("invoice_id").notNull(),
    offsetDays: integer("offset_days").notNull(),
    sent: text("sent").$type<"mail" | "passed_over">().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.invoiceId, t.offsetDays] })],
);
