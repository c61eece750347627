import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
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
    /** The catalogue of Meta that decides its name, price and availability; null: the organisation itself. */
    catalogueId: text("catalogue_id"),
    /** Archived with this since the catalogue no longer shows it; it comes back with it. */
    catalogueGoneAt: at("catalogue_gone_at"),
    /** The picture's address in the catalogue, and our copy of it, which is shown where there is no own picture. */
    catalogueImageUrl: text("catalogue_image_url"),
    cataloguePictureId: text("catalogue_picture_id"),
    /** When that address is to be fetched; null: it was. */
    pictureDueAt: at("picture_due_at"),
    /** False: out of stock by the catalogue. */
    isAvailable: boolean("is_available").notNull().default(true),
    archivedAt: at("archived_at"),
    /** Name and code without case and accents; a search's `folded(…)` is matched against it. */
    searchText: text("search_text").generatedAlwaysAs(
      sql`public.folded(name || E'\\n' || coalesce(retailer_id, ''))`,
    ),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("products_picture_due")
      .on(t.orgId, t.catalogueId, t.pictureDueAt)
      .where(sql`picture_due_at is not null`),
    uniqueIndex("products_retailer").on(t.orgId, t.retailerId).where(sql`retailer_id is not null`),
    index("products_texts").using("gin", t.orgId, t.searchText.op("gin_trgm_ops")),
    index("products_catalogue").on(t.orgId, t.catalogueId).where(sql`catalogue_id is not null`),
    index("products_name").on(t.orgId, sql`lower(name)`, t.id).where(sql`archived_at is null`),
    check("products_price", sql`price_cents > 0`),
    check("products_stock", sql`stock >= 0`),
  ],
);
