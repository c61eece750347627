import { sql } from "drizzle-orm";
import {
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
import { at, createdAt, id, orgId } from "../columns.ts";
import type { MediaKind } from "./media.ts";

/**
 * States in the order in which they may follow each other: PostgreSQL compares enum values by this order, and
 * a row only ever moves up. The one exception is `unknown` → `queued`, when the grace time has passed without
 * a status.
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
export type MessageFallback = "waiting" | "sms";
export type MessageState = (typeof messageState.enumValues)[number];

/**
 * One message, inbound or outbound. The id travels as `biz_opaque_callback_data`. Partitioned by month: an id
 * begins with a time.
 */
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
    /** Null once retention has emptied the row. */
    contactId: text("contact_id"),
    /** E.164 with `+`, or a business-scoped user id, as of the message's creation. */
    recipient: text("recipient"),
    /**
     * The member who wrote it, or sent the template, in the chat. Null for campaigns and customers' messages.
     */
    authorUserId: text("author_user_id"),
    campaignId: text("campaign_id"),
    /** Running number within the campaign, from 1. */
    sequence: integer("sequence"),
    templateId: text("template_id"),
    variables: jsonb("variables").$type<Record<string, string>>(),
    /**
     * Free-form text, the readable form of an inbound message, or of a template sent singly. Null for
     * campaigns.
     */
    body: text("body"),
    /**
     * The text for searches: `folded(body)` on one line. Written with it (`textColumns`) and not generated:
     * that would cost every update of a campaign's message.
     */
    searchText: text("search_text"),
    payload: jsonb("payload"),
    wamid: text("wamid"),
    errorCode: integer("error_code"),
    errorDetail: text("error_detail"),
    /**
     * Meta's pricing category (`marketing`, `service`) and type (`regular`, `free_…`), as reported before
     * delivery.
     */
    metaCategory: text("meta_category"),
    metaType: text("meta_type"),
    attempts: smallint("attempts").notNull().default(0),
    /** How often it was resent because its fate at Meta was unknown. */
    doubts: smallint("doubts").notNull().default(0),
    /**
     * When this row is due outside its campaign's running order: to be sent (`queued`: a single message, or a
     * retry), or decided (`unknown`: the grace time ends). Null for all others, so that their updates stay
     * cheap.
     */
    dueAt: at("due_at"),
    /** Since when the message's fate at Meta is unknown (`unknown`): about when it was posted. */
    inDoubtSince: at("in_doubt_since"),
    /** An SMS follows if it is not delivered in time (`waiting`), or went in its place and is charged instead (`sms`). */
    fallback: text("fallback").$type<MessageFallback>(),
    acceptedAt: at("accepted_at"),
    sentAt: at("sent_at"),
    deliveredAt: at("delivered_at"),
    readAt: at("read_at"),
    failedAt: at("failed_at"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    // Not unique: a unique key of a partitioned table contains the id. `messageIdOf` keeps numbers apart.
    index("messages_campaign_sequence")
      .on(t.orgId, t.campaignId, t.sequence)
      .where(sql`campaign_id is not null`),
    index("messages_thread").on(t.orgId, t.contactId, t.id),
    // No index names `state` or `wamid`: a row is updated four times, and none of them rewrites an index
    // (heap-only tuples). Rare among millions of campaign messages: for searching the chat and counting
    // single templates.
    index("messages_single").on(t.orgId, t.templateId, t.createdAt).where(sql`campaign_id is null`),
    // Counted hour by hour for the analytics.
    index("messages_single_time").on(t.orgId, t.createdAt).where(sql`campaign_id is null`),
    // Failures: the one transition that changes `failed_at`, so the others stay heap-only.
    index("messages_failed")
      .on(t.orgId, t.campaignId, t.sequence)
      .where(sql`failed_at is not null and campaign_id is not null`),
    // A number's due messages besides ranges: single ones, and by campaign.
    index("messages_due").on(t.phoneNumberId, t.campaignId, t.dueAt).where(sql`due_at is not null`),
    // Numbers with single messages to send.
    index("messages_due_single").on(t.dueAt).where(sql`due_at is not null and campaign_id is null`),
    // What `search_messages` reads: the newest texts one by one, all others by their trigrams. Campaigns'
    // have none.
    index("messages_newest_texts")
      .on(t.orgId, t.id)
      .where(sql`campaign_id is null and search_text is not null`),
    index("messages_texts")
      .using("gin", t.orgId, t.searchText.op("gin_trgm_ops"))
      .where(sql`campaign_id is null and search_text is not null`),
  ],
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

/** A message sent with a test key: checked like a live one, never sent. */
export const testMessages = pgTable(
  "test_messages",
  {
    orgId: orgId(),
    id: id(),
    type: text("type").$type<"template" | "text" | MediaKind>().notNull(),
    status: text("status").$type<"delivered" | "failed">().notNull(),
    recipient: text("recipient").notNull(),
    template: text("template"),
    body: text("body").notNull(),
    mediaId: text("media_id"),
    errorCode: integer("error_code"),
    /** The source, so that the same call creates no second one. */
    onceKey: text("once_key").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), uniqueIndex("test_messages_once").on(t.orgId, t.onceKey)],
);
