import { date, foreignKey, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, orgId } from "../columns.ts";
import { members } from "../organisations/organisations.ts";

/** Members who want the weekly report by email. Deleted when they leave the organisation. */
export const weeklyReports = pgTable(
  "weekly_reports",
  {
    orgId: orgId(),
    userId: text("user_id").notNull(),
    /** The Monday of the last report; at first that of the week in which the member asked for it. */
    lastWeek: date("last_week").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.userId] }),
    foreignKey({ columns: [t.orgId, t.userId], foreignColumns: [members.orgId, members.userId] }).onDelete(
      "cascade",
    ),
  ],
);
