import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "../columns.ts";

/** Settings of the platform's operator, by name. */
export const platformSettings = pgTable("platform_settings", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
  changedBy: text("changed_by"),
  changedAt: at("changed_at").notNull().defaultNow(),
});
