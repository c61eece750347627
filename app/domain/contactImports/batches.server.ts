import type { Batch } from "./applyBatch.server.ts";
import type { Layout } from "./columns.ts";
import { batchCharacters, batchRows } from "./limits.ts";
import { quoteProblem, spanNote } from "./quotes.ts";
import { type RowDefaults, type RowResult, readRow } from "./readRow.ts";
import { BrokenCsv, type Delimiter, type Row } from "./rows.server.ts";

export interface BatchOptions {
  layout: Layout;
  delimiter: Delimiter;
  defaults: RowDefaults;
  /** Data rows that an earlier run has taken. */
  skipRows: number;
  /** Bytes of the file that were read so far. */
  bytesRead(): number;
  /** Rows in a batch. */
  size?: number;
}

/**
 * Gathers rows into batches of at most `size` rows. Where the file breaks, the rows before the break come as a last
 * batch, then the error.
 * @throws BrokenCsv
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
      else batch.rejected.push({ line: row.line, row: withoutBlankTail(row.cells), reason: result.reason });
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

function read(row: Row, { layout, delimiter, defaults }: BatchOptions): RowResult {
  const problem = quoteProblem(row, layout, delimiter);
  if (problem) return { ok: false, reason: problem };
  const result = readRow(layout, row.cells, defaults);
  return result.ok ? result : { ok: false, reason: `${result.reason}${spanNote(row)}` };
}

/** The cells of a refused row, for the error file. */
const withoutBlankTail = (cells: string[]) =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);
