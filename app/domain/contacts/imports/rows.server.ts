import type { ImportProblem } from "#app/domain/contacts/importRefusals.ts";
import { unguarded } from "#app/platform/files/csv.server.ts";
import { maxRowLength, scanRow } from "#app/platform/files/scanRow.ts";
import { decodeFile, type Encoding } from "./encoding.server.ts";
import { importProblemWords } from "./refusalWords.ts";

export type Delimiter = "," | ";" | "\t" | "|";

export interface Row {
  /** Where the row begins, counted from 1, quoted line ends included. */
  line: number;
  /** Where it ends: a quoted cell may span several lines. */
  lastLine: number;
  cells: string[];
  /** The line in which a quotation mark opens a cell and is not closed. */
  strayQuoteLine?: number;
}

/** The file stops being CSV at a line; the rows before it are valid. */
export class BrokenCsv extends Error {
  readonly problem: ImportProblem;

  constructor(line: number) {
    const problem = { code: "import.line_too_long", line };
    super(importProblemWords(problem));
    this.name = "BrokenCsv";
    this.problem = problem;
  }
}

/** The non-empty rows of a CSV file, header included, in order and in bounded memory. @throws BrokenCsv */
export async function* readRows(
  file: string,
  format: { encoding: Encoding; delimiter: Delimiter },
  onBytes?: (total: number) => void,
): AsyncGenerator<Row> {
  const { delimiter } = format;
  let text = "";
  let line = 1;
  function* rowsOf(piece: string, isComplete: boolean): Generator<Row> {
    text += piece;
    let start = 0;
    while (start < text.length) {
      const scanned = scanRow(text, start, delimiter, isComplete);
      if ((scanned?.next ?? text.length) - start > maxRowLength + 1) throw new BrokenCsv(line);
      if (!scanned) break;
      const { cells, next, strayQuote } = scanned;
      const lastLine = line + lineEndsIn(text.slice(start, next - 1));
      if (cells.some((cell) => cell.trim() !== "") && !(line === 1 && namesSeparator(cells)))
        yield {
          line,
          lastLine,
          cells: cells.map(unguarded),
          ...(strayQuote === undefined
            ? {}
            : { strayQuoteLine: line + lineEndsIn(text.slice(start, strayQuote)) }),
        };
      line = lastLine + 1;
      start = next;
    }
    text = text.slice(start);
  }
  for await (const piece of decodeFile(file, format.encoding, onBytes)) yield* rowsOf(piece, false);
  yield* rowsOf("", true);
}

/** `sep=;`, the first line, which sets Excel's separator. */
const namesSeparator = ([first = "", ...rest]: string[]) =>
  /^sep=.?$/i.test(first.trim()) && rest.every((cell) => cell === "");

const lineEndsIn = (text: string) => text.split("\n").length - 1;
