import { contactsError } from "#app/domain/contacts/errors.ts";
import { type Layout, namesPhoneColumn, readLayout } from "./columns.ts";
import { detectEncoding, type Encoding } from "./encoding.server.ts";
import { BrokenCsv, type Delimiter, readRows } from "./rows.server.ts";

export interface FileFormat {
  encoding: Encoding;
  delimiter: Delimiter;
  layout: Layout;
}

const sampleRows = 50;

/**
 * Determines how to read a file. Deterministic, so that an interrupted import continues as it began. @throws
 * DomainError `contact_import.*` when the file as a whole cannot be imported.
 */
export async function inspectFile(file: string): Promise<FileFormat> {
  const encoding = await detectEncoding(file);
  const samples: (Sample & { delimiter: Delimiter })[] = [];
  for (const delimiter of [",", ";", "\t", "|"] as const)
    samples.push({ delimiter, ...(await readSample(file, encoding, delimiter)) });
  const best = samples.reduce((one, other) => (score(other.rows) > score(one.rows) ? other : one));
  if (best.broken && best.rows.length <= 1)
    throw contactsError("contact_import.not_csv", {
      values: { said: best.broken.message },
      field: "file",
      cause: best.broken,
    });
  return { encoding, delimiter: best.delimiter, layout: readLayout(best.rows) };
}

interface Sample {
  rows: string[][];
  /** Where the file stops being CSV within the sample. */
  broken?: BrokenCsv;
}

async function readSample(file: string, encoding: Encoding, delimiter: Delimiter): Promise<Sample> {
  const rows: string[][] = [];
  try {
    for await (const { cells } of readRows(file, { encoding, delimiter })) {
      if (rows.push(cells) === sampleRows) break;
    }
  } catch (error) {
    // The rows before the break are the sample.
    if (!(error instanceof BrokenCsv)) throw error;
    return { rows, broken: error };
  }
  return { rows };
}

/** A delimiter's score: a recognised header, rows of equal width, more than one column. */
function score(rows: string[][]): number {
  const width = rows[0]?.length ?? 0;
  const equal = rows.filter((cells) => cells.length === width).length / Math.max(1, rows.length);
  return (namesPhoneColumn(rows[0] ?? []) ? 10 : 0) + (width > 1 ? 1 + equal * 5 : 0);
}
