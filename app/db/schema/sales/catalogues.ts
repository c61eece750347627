import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId } from "../columns.ts";

/** Why items of a catalogue are not products here, with their number. */
export type SkippedItems = Partial<Record<"currency" | "price" | "code" | "hidden", number>>;

/** The product catalogue in Meta that a WhatsApp account sends from. A WhatsApp account has at most one. */
export const productCatalogues = pgTable(
  "product_catalogues",
  {
    orgId: orgId(),
    id: id(),
    whatsappAccountId: text("whatsapp_account_id").notNull(),
    /** Meta's id. */
    catalogId: text("catalog_id").notNull(),
    name: text("name").notNull(),
    nextSyncAt: at("next_sync_at").notNull(),
    /** The last complete one, with what it found. */
    syncedAt: at("synced_at"),
    items: integer("items").notNull().default(0),
    skipped: jsonb("skipped").$type<SkippedItems>().notNull().default({}),
    /** Of the last try; null: it was complete. */
    problem: text("problem"),
    problems: integer("problems").notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("product_catalogues_account").on(t.orgId, t.whatsappAccountId),
    index("product_catalogues_due").on(t.nextSyncAt),
  ],
);
