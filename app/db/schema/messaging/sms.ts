import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";

export type SmsAccountKind = "platform" | "own";
export type SmsAccountCheck = "ok" | "refused" | "unreachable";

/** How an organisation sends SMS: without a row, or turned off, it sends none. */
export const smsSettings = pgTable("sms_settings", {
  orgId: orgId().primaryKey(),
  account: text("account").$type<SmsAccountKind>().notNull(),
  /** Turned off, it keeps its keys. */
  isOn: boolean("is_on").notNull().default(true),
  /** Of its own account at Africa's Talking. */
  username: text("username"),
  apiKeyEncrypted: text("api_key_encrypted"),
  /** Registered with the networks; null: the account's default. */
  senderName: text("sender_name"),
  checkedAt: at("checked_at"),
  checkResult: text("check_result").$type<SmsAccountCheck>(),
  /** As the service wrote it at the last check. */
  balance: text("balance"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/**
 * States in their order; `docs/states.md` has the moves. `waiting`: for WhatsApp or its time. `unknown`: the call was not
 * answered, and is never repeated. `unconfirmed`: the network did not report. `skipped`: no SMS was sent, see `reason`.
 */
export const smsStates = [
  "waiting",
  "sending",
  "unknown",
  "sent",
  "unconfirmed",
  "delivered",
  "failed",
  "skipped",
] as const;
export type SmsState = (typeof smsStates)[number];

/** Why none was sent, or why one failed. */
export type SmsReason =
  /** WhatsApp delivered in time. */
  | "whatsapp"
  | "cancelled"
  | "not_allowed"
  | "opted_out"
  | "no_number"
  | "abroad"
  | "no_account"
  | "too_expensive"
  | "no_money"
  | "account"
  | "sender_name"
  | "number"
  | "network";

/** The SMS that follows a WhatsApp message that is not delivered in time. Each message has at most one. */
export const smsMessages = pgTable(
  "sms_messages",
  {
    orgId: orgId(),
    id: id(),
    messageId: text("message_id").notNull(),
    /** Of its message; its text and price are set when it is sent. */
    campaignId: text("campaign_id"),
    /** Null once the contact was erased. */
    contactId: text("contact_id"),
    recipient: text("recipient"),
    /** Empty once the contact was erased. */
    body: text("body").notNull(),
    parts: integer("parts").notNull(),
    /** How long WhatsApp has after Meta accepted the message. */
    waitSeconds: integer("wait_seconds").notNull(),
    /** What the organisation pays for it; 0 with its own account. */
    priceCents: integer("price_cents").notNull(),
    state: text("state").$type<SmsState>().notNull().default("waiting"),
    reason: text("reason").$type<SmsReason>(),
    /** When it is looked at next; null once it has ended. */
    dueAt: at("due_at"),
    providerId: text("provider_id"),
    /** What the service charged, as it reported. */
    costCents: integer("cost_cents"),
    /** The service's last word on it. */
    report: text("report"),
    tries: integer("tries").notNull().default(0),
    sentAt: at("sent_at"),
    deliveredAt: at("delivered_at"),
    failedAt: at("failed_at"),
    /** When WhatsApp delivered a campaign's message after all. */
    whatsappAt: at("whatsapp_at"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("sms_messages_message").on(t.orgId, t.messageId),
    index("sms_messages_due_single").on(t.dueAt).where(sql`due_at is not null and campaign_id is null`),
    index("sms_messages_due_campaign").on(t.dueAt).where(sql`due_at is not null and campaign_id is not null`),
    index("sms_messages_campaign")
      .on(t.orgId, t.campaignId, t.state, t.whatsappAt)
      .where(sql`campaign_id is not null`),
    index("sms_messages_provider").on(t.providerId).where(sql`provider_id is not null`),
    index("sms_messages_contact").on(t.orgId, t.contactId, t.createdAt),
    index("sms_messages_recipient").on(t.recipient, t.sentAt).where(sql`sent_at is not null`),
    check("sms_messages_price", sql`price_cents >= 0`),
  ],
);
