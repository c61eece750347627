import { Readable } from "node:stream";
import { CsvError, type Info, parse } from "csv-parse";
import { decodeFile, type Encoding } from "./encoding.server.ts";
import { maxRowBytes } from "./limits.ts";

export type Delimiter = "," | ";" | "\t" | "|";

export interface Row {
  /** Where the row begins, counted from 1, quoted line ends included. */
  line: number;
  cells: string[];
}

/** The file stops being CSV at a line; what was read before it stands. */
export class BrokenCsv extends Error {
  constructor(line: number) {
    super(
      `The file cannot be read from line ${line} on: a quote opens there and is not closed, or the row is too long. Correct that line and import the file again.`,
    );
    this.name = "BrokenCsv";
  }
}

/**
 * The rows of a CSV file that hold anything, header included, one after the other in bounded memory.
 * @throws BrokenCsv
 */
export async function* readRows(
  file: string,
  format: { encoding: Encoding; delimiter: Delimiter },
  onBytes?: (total: number) => void,
): AsyncGenerator<Row> {
  const text = Readable.from(decodeFile(file, format.encoding, onBytes));
  const parser = parse({
    delimiter: format.delimiter,
    record_delimiter: "\n",
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: maxRowBytes,
  });
  let lastLine = 0;
  text.on("error", (error) => parser.destroy(error));
  text.pipe(parser);
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>) {
      const inside = record.reduce((count, cell) => count + lineEndsIn(cell), 0);
      lastLine = info.lines;
      yield { line: info.lines - inside, cells: record };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new BrokenCsv(lastLine + 1);
    throw error;
  } finally {
    text.destroy();
    parser.destroy();
  }
}

const lineEndsIn = (cell: string) => (cell.includes("\n") ? cell.split("\n").length - 1 : 0);
