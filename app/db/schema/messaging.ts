/* Longer than a file of code may be because the tables of sending and talking name each other. */
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Reason } from "#app/platform/errors.ts";
import { at, createdAt, id, orgId, updatedAt } from "./columns.ts";
import type { SegmentConditions } from "./contacts.ts";
import { users } from "./identity.ts";
import { inboxColumns } from "./inboxColumns.ts";

/**
 * States in the order in which they may follow each other: PostgreSQL compares enum values by this order, and a row
 * only ever moves up. The one exception is `unknown` → `queued`, when the grace time has passed without a status.
 */
export const messageState = pgEnum("message_state", [
  "queued",
  "unknown",
  "accepted",
  "sent",
  "delivered",
  "read",
  "failed",
  "cancelled",
]);
export type MessageState = (typeof messageState.enumValues)[number];

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

/** One message, inbound or outbound. The id travels as `biz_opaque_callback_data`. */
export const messages = pgTable(
  "messages",
  {
    orgId: orgId(),
    id: id(),
    direction: text("direction").$type<"in" | "out">().notNull(),
    /** `template`, `text`, or the type of an inbound message. */
    type: text("type").notNull(),
    state: messageState("state").notNull().default("queued"),
    phoneNumberId: text("phone_number_id").notNull(),
    /** Null once the retention has emptied the row. */
    contactId: text("contact_id"),
    /** E.164 with `+`, or a business-scoped user id, as it stood when the message was made. */
    recipient: text("recipient"),
    /** The member who wrote it, or sent the template, in the chat. Null for campaigns and what customers write. */
    authorUserId: text("author_user_id"),
    campaignId: text("campaign_id"),
    /** Running number within the campaign, from 1. */
    sequence: integer("sequence"),
    templateId: text("template_id"),
    variables: jsonb("variables").$type<Record<string, string>>(),
    /** Free-form body, the readable form of an inbound message, or of a template sent singly. Campaigns' have none. */
    body: text("body"),
    /**
     * What a search looks for: `folded(body)` in one line. Written with it (`textColumns`) and not generated: that would
     * cost every update of a campaign's message.
     */
    searchText: text("search_text"),
    payload: jsonb("payload"),
    wamid: text("wamid"),
    errorCode: integer("error_code"),
    errorDetail: text("error_detail"),
    /** What Meta charges it as (`marketing`, `service`) and how (`regular`, `free_…`), as it told before it was delivered. */
    metaCategory: text("meta_category"),
    metaType: text("meta_type"),
    attempts: smallint("attempts").notNull().default(0),
    /** How often it was sent again because nobody said whether Meta had it. */
    doubts: smallint("doubts").notNull().default(0),
    /**
     * When something must be done to this row outside its campaign's running order: send it (`queued`: a single message,
     * or a retry), or decide about it (`unknown`: the grace time ends). Null for all others, so that their updates stay cheap.
     */
    dueAt: at("due_at"),
    /** Since when it is not known whether Meta has this message (`unknown`): about when it was posted. */
    inDoubtSince: at("in_doubt_since"),
    acceptedAt: at("accepted_at"),
    sentAt: at("sent_at"),
    deliveredAt: at("delivered_at"),
    readAt: at("read_at"),
    failedAt: at("failed_at"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("messages_campaign_sequence")
      .on(t.orgId, t.campaignId, t.sequence)
      .where(sql`campaign_id is not null`),
    index("messages_thread").on(t.orgId, t.contactId, t.id),
    // No index names `state` or `wamid`: a row is updated four times, and none of them rewrites an index (heap-only tuples).
    // Few among the millions of campaigns: the chat is searched along it, and templates sent singly are counted.
    index("messages_single").on(t.orgId, t.templateId, t.createdAt).where(sql`campaign_id is null`),
    // Counted hour by hour for the analytics.
    index("messages_single_time").on(t.orgId, t.createdAt).where(sql`campaign_id is null`),
    // What failed: the one move that changes `failed_at`, so the others stay heap-only.
    index("messages_failed")
      .on(t.orgId, t.campaignId, t.sequence)
      .where(sql`failed_at is not null and campaign_id is not null`),
    // What a number has to send besides ranges: singly, and campaign by campaign.
    index("messages_due").on(t.phoneNumberId, t.campaignId, t.dueAt).where(sql`due_at is not null`),
    // Which numbers have single messages to send.
    index("messages_due_single").on(t.dueAt).where(sql`due_at is not null and campaign_id is null`),
    // What `search_messages` reads: the newest texts one by one, all others by their trigrams. Campaigns' have none.
    index("messages_newest_texts")
      .on(t.orgId, t.id)
      .where(sql`campaign_id is null and search_text is not null`),
    index("messages_texts")
      .using("gin", t.orgId, t.searchText.op("gin_trgm_ops"))
      .where(sql`campaign_id is null and search_text is not null`),
  ],
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

/** A range of running numbers that one sender works on. After `expiresAt` the rows still `queued` in it are unknown. */
export const sendLeases = pgTable(
  "send_leases",
  {
    orgId: orgId(),
    id: id(),
    campaignId: text("campaign_id").notNull(),
    fromSequence: integer("from_sequence").notNull(),
    toSequence: integer("to_sequence").notNull(),
    dispatcher: text("dispatcher").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), index("send_leases_campaign").on(t.orgId, t.campaignId)],
);

/** One dispatcher for a phone number at a time: the holder renews, a later one takes over with a higher `fence`. */
export const dispatchers = pgTable("dispatchers", {
  phoneNumberId: text("phone_number_id").primaryKey(),
  orgId: orgId(),
  holder: text("holder").notNull(),
  fence: bigint("fence", { mode: "number" }).notNull().default(1),
  expiresAt: at("expires_at").notNull(),
});

/** When a process last lived: tells how long webhooks could not be taken. */
export const heartbeats = pgTable("heartbeats", {
  processId: text("process_id").primaryKey(),
  roles: text("roles").notNull(),
  startedAt: at("started_at").notNull(),
  seenAt: at("seen_at").notNull(),
});

/**
 * SQL: the key that orders conversations by what the customer wrote last: the end of their service window, 24 hours after
 * it; where they never wrote, when the conversation began. Indexes have the same words.
 */
export const lastWrote = ({
  windowEndsAt,
  createdAt,
}: {
  windowEndsAt: AnyPgColumn;
  createdAt: AnyPgColumn;
}) => sql<Date>`coalesce(${windowEndsAt}, ${createdAt})`;

export const conversations = pgTable(
  "conversations",
  {
    orgId: orgId(),
    id: id(),
    phoneNumberId: text("phone_number_id").notNull(),
    contactId: text("contact_id").notNull(),
    /** The last message either side wrote; campaign messages don't count. */
    lastMessageAt: at("last_message_at").notNull(),
    lastMessage: text("last_message").notNull().default(""),
    unread: integer("unread").notNull().default(0),
    /** End of the customer service window: free-form messages go until then. */
    windowEndsAt: at("window_ends_at"),
    /** When the customer last wrote by way of an ad or post. */
    adAt: at("ad_at"),
    ...inboxColumns(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("conversations_pair").on(t.orgId, t.phoneNumberId, t.contactId),
    index("conversations_contact").on(t.orgId, t.contactId),
    index("conversations_labelled").on(t.orgId, t.contactId).where(sql`labels <> '{}'`),
    index("conversations_recent").on(t.orgId, t.lastMessageAt),
    // Counted on every page.
    index("conversations_unread").on(t.orgId).where(sql`unread > 0`),
    // The order of the list: by what the customer wrote last.
    index("conversations_ordered").on(t.orgId, lastWrote(t)).where(sql`state <> 'closed'`),
    index("conversations_live").on(t.orgId, t.assignedTo, lastWrote(t)).where(sql`state <> 'closed'`),
    index("conversations_closed").on(t.orgId, lastWrote(t)).where(sql`state = 'closed'`),
    index("conversations_from_ads").on(t.orgId, lastWrote(t)).where(sql`ad_at is not null`),
    index("conversations_waiting").on(t.orgId, t.waitingSince).where(sql`waiting_since is not null`),
  ],
);

/** What a member has begun to write in a conversation and not sent. */
export const replyDrafts = pgTable(
  "reply_drafts",
  {
    orgId: orgId(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    conversationId: text("conversation_id").notNull(),
    text: text("text").notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.conversationId, t.userId] }),
    foreignKey({
      columns: [t.orgId, t.conversationId],
      foreignColumns: [conversations.orgId, conversations.id],
    }).onDelete("cascade"),
  ],
);

/** Events already applied: the guard against a webhook that comes twice. */
export const appliedEvents = pgTable(
  "applied_events",
  {
    orgId: orgId(),
    key: text("key").notNull(),
    appliedAt: at("applied_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.key] })],
);

/** Roll-up for charts: messages that reached a state in an hour. */
export const hourlyTotals = pgTable(
  "hourly_totals",
  {
    orgId: orgId(),
    hour: at("hour").notNull(),
    state: messageState("state").notNull(),
    direction: text("direction").$type<"in" | "out">().notNull(),
    count: integer("count").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.hour, t.direction, t.state] }),
    index("hourly_totals_hour").on(t.hour),
  ],
);
