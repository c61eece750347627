import { sql } from "drizzle-orm";
import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Reason } from "#app/platform/errors.ts";
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";
import type { SegmentConditions } from "../contacts/segments.ts";
import { messageState } from "./messages.ts";

export type CampaignStatus =
  | "draft"
  | "scheduled"
  | "preparing"
  | "sending"
  | "paused"
  | "completed"
  | "cancelled";

/** `none`: a draft without a chosen audience. */
export type Audience =
  | { kind: "none" }
  | { kind: "all" }
  | { kind: "tag"; tag: string }
  | { kind: "numbers"; numbers: string[] }
  /** Picked contacts; of sequences only. */
  | { kind: "contacts"; contactIds: string[] }
  /** Contacts that match `conditions`, and not `exclude`; both are unnamed segments. */
  | { kind: "conditions"; conditions: SegmentConditions; exclude: SegmentConditions }
  | { kind: "failed_of"; campaignId: string }
  | { kind: "follow_up"; campaignId: string; to: FollowUpGroup };

/** Recipients of an earlier campaign: those who did not read it, did not reply, or were not reached. */
export type FollowUpGroup = "not_read" | "not_replied" | "failed";

/** A campaign's send rate, when below its number's limit: spread over hours, or so many a minute. */
export type CampaignPace = { kind: "over"; hours: number } | { kind: "per_minute"; messages: number };

/** What a campaign asks each recipient to pay: as many shillings as the contact's field says. */
export interface CampaignPayment {
  tillId: string;
  /** The name of the contact's field. */
  field: string;
  reason: string;
}

/** The SMS that follows each of a campaign's messages that WhatsApp does not deliver in time, as it was quoted. */
export interface CampaignSms {
  text: string;
  waitSeconds: number;
  /** What one may cost; so much is held for each message. */
  mostCents: number;
}

/** What a payment puts into a template: the amount, where to pay it, and the account number. */
export const paymentParts = ["amount", "number", "account"] as const;
export type PaymentPart = (typeof paymentParts)[number];

/**
 * The source of a template variable: a field of the contact (with a fallback), a fixed text, each recipient's
 * short link to `url`, or a part of the recipient's payment.
 */
export type VariableSource =
  | { from: "contact"; field: string; fallback: string }
  | { from: "text"; value: string }
  | { from: "link"; url: string }
  | { from: "payment"; part: PaymentPart };

export const campaigns = pgTable(
  "campaigns",
  {
    orgId: orgId(),
    id: id(),
    name: text("name").notNull(),
    kind: text("kind").$type<"campaign" | "broadcast">().notNull().default("campaign"),
    status: text("status").$type<CampaignStatus>().notNull().default("draft"),
    /** Why it is paused or cancelled, as text for the member, and who must act. */
    statusReason: jsonb("status_reason").$type<Reason>(),
    templateId: text("template_id").notNull(),
    phoneNumberId: text("phone_number_id").notNull(),
    audience: jsonb("audience").$type<Audience>().notNull(),
    variables: jsonb("variables").$type<Record<string, VariableSource>>().notNull().default({}),
    /** Null: it asks for no money. */
    payment: jsonb("payment").$type<CampaignPayment>(),
    /** Contacts that were skipped, since their field has no valid amount. */
    paymentSkipped: integer("payment_skipped").notNull().default(0),
    /** Null: no SMS follows. Fixed by the start. */
    sms: jsonb("sms").$type<CampaignSms>(),
    scheduledFor: at("scheduled_for"),
    /** Null: at the number's full rate. */
    pace: jsonb("pace").$type<CampaignPace>(),
    /** Seconds between two messages by `pace`, fixed when the recipients are written. */
    paceGapSeconds: doublePrecision("pace_gap_seconds"),
    /** The moment up to which leases have used the rate. */
    pacedAt: at("paced_at"),
    /** The organisation's quiet hours for this campaign: minutes of the day in `quietZone`. */
    quietFrom: smallint("quiet_from"),
    quietTo: smallint("quiet_to"),
    quietZone: text("quiet_zone"),
    /** The organisation's limit of marketing messages to one contact, fixed when the recipients are written. */
    capMessages: smallint("cap_messages"),
    capDays: smallint("cap_days"),
    /** Handling of recipients beyond the portfolio's messaging limit: sent anyway, or delayed. */
    beyondLimit: text("beyond_limit").$type<"send" | "wait">().notNull().default("send"),
    /** The running number up to which the messaging limit has capacity; null: unchecked. */
    limitThrough: integer("limit_through"),
    /** The campaign that it copies or follows up. */
    madeFrom: text("made_from"),
    /** Recipients written so far; the running numbers are 1..recipientCount. */
    recipientCount: integer("recipient_count").notNull().default(0),
    /** The ids of its messages are at least this, and less than `messagesTo`; fixed with the first recipients. */
    messagesFrom: text("messages_from").notNull().default(""),
    messagesTo: text("messages_to").notNull().default("msh"),
    /** While recipients are being written: the last processed contact, in the order of their ids. */
    preparedThrough: text("prepared_through"),
    /** The next unleased running number. */
    nextSequence: integer("next_sequence").notNull().default(1),
    priceCentsPerMessage: integer("price_cents_per_message").notNull().default(0),
    holdId: text("hold_id"),
    /** The idempotency key: one campaign per key. */
    idempotencyKey: text("idempotency_key"),
    createdBy: text("created_by"),
    startedAt: at("started_at"),
    completedAt: at("completed_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("campaigns_once").on(t.orgId, t.idempotencyKey),
    index("campaigns_work").on(t.status, t.phoneNumberId),
    index("campaigns_started").on(t.orgId, t.startedAt).where(sql`started_at is not null`),
    index("campaigns_made_from").on(t.orgId, t.madeFrom).where(sql`made_from is not null`),
  ],
);

/** A campaign's rows by state; updated in the transaction that updates the rows. */
export const campaignTotals = pgTable(
  "campaign_totals",
  {
    orgId: orgId(),
    campaignId: text("campaign_id").notNull(),
    state: messageState("state").notNull(),
    count: integer("count").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.campaignId, t.state] })],
);

