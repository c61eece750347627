import { parse } from "csv-parse/sync";
import { flattenError } from "zod";
import type { VatClass } from "#app/db/schema/sales/products.ts";
import { m } from "#messages";
import { maxImportRows } from "./fieldRules.ts";
import { productFields } from "./schemas.ts";

export interface ImportedProduct {
  name: string;
  priceCents: number;
  vatClass: VatClass;
  stock: number | null;
  retailerId: string | null;
}

export interface ReadRow {
  /** Its number in the text, from 1. */
  row: number;
  name: string;
  product: ImportedProduct | null;
  problem: string;
}

/** Columns in any order, named in a first row; without names: name, price, stock, code, VAT. */
const columns = ["name", "price", "stock", "code", "vatClass"] as const;
const names: Readonly<Record<string, (typeof columns)[number]>> = {
  ...{ name: "name", product: "name", jina: "name", bidhaa: "name", nom: "name", produit: "name" },
  ...{ price: "price", kes: "price", bei: "price", prix: "price" },
  ...{ stock: "stock", quantity: "stock", akiba: "stock" },
  ...{ code: "code", sku: "code", id: "code", msimbo: "code" },
  ...{ vat: "vatClass", tva: "vatClass" },
};

/** The rows of a text; each is a product, or has its problem. A code that comes twice is refused the second time. */
export function readRows(text: string): ReadRow[] {
  const cells = cellsOf(text);
  const header = (cells[0] ?? []).map((cell) => names[cell.trim().toLowerCase()]);
  const isNamed = header.includes("name") && header.includes("price");
  const layout = isNamed ? header : columns;
  const seen = new Set<string>();
  return cells
    .map((row, index) => ({ row, number: index + 1 }))
    .slice(isNamed ? 1 : 0, maxImportRows + 1)
    .filter(({ row }) => row.some((cell) => cell.trim() !== ""))
    .map(({ row, number }) => readRow(number, row, layout, seen));
}

function readRow(
  row: number,
  cells: readonly string[],
  layout: readonly ((typeof columns)[number] | undefined)[],
  seen: Set<string>,
): ReadRow {
  const typed = Object.fromEntries(
    layout.flatMap((column, index) => (column ? [[column, (cells[index] ?? "").trim()]] : [])),
  );
  const name = (typed.name ?? "").slice(0, 150);
  const read = productFields.safeParse({ ...typed, vatClass: typed.vatClass?.toLowerCase() || undefined });
  if (!read.success) {
    const [problem = ""] = Object.values(flattenError(read.error).fieldErrors).flat();
    return { row, name, product: null, problem };
  }
  const { price: priceCents, code: retailerId, pictureId: _, ...fields } = read.data;
  if (retailerId !== null && seen.has(retailerId))
    return { row, name, product: null, problem: m.errors_product_code_taken() };
  if (retailerId !== null) seen.add(retailerId);
  return { row, name, product: { ...fields, priceCents, retailerId }, problem: "" };
}

/** By the separator that the first row has. */
function cellsOf(text: string): string[][] {
  const [first = ""] = text.split("\n");
  const delimiter = ["\t", ";", ","].find((each) => first.includes(each)) ?? ",";
  return parse(text, { delimiter, relaxColumnCount: true, relaxQuotes: true, skipEmptyLines: false });
}
