import { sql } from "drizzle-orm";
import { jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, orgId, updatedAt } from "../columns.ts";

/** Stored conditions; app/domain/contacts/segments/conditions.ts validates them on every read. */
export interface SegmentConditions {
  match: "all" | "any";
  conditions: { about: string; op: string; of?: string | undefined; value?: string | number | undefined }[];
}

/** Named conditions. The matching contacts are determined on every use. */
export const segments = pgTable(
  "segments",
  {
    orgId: orgId(),
    id: id(),
    name: text("name").notNull(),
    conditions: jsonb("conditions").$type<SegmentConditions>().notNull(),
    createdBy: text("created_by"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("segments_name").on(t.orgId, sql`lower(${t.name})`),
  ],
);
