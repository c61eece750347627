import { z } from "zod";
import { vatClasses } from "#app/db/schema/sales/products.ts";
import { anyKes, wholeKes } from "#app/domain/sales/wholeKes.ts";
import { tooLong } from "#app/platform/forms/checks.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { maxImportCharacters, maxPriceKes, maxProductName, maxRetailerId, maxStock } from "./fieldRules.ts";

export const productId = idOf("product");

const name = z
  .string({ error: m.checks_product_name_required })
  .trim()
  .min(1, { error: m.checks_product_name_required })
  .max(maxProductName, tooLong);

/** Whole pieces as typed, or empty: not counted. */
const stock = z
  .union([z.string(), z.number()])
  .default("")
  .transform((typed, check): number | null => {
    const digits = String(typed).replaceAll(/[,\s]/g, "");
    if (digits === "") return null;
    const pieces = /^\d{1,12}$/.test(digits) ? Number(digits) : Number.NaN;
    if (pieces <= maxStock) return pieces;
    const message = Number.isNaN(pieces)
      ? m.checks_product_stock_whole()
      : m.checks_order_amount_most({ most: formatCount(maxStock) });
    check.addIssue({ code: "custom", message });
    return z.NEVER;
  });

const code = z
  .string()
  .trim()
  .max(maxRetailerId, tooLong)
  .default("")
  .transform((text) => text || null);

/** The fields of a product, of its forms, of a row of a file, and of the API. */
export const productFields = z.object({
  name,
  price: wholeKes({ most: maxPriceKes }),
  vatClass: z.enum(vatClasses, { error: m.checks_product_vat_required }).default("none"),
  stock,
  /** Meta's content ID. */
  code,
  /** Our file; empty: no picture. */
  pictureId: idOf("media", z.string().max(64)).default(""),
});
export type ProductFields = z.output<typeof productFields>;

/** A product of Meta's catalogue keeps its price, with cents as well. */
export const productEdit = productFields.extend({ price: anyKes({ most: maxPriceKes }) });

/** Rows of products, pasted from a sheet or a file. */
export const productRows = z.object({
  rows: z
    .string({ error: m.checks_product_rows_required })
    .trim()
    .min(1, { error: m.checks_product_rows_required })
    .max(maxImportCharacters, tooLong),
});

export const productFilters = z.object({
  q: z.string().trim().max(100).catch("").default(""),
  archived: z.enum(["", "yes"]).catch("").default(""),
  cursor: z.string().max(300).catch("").default(""),
});
export type ProductFilters = z.output<typeof productFilters>;
