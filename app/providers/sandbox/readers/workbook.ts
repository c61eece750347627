import { type CellObject, read, SSF, type WorkSheet } from "@e965/xlsx";
import { FileRefused } from "../refusal.ts";
import { plainArchive, readArchive } from "./archive.ts";

const maxUnpackedBytes = 20 * 1024 * 1024;
/** Rows of contacts, without the header. */
export const maxRows = 100_000;
/** Cells further to the right are skipped: a sheet of that width is refused by its number of columns. */
const maxWidth = 200;
/** Many cells may share one long text. */
const maxCsvBytes = 40 * 1024 * 1024;

/**
 * The first non-empty sheet, as CSV. Formulas are never computed: Excel's last shown value is used. @throws
 * FileRefused `unreadable`, `has_macros`, `unpacks_too_large`, `too_many_rows`, `no_rows`
 */
export function readWorkbook(bytes: Buffer): Buffer {
  const book = read(plainArchive(readArchive(bytes, maxUnpackedBytes)), {
    type: "buffer",
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    cellNF: true,
  });
  for (const name of book.SheetNames) {
    const rows = rowsOf(book.Sheets[name]!);
    if (rows.length > maxRows + 1) throw new FileRefused("too_many_rows", { value: maxRows });
    if (rows.length > 0) return csvOf(rows);
  }
  throw new FileRefused("no_rows");
}

/** The non-empty rows, from the first non-empty column. */
function rowsOf(sheet: WorkSheet): string[][] {
  const rows: string[][] = [];
  let firstColumn = maxWidth;
  // Rows and cells have holes where the sheet is empty; `forEach` skips them.
  ((sheet["!data"] ?? []) as (CellObject | undefined)[][]).forEach((row) => {
    const cells: string[] = [];
    row.forEach((cell, column) => {
      const text = column < maxWidth ? textOf(cell) : "";
      if (text === "") return;
      cells[column] = text;
      firstColumn = Math.min(firstColumn, column);
    });
    if (cells.length > 0) rows.push(cells);
  });
  return rows.map((cells) => Array.from(cells, (text) => text ?? "").slice(firstColumn));
}

/** A cell's content, numbers with all their digits, dates as `2026-11-23`. */
function textOf(cell: CellObject | undefined): string {
  if (!cell || cell.v === undefined || cell.v === null) return "";
  if (cell.t === "b") return cell.v ? "yes" : "no";
  if (cell.t === "e") return "";
  if (cell.t !== "n" || typeof cell.v !== "number") return String(cell.v);
  if (typeof cell.z !== "string" || !SSF.is_date(cell.z)) return plainNumber(cell.v);
  const date = SSF.parse_date_code(cell.v);
  const two = (value: number) => String(value).padStart(2, "0");
  return date ? `${date.y}-${two(date.m)}-${two(date.d)}` : "";
}

/** Never `2.54712E+11`, as Excel shows a phone number. */
const plainNumber = (value: number): string =>
  Number.isInteger(value) ? BigInt(value).toString() : String(Number(value.toFixed(6)));

/** Every row as wide as the widest, so that short rows do not look broken. */
function csvOf(rows: readonly string[][]): Buffer {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const lines: Buffer[] = [];
  let size = 0;
  for (const row of rows) {
    const line = Buffer.from(`${row.map(quoted).join(",")}${",".repeat(width - row.length)}\n`);
    size += line.length;
    if (size > maxCsvBytes) throw new FileRefused("unpacks_too_large");
    lines.push(line);
  }
  return Buffer.concat(lines);
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
