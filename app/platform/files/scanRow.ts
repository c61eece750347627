/** Characters of one row, quotes and all. */
export const maxRowLength = 100_000;

export interface ScannedRow {
  cells: string[];
  /** Where the next row begins. */
  next: number;
  /** A quotation mark that opens a cell and is not closed. */
  strayQuote?: number;
}

/**
 * One row of CSV in `text` from `start` on; undefined when the text ends before the row and more may
 * follow. A quotation mark opens a cell only if another one closes it, before a separator or a line end and
 * within the longest row; else it is an ordinary character, so that it swallows no later row.
 */
export function scanRow(
  text: string,
  start: number,
  delimiter: string,
  isComplete: boolean,
): ScannedRow | undefined {
  const row: ScannedRow = { cells: [], next: start };
  for (let at = start; ; at++) {
    const quoted = text[at] === '"' ? quotedCell(text, at, delimiter, start, isComplete) : "none";
    if (quoted === "cut off") return undefined;
    if (quoted === "none") {
      const end = plainEnd(text, at, delimiter);
      if (end === text.length && !isComplete) return undefined;
      if (text[at] === '"') row.strayQuote ??= at;
      row.cells.push(text.slice(at, end));
      at = end;
    } else {
      row.cells.push(quoted.value);
      at = quoted.end;
    }
    if (text[at] !== delimiter) return { ...row, next: at + 1 };
  }
}

/** The cell that starts with the quotation mark at `open`; `none` if it starts none. */
function quotedCell(
  text: string,
  open: number,
  delimiter: string,
  rowStart: number,
  isComplete: boolean,
): { value: string; end: number } | "none" | "cut off" {
  const last = rowStart + maxRowLength;
  for (let from = open + 1; ; ) {
    const mark = text.indexOf('"', from);
    if (mark === -1 || mark >= last) return isComplete || text.length > last ? "none" : "cut off";
    const after = text[mark + 1];
    if (after === undefined && !isComplete) return "cut off";
    if (after === '"') {
      from = mark + 2;
      continue;
    }
    if (after !== undefined && after !== delimiter && after !== "\n") return "none";
    return { value: text.slice(open + 1, mark).replaceAll('""', '"'), end: mark + 1 };
  }
}

function plainEnd(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at++) if (text[at] === delimiter || text[at] === "\n") return at;
  return text.length;
}
