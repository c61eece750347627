import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";

export const tillKinds = ["paybill", "buy_goods"] as const;
export type TillKind = (typeof tillKinds)[number];

/** The parts of a connection that can fail on their own. */
export const tillChecks = ["keys", "addresses", "pull", "prompt"] as const;
export type TillCheck = (typeof tillChecks)[number];

/** How a part was last found; `code` and `said` are M-Pesa's, where it refused. */
export interface CheckResult {
  state: "ok" | "failed" | "skipped" | "waiting";
  code?: string;
  said?: string;
  at: string;
}

/** An organisation's own paybill or till. A removed one keeps its payments, and no keys. */
export const tills = pgTable(
  "tills",
  {
    orgId: orgId(),
    id: id(),
    name: text("name").notNull(),
    kind: text("kind").$type<TillKind>().notNull(),
    /** What customers pay to: the paybill, or the till number. */
    number: text("number").notNull(),
    /** Of Buy Goods: the shortcode of the app, which is not the till. */
    storeNumber: text("store_number"),
    /** App keys, passkey and operator, sealed. */
    keysEncrypted: text("keys_encrypted"),
    /** The Safaricom phone in the shortcode's papers, for pulling. */
    nominatedPhone: text("nominated_phone"),
    checks: jsonb("checks").$type<Partial<Record<TillCheck, CheckResult>>>().notNull().default({}),
    /** Part of its callback addresses; raising it ends the earlier ones after a day. */
    hookVersion: integer("hook_version").notNull().default(1),
    hookChangedAt: at("hook_changed_at"),
    /** Customers get a receipt for each payment. */
    sendsReceipts: boolean("sends_receipts").notNull().default(true),
    /** Asks customers whose account number is nearest to a mistyped one. */
    asksCustomers: boolean("asks_customers").notNull().default(false),
    /** The approved template for receipts outside the service window; null: none is sent there. */
    receiptTemplateId: text("receipt_template_id"),
    /** The end of the last complete pull. */
    pulledUntil: at("pulled_until"),
    nextPullAt: at("next_pull_at"),
    /** The balance in the newest confirmation or answer, and its time. */
    balanceCents: bigint("balance_cents", { mode: "number" }),
    balanceAt: at("balance_at"),
    lastPaymentAt: at("last_payment_at"),
    /** Of the last pull; `problems` counts those since the last success. */
    lastProblem: text("last_problem"),
    lastProblemAt: at("last_problem_at"),
    problems: integer("problems").notNull().default(0),
    removedAt: at("removed_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("tills_number").on(t.orgId, t.number).where(sql`removed_at is null`),
    index("tills_pull_due").on(t.nextPullAt).where(sql`next_pull_at is not null`),
  ],
);

export type TillNoticeKind = "confirmation" | "prompt" | "result" | "timeout";

/** What M-Pesa posted to a till's address, unchanged. */
export const tillNotices = pgTable(
  "till_notices",
  {
    orgId: orgId(),
    id: id(),
    tillId: text("till_id").notNull(),
    kind: text("kind").$type<TillNoticeKind>().notNull(),
    /** The prompt or query whose address received it. */
    subjectId: text("subject_id"),
    body: text("body").notNull(),
    receivedAt: at("received_at").notNull(),
    appliedAt: at("applied_at"),
    outcome: text("outcome"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({ columns: [t.orgId, t.tillId], foreignColumns: [tills.orgId, tills.id] }),
    index("till_notices_till").on(t.orgId, t.tillId, t.receivedAt),
    index("till_notices_open").on(t.orgId, t.id).where(sql`applied_at is null`),
    index("till_notices_old").on(t.receivedAt),
  ],
);

/** A customer's account number at a till: issued once, never used again. */
export const customerAccounts = pgTable(
  "customer_accounts",
  {
    orgId: orgId(),
    tillId: text("till_id").notNull(),
    number: text("number").notNull(),
    /** Null once the contact was erased. */
    contactId: text("contact_id"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.tillId, t.number] }),
    uniqueIndex("customer_accounts_contact").on(t.orgId, t.tillId, t.contactId),
    foreignKey({ columns: [t.orgId, t.tillId], foreignColumns: [tills.orgId, tills.id] }),
  ],
);
