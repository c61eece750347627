import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { at, createdAt, orgId, updatedAt } from "./columns.ts";

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
