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

/** `none`: a draft for which nobody was chosen yet. */
export type Audience =
  | { kind: "none" }
  | { kind: "all" }
  | { kind: "tag"; tag: string }
  | { kind: "numbers"; numbers: string[] }
  /** Contacts that fulfil `conditions`, and not `exclude`; both are segments without a name. */
  | { kind: "conditions"; conditions: SegmentConditions; exclude: SegmentConditions }
  | { kind: "failed_of"; campaignId: string }
  | { kind: "follow_up"; campaignId: string; to: FollowUpGroup };

/** Of those to whom a campaign was sent: who did not read it, who did not answer it, whom it did not reach. */
export type FollowUpGroup = "not_read" | "not_replied" | "failed";

/** How fast a campaign goes out, where not as fast as its number may: spread over hours, or so many a minute. */
export type CampaignPace = { kind: "over"; hours: number } | { kind: "per_minute"; messages: number };

/**
 * Where a template variable takes its value: a field of the contact (with a fallback), a fixed text, or a short link of
 * each recipient's own that leads to `url`.
 */
export type VariableSource =
  | { from: "contact"; field: string; fallback: string }
  | { from: "text"; value: string }
  | { from: "link"; url: string };

export const campaigns = pgTable(
  "campaigns",
  {
    orgId: orgId(),
    id: id(),
    name: text("name").notNull(),
    kind: text("kind").$type<"campaign" | "broadcast">().notNull().default("campaign"),
    status: text("status").$type<CampaignStatus>().notNull().default("draft"),
    /** Why it is paused or cancelled, in words for the member, and who must act. */
    statusReason: jsonb("status_reason").$type<Reason>(),
    templateId: text("template_id").notNull(),
    phoneNumberId: text("phone_number_id").notNull(),
    audience: jsonb("audience").$type<Audience>().notNull(),
    variables: jsonb("variables").$type<Record<string, VariableSource>>().notNull().default({}),
    scheduledFor: at("scheduled_for"),
    /** Null: as fast as the number may. */
    pace: jsonb("pace").$type<CampaignPace>(),
    /** Seconds between two messages by `pace`, fixed when the recipients are written. */
    paceGapSeconds: doublePrecision("pace_gap_seconds"),
    /** Through which moment the pace is used up by what was leased. */
    pacedAt: at("paced_at"),
    /** Quiet hours of the organisation, as they hold for this campaign: minutes of the day in `quietZone`. */
    quietFrom: smallint("quiet_from"),
    quietTo: smallint("quiet_to"),
    quietZone: text("quiet_zone"),
    /** What becomes of recipients beyond the messaging limit of the portfolio: sent all the same, or made to wait. */
    beyondLimit: text("beyond_limit").$type<"send" | "wait">().notNull().default("send"),
    /** The running number through which the messaging limit has room; null: not looked at. */
    limitThrough: integer("limit_through"),
    /** The campaign that it is a copy of, or follows up. */
    madeFrom: text("made_from"),
    /** Recipients written so far; the running numbers are 1..recipientCount. */
    recipientCount: integer("recipient_count").notNull().default(0),
    /** While recipients are being written: the last contact that was looked at, in the order of their ids. */
    preparedThrough: text("prepared_through"),
    /** The next running number that no lease has taken. */
    nextSequence: integer("next_sequence").notNull().default(1),
    priceCentsPerMessage: integer("price_cents_per_message").notNull().default(0),
    holdId: text("hold_id"),
    /** The double-click guard: one campaign for one key. */
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

/** How many rows of a campaign are in each state; moved in the transaction that moves the rows. */
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

/** That somebody answered a campaign: its message `messageId` was the newest that had reached them when they wrote. */
export const campaignReplies = pgTable(
  "campaign_replies",
  {
    orgId: orgId(),
    campaignId: text("campaign_id").notNull(),
    messageId: text("message_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.campaignId, t.messageId] })],
);

/** How an organisation sends its campaigns. Who has no row has no quiet hours. */
export const sendingSettings = pgTable(
  "sending_settings",
  {
    orgId: orgId(),
    /** Minutes of the day in `quietZone`; they may go over midnight. Null: no quiet hours. */
    quietFrom: smallint("quiet_from"),
    quietTo: smallint("quiet_to"),
    quietZone: text("quiet_zone").notNull().default("Africa/Nairobi"),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId] })],
);

/** Phones of the organisation's own people, to which campaigns are sent for a try. */
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

/** The short link of one recipient. Where it leads stands in the campaign, under `variable`. */
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
