import { normalisePhone } from "#app/shared/phone.ts";
import type { Layout } from "./columns.ts";
import type { Delimiter, Row } from "./rows.server.ts";

/** Why a row cannot be trusted because of its quotation marks: one is not closed, or is closed only behind a further row. */
export function quoteProblem(row: Row, layout: Layout, delimiter: Delimiter): string | undefined {
  if (row.strayQuoteLine !== undefined)
    return `A quotation mark in line ${row.strayQuoteLine} is not closed. Delete it, or write another one where the cell ends.`;
  const swallowed = row.furtherLines.findIndex((line) => looksLikeRow(line, layout, delimiter));
  return swallowed === -1
    ? undefined
    : `A quotation mark that opens before line ${row.line + swallowed + 1} takes that line, a row of its own, into a cell. Delete the mark, or write another one where the cell ends.`;
}

/** Tells that a row goes over several lines, which its reader may not know. */
export const spanNote = ({ line, furtherLines }: Row): string =>
  furtherLines.length === 0
    ? ""
    : ` The row goes from line ${line} to line ${line + furtherLines.length}, as a cell in quotation marks does.`;

function looksLikeRow(line: string, layout: Layout, delimiter: Delimiter): boolean {
  const cells = line.replaceAll('"', "").split(delimiter);
  return (
    cells.length === layout.names.length &&
    layout.phone.some((index) => normalisePhone(cells[index] ?? "").ok)
  );
}
