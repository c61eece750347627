import type { Refusal } from "#app/domain/contacts/importRefusals.ts";
import type { Batch } from "./applyBatch.server.ts";
import type { Layout } from "./columns.ts";
import { batchCharacters, batchRows } from "./fieldRules.ts";
import { quoteProblem } from "./quotes.ts";
import { type ImportedContact, type RowDefaults, readRow } from "./readRow.ts";
import { BrokenCsv, type Delimiter, type Row } from "./rows.server.ts";

export interface BatchOptions {
  layout: Layout;
  delimiter: Delimiter;
  defaults: RowDefaults;
  /** Data rows applied by an earlier run. */
  skipRows: number;
  /** Bytes of the file read so far. */
  bytesRead(): number;
  /** Rows in a batch. */
  size?: number;
}

/**
 * Groups rows into batches of at most `size` rows. Where the file breaks, the rows before the break come as a
 * last batch, then the error. @throws BrokenCsv
 */
export async function* readBatches(rows: AsyncIterable<Row>, options: BatchOptions): AsyncGenerator<Batch> {
  const size = options.size ?? batchRows;
  let batch = emptyBatch();
  let characters = 0;
  let index = options.layout.hasHeader ? -1 : 0;
  const closed = (): Batch => {
    const full = { ...batch, bytesDone: options.bytesRead() };
    batch = emptyBatch();
    characters = 0;
    return full;
  };
  try {
    for await (const row of rows) {
      if (index++ < options.skipRows) continue;
      const result = read(row, options);
      if (result.ok) batch.contacts.push(result.contact);
      else batch.rejected.push({ line: row.line, row: withoutBlankTail(row.cells), reason: result.refusal });
      for (const cell of row.cells) characters += cell.length;
      if (rowsOf(batch) >= size || characters >= batchCharacters) yield closed();
    }
  } catch (error) {
    if (error instanceof BrokenCsv && rowsOf(batch) > 0) yield closed();
    throw error;
  }
  if (rowsOf(batch) > 0) yield closed();
}

export const rowsOf = (batch: Batch) => batch.contacts.length + batch.rejected.length;

const emptyBatch = (): Batch => ({ contacts: [], rejected: [], bytesDone: 0 });

type Read = { ok: true; contact: ImportedContact } | { ok: false; refusal: Refusal };

function read(row: Row, { layout, delimiter, defaults }: BatchOptions): Read {
  const problem = quoteProblem(row, layout, delimiter);
  if (problem) return { ok: false, refusal: problem };
  const result = readRow(layout, row.cells, defaults);
  if (result.ok) return result;
  // The reader may not know that a row spans several lines.
  const { line, lastLine } = row;
  return {
    ok: false,
    refusal: lastLine === line ? result.problem : { ...result.problem, lines: [line, lastLine] },
  };
}

/** The cells of a refused row, for the error file. */
const withoutBlankTail = (cells: string[]) =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);