/**
 * A reply to a campaign: its message `messageId` was the newest that had reached the contact when they wrote.
 */
export const campaignReplies = pgTable(
  "campaign_replies",
  {
    orgId: orgId(),
    campaignId: text("campaign_id").notNull(),
    messageId: text("message_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.campaignId, t.messageId] })],
);

/** How far the messages of a campaign with SMS are looked at; its `id` is the campaign's. */
export const campaignSms = pgTable(
  "campaign_sms",
  {
    orgId: orgId(),
    id: id(),
    /** Messages up to this running number are decided, or have an SMS of their own that waits. */
    through: integer("through").notNull().default(0),
    /** When the next ones are looked at; null when all are decided. */
    dueAt: at("due_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("campaign_sms_due").on(t.dueAt).where(sql`due_at is not null`),
  ],
);

/** An organisation's campaign settings. Without a row there are no quiet hours and no limit. */
export const sendingSettings = pgTable(
  "sending_settings",
  {
    orgId: orgId(),
    /** Minutes of the day in `quietZone`; they may pass midnight. Null: no quiet hours. */
    quietFrom: smallint("quiet_from"),
    quietTo: smallint("quiet_to"),
    quietZone: text("quiet_zone").notNull().default("Africa/Nairobi"),
    /** At most so many marketing messages to one contact in `capDays` days. Null: no limit. */
    capMessages: smallint("cap_messages"),
    capDays: smallint("cap_days"),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId] })],
);

/** Phones of the organisation's own people, for test sends. */
export const testNumbers = pgTable(
  "test_numbers",
  {
    orgId: orgId(),
    /** E.164 with `+`. */
    phone: text("phone").notNull(),
    name: text("name").notNull().default(""),
    createdBy: text("created_by"),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.phone] })],
);

/** The short link of one recipient. Its target is in the campaign, under `variable`. */
export const trackedLinks = pgTable(
  "tracked_links",
  {
    code: text("code").primaryKey(),
    orgId: orgId(),
    campaignId: text("campaign_id").notNull(),
    messageId: text("message_id").notNull(),
    variable: text("variable").notNull(),
    clicks: integer("clicks").notNull().default(0),
    firstClickedAt: at("first_clicked_at"),
    lastClickedAt: at("last_clicked_at"),
  },
  (t) => [index("tracked_links_clicked").on(t.orgId, t.campaignId, t.messageId).where(sql`clicks > 0`)],
);
