import { sql } from "drizzle-orm";
import { date, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId } from "../columns.ts";

/** A temporary override of an organisation's plan; its earlier value is restored at the end. */
export const planOverrides = pgTable(
  "plan_overrides",
  {
    orgId: orgId(),
    id: id(),
    planType: text("plan_type").$type<"Starter" | "Growth" | "Enterprise">().notNull(),
    messageLimit: integer("message_limit").notNull(),
    formerPlanType: text("former_plan_type").$type<"Starter" | "Growth" | "Enterprise">().notNull(),
    formerMessageLimit: integer("former_message_limit").notNull(),
    reason: text("reason").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
    endsAt: at("ends_at").notNull(),
    endedAt: at("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("plan_overrides_open").on(t.orgId).where(sql`ended_at is null`),
  ],
);

/** Staff's notes about a WhatsApp account. */
export const accountNotes = pgTable(
  "account_notes",
  {
    orgId: orgId(),
    id: id(),
    whatsappAccountId: text("whatsapp_account_id").notNull(),
    body: text("body").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.whatsappAccountId, t.id] })],
);

/** Versions of Meta's API and their end dates. */
export const apiVersions = pgTable("api_versions", {
  version: text("version").primaryKey(),
  releasedOn: date("released_on").notNull(),
  endsOn: date("ends_on"),
});
