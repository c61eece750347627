import { unguarded } from "./csv.server.ts";
import { scanRow } from "./scanRow.ts";

export interface SheetRow {
  /** Where it begins in the text, from 1. */
  line: number;
  cells: string[];
}

/**
 * The non-empty rows of a short text, as a spreadsheet copies or saves it, by the separator that its first line has. A
 * quotation mark that is not closed costs its own cell alone.
 */
export function sheetRows(given: string): SheetRow[] {
  const text = given.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const first = text.slice(0, text.search(/\n|$/));
  const delimiter = ["\t", ";", ","].find((each) => first.includes(each)) ?? ",";
  const rows: SheetRow[] = [];
  let line = 1;
  for (let start = 0; start < text.length; ) {
    const { cells, next } = scanRow(text, start, delimiter, true)!;
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ line, cells: cells.map(unguarded) });
    line += text.slice(start, next).split("\n").length - 1;
    start = next;
  }
  return rows;
}
