import { sql } from "drizzle-orm";
import { jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, orgId, updatedAt } from "../columns.ts";

/** Stored conditions; app/domain/contacts/segments/conditions.ts checks them whenever they are read. */
export interface SegmentConditions {
  match: "all" | "any";
  conditions: { about: string; op: string; of?: string | undefined; value?: string | number | undefined }[];
}

/** Conditions under a name. Who fulfils them is asked anew each time. */
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
