import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytea, createdAt, orgId } from "../columns.ts";

/** Parts of stored files, where the file store is the database. What a key belongs to names it and deletes it. */
export const fileChunks = pgTable(
  "file_chunks",
  {
    orgId: orgId(),
    key: text("key").notNull(),
    position: integer("position").notNull(),
    bytes: bytea("bytes").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.key, t.position] })],
);
