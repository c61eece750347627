import { bigint, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at, orgId } from "../columns.ts";

/** Messages sent outside campaigns, by number, template and author (empty: none). */
const outcomeOfSingles = () => ({
  phoneNumberId: text("phone_number_id").notNull(),
  templateId: text("template_id").notNull().default(""),
  authorUserId: text("author_user_id").notNull().default(""),
  tried: integer("tried").notNull(),
  sent: integer("sent").notNull(),
  delivered: integer("delivered").notNull(),
  read: integer("read").notNull(),
  /** Those followed by a customer's message in the thread. */
  replied: integer("replied").notNull(),
  failed: integer("failed").notNull(),
  costCents: bigint("cost_cents", { mode: "number" }).notNull(),
});

/** By the hour of creation. Counted by a job from the rows; campaigns have their own totals. */
export const singleMessageHours = pgTable(
  "single_message_hours",
  { orgId: orgId(), hour: at("hour").notNull(), ...outcomeOfSingles() },
  (t) => [
    primaryKey({
      name: "single_message_hours_pk",
      columns: [t.orgId, t.hour, t.phoneNumberId, t.templateId, t.authorUserId],
    }),
  ],
);

/** The same by the day, from midnight to midnight UTC, for summing long periods. */
export const singleMessageDays = pgTable(
  "single_message_days",
  { orgId: orgId(), day: at("day").notNull(), ...outcomeOfSingles() },
  (t) => [
    primaryKey({
      name: "single_message_days_pk",
      columns: [t.orgId, t.day, t.phoneNumberId, t.templateId, t.authorUserId],
    }),
  ],
);

/**
 * Failed messages by Meta's code: of a campaign in the hour of its start, else (`campaignId` empty) in their
 * own hour of creation.
 */
export const failureHours = pgTable(
  "failure_hours",
  {
    orgId: orgId(),
    hour: at("hour").notNull(),
    campaignId: text("campaign_id").notNull().default(""),
    /** -100: unknown. */
    code: integer("code").notNull(),
    count: integer("count").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.hour, t.campaignId, t.code] })],
);

/** Contacts who were messaged (accepted by Meta), or wrote, in an hour: the source of distinct counts. */
export const contactHours = pgTable(
  "contact_hours",
  { orgId: orgId(), hour: at("hour").notNull(), contactId: text("contact_id").notNull() },
  (t) => [primaryKey({ columns: [t.orgId, t.hour, t.contactId] })],
);

/**
 * Figures that cannot be added up, for each period (`30days`, `30days.before`) and day (`2026-11-21`), of all
 * or of one member.
 */
export const periodFigures = pgTable(
  "period_figures",
  {
    orgId: orgId(),
    label: text("label").notNull(),
    memberId: text("member_id").notNull().default(""),
    uniqueContacts: integer("unique_contacts").notNull(),
    answers: integer("answers").notNull(),
    averageSeconds: integer("average_seconds"),
    medianSeconds: integer("median_seconds"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.label, t.memberId] })],
);

/** The campaign totals for which failures and people were counted. */
export const countedCampaigns = pgTable(
  "counted_campaigns",
  {
    orgId: orgId(),
    campaignId: text("campaign_id").notNull(),
    failed: integer("failed").notNull(),
    accepted: integer("accepted").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.campaignId] })],
);

/** When an organisation was last counted, and how long that took: the longer, the less often. */
export const analyticsCounts = pgTable(
  "analytics_counts",
  {
    orgId: orgId(),
    countedAt: at("counted_at"),
    tookMs: integer("took_ms").notNull().default(0),
    /** Contacts that are not opted out: shown when they are too many to count for a page. */
    activeContacts: integer("active_contacts"),
  },
  (t) => [primaryKey({ columns: [t.orgId] })],
);
