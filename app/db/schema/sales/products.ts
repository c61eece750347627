import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";

/** The VAT in a price: 16 %, 0 %, exempt, or none, for sellers without VAT registration. */
export const vatClasses = ["standard", "zero", "exempt", "none"] as const;
export type VatClass = (typeof vatClasses)[number];

/** What an organisation sells. An archived product stays in its orders. */
export const products = pgTable(
  "products",
  {
    orgId: orgId(),
    id: id(),
    name: text("name").notNull(),
    /** KES, with its VAT. */
    priceCents: bigint("price_cents", { mode: "number" }).notNull(),
    vatClass: text("vat_class").$type<VatClass>().notNull().default("none"),
    /** Pieces for sale; null: not counted. */
    stock: integer("stock"),
    /** The content ID of Meta's catalogue, by which carts name it; also the code in lists and files. */
    retailerId: text("retailer_id"),
    /** The file of its picture. */
    pictureId: text("picture_id"),
    archivedAt: at("archived_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("products_retailer").on(t.orgId, t.retailerId).where(sql`retailer_id is not null`),
    index("products_name").on(t.orgId, sql`lower(name)`, t.id).where(sql`archived_at is null`),
    check("products_price", sql`price_cents > 0`),
    check("products_stock", sql`stock >= 0`),
  ],
);
