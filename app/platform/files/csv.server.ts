import { stringify } from "csv-stringify/sync";
import { toNairobiIso } from "#app/platform/time/nairobiTime.ts";

export type Cell = string | number | boolean | Date | null | undefined;

/**
 * Lines of CSV. A cell that a spreadsheet would run as a formula (= + - @, tab) gets a `'` before it; times
 * are ISO 8601 in Kenya's time (`2026-11-21T09:30:00+03:00`).
 */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  stringify(rows as Cell[][], {
    escape_formulas: true,
    record_delimiter: "windows",
    // Any line end in a cell; by default it quotes only the two characters of the record delimiter.
    quoted_match: /[\r\n]/,
    cast: { date: toNairobiIso },
  });

/** A cell before `csvLines` escaped it, for files that are imported again. */
export const unguarded = (cell: string): string =>
  /^'[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell) ? cell.slice(1) : cell;
