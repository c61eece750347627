import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { orgId, updatedAt } from "../columns.ts";

/** How an organisation asks for money. Without a row: the defaults. */
export const paymentSettings = pgTable("payment_settings", {
  orgId: orgId().primaryKey(),
  /** Replies to NAMBA and SALIO. */
  answersWords: boolean("answers_words").notNull().default(true),
  /** The approved template that asks for money outside the service window; null: none is sent there. */
  askTemplateId: text("ask_template_id"),
  updatedAt: updatedAt(),
});
