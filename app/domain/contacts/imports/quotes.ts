import type { RowProblem } from "#app/domain/contacts/importRefusals.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import type { Layout } from "./columns.ts";
import type { Delimiter, Row } from "./rows.server.ts";

/**
 * Why a row's quotation marks are doubtful: one is not closed, or is closed only in a later row. A row from a
 * file of refused rows was reported before, and is accepted as written.
 */
export function quoteProblem(row: Row, layout: Layout, delimiter: Delimiter): RowProblem | undefined {
  if (row.strayQuoteLine !== undefined) return { code: "row.quote_not_closed", line: row.strayQuoteLine };
  if (layout.note.some((index) => row.cells[index])) return undefined;
  const swallowed = swallowedLine(row, layout, delimiter);
  return swallowed === undefined ? undefined : { code: "row.quote_swallows_row", line: swallowed };
}

/** The line inside a cell that looks like a row. */
function swallowedLine({ line, cells }: Row, layout: Layout, delimiter: Delimiter): number | undefined {
  let cellLine = line;
  for (const [index, cell] of cells.entries()) {
    const lines = cell.split("\n");
    const around = { before: index, behind: cells.length - index - 1 };
    // In a file of one column, a number with a line break next to it is not a separate row.
    const inside = layout.names.length === 1 ? cell.trim() : cell;
    const place = inside.includes("\n") ? placeOfRow(lines, around, layout, delimiter) : -1;
    if (place >= 0) return cellLine + Math.max(1, place);
    cellLine += lines.length - 1;
  }
  return undefined;
}

/**
 * The line of a cell that would be a row if the cell were not quoted: with the cells `before` in its first
 * line and those `behind` in its last it has as many cells as a row, and the cell itself contains the number.
 * A number outside the cell is the row's own. -1 if there is none.
 */
function placeOfRow(
  lines: string[],
  { before, behind }: { before: number; behind: number },
  { names, phone }: Layout,
  delimiter: Delimiter,
): number {
  return lines.findIndex((line, place) => {
    const cells = line.replaceAll('"', "").split(delimiter);
    const first = place === 0 ? before : 0;
    const width = first + cells.length + (place === lines.length - 1 ? behind : 0);
    const isDivided = cells.length > 1 || (names.length === 1 && place > 0);
    return (
      isDivided &&
      width === names.length &&
      phone.some((index) => normalisePhone(cells[index - first] ?? "").ok)
    );
  });
}
