import { sql } from "drizzle-orm";
import { pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { at, id, orgId } from "../columns.ts";

/**
 * Staff's temporary suspension of an organisation, and the reason. One is open at a time; an ended one stays.
 */
export const suspensions = pgTable(
  "suspensions",
  {
    orgId: orgId(),
    id: id(),
    level: text("level").$type<"campaigns" | "sends" | "sign_in">().notNull(),
    reason: text("reason").notNull(),
    startedBy: text("started_by").notNull(),
    startedAt: at("started_at").notNull(),
    endedBy: text("ended_by"),
    endedAt: at("ended_at"),
    endReason: text("end_reason"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("suspensions_open").on(t.orgId).where(sql`ended_at is null`),
  ],
);
