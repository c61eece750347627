import { flattenError } from "zod";
import type { VatClass } from "#app/db/schema/sales/products.ts";
import { sheetRows } from "#app/platform/files/sheetRows.ts";
import { m } from "#messages";
import { maxImportRows, maxProductName } from "./fieldRules.ts";
import { productFields } from "./schemas.ts";

export interface ImportedProduct {
  name: string;
  priceCents: number;
  vatClass: VatClass;
  stock: number | null;
  retailerId: string | null;
}

export interface ReadRow {
  /** Its line in the text, from 1. */
  row: number;
  cells: readonly string[];
  name: string;
  product: ImportedProduct | null;
  problem: string;
}

/** Columns in any order, named in a first row; without names: name, price, stock, code, VAT. */
const columns = ["name", "price", "stock", "code", "vatClass"] as const;
type Layout = readonly ((typeof columns)[number] | undefined)[];
const names: Readonly<Record<string, (typeof columns)[number]>> = {
  ...{ name: "name", product: "name", jina: "name", bidhaa: "name", nom: "name", produit: "name" },
  ...{ price: "price", kes: "price", bei: "price", prix: "price" },
  ...{ stock: "stock", quantity: "stock", akiba: "stock" },
  ...{ code: "code", sku: "code", id: "code", msimbo: "code" },
  ...{ vat: "vatClass", tva: "vatClass" },
};

/** The rows of a text; each is a product, or has its problem. `header`: null without names of columns. */
export function readRows(text: string): { header: readonly string[] | null; rows: ReadRow[] } {
  const all = sheetRows(text);
  const header = all[0]?.cells ?? [];
  const named = header.map((cell) => names[cell.trim().toLowerCase()]);
  const isNamed = named.includes("name") && named.includes("price");
  const layout: Layout = isNamed ? named : columns;
  const most = String(maxImportRows);
  const rows = all
    .slice(isNamed ? 1 : 0)
    .map(({ line, cells }, index) =>
      index < maxImportRows
        ? readRow(line, cells, layout)
        : { row: line, cells, name: "", product: null, problem: m.orders_import_too_many({ most }) },
    );
  return { header: isNamed ? header : null, rows };
}

function readRow(row: number, cells: readonly string[], layout: Layout): ReadRow {
  const typed = Object.fromEntries(
    layout.flatMap((column, index) => (column ? [[column, (cells[index] ?? "").trim()]] : [])),
  );
  const name = (typed.name ?? "").slice(0, maxProductName);
  const read = productFields.safeParse({ ...typed, vatClass: typed.vatClass?.toLowerCase() || undefined });
  if (!read.success) {
    const [problem = ""] = Object.values(flattenError(read.error).fieldErrors).flat();
    return { row, cells, name, product: null, problem };
  }
  const { price: priceCents, code: retailerId, pictureId: _, ...fields } = read.data;
  return { row, cells, name, product: { ...fields, priceCents, retailerId }, problem: "" };
}
