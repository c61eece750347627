import { open, readFile, rename, stat, writeFile } from "node:fs/promises";
import { createInflateRaw } from "node:zlib";
import { type CellObject, read, SSF, utils, type WorkSheet } from "@e965/xlsx";
import { stringify } from "csv-stringify/sync";
import { contactsError } from "#app/domain/contacts/errors.ts";
import { m } from "#messages";
import { maxColumns } from "./limits.ts";

const maxPackedBytes = 15 * 1024 * 1024;
/** Of all parts together, counted while they are unpacked: what an archive says of itself may be wrong. */
const maxUnpackedBytes = 60 * 1024 * 1024;
const maxRows = 100_000;

/**
 * Where the file is an Excel workbook, puts the first sheet that holds anything in its place as CSV. Formulas are never worked
 * out: what Excel showed last is taken. Answers the size of the file now.
 * @throws DomainError `contact_import.not_csv`
 */
export async function unpackWorkbook(file: string): Promise<number> {
  if (!(await isArchive(file))) return (await stat(file)).size;
  if ((await stat(file)).size > maxPackedBytes) throw refused(m.errors_the_workbook_is_larger_than_15());
  const bytes = await readFile(file);
  await refuseBomb(bytes);
  const sheet = sheetOf(bytes);
  const csv = `${file}.tmp`;
  await writeFile(csv, stringify(rowsOf(sheet)), { mode: 0o600 });
  await rename(csv, file);
  return (await stat(file)).size;
}

async function isArchive(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.readUInt32BE(0) === 0x504b0304;
  } finally {
    await handle.close();
  }
}

const refused = (said: string, cause?: unknown) =>
  contactsError("contact_import.not_csv", { values: { said }, field: "file", cause });

const endRecord = 0x06054b50;
const entryRecord = 0x02014b50;

/** Unpacks each part without keeping it, and stops when they are more together than a workbook of contacts can be. */
async function refuseBomb(bytes: Buffer): Promise<void> {
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== endRecord) end--;
  if (end < 0) throw unreadable();
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  let left = maxUnpackedBytes;
  for (let entry = 0; entry < count; entry++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryRecord) throw unreadable();
    const name = bytes.subarray(at + 46, at + 46 + bytes.readUInt16LE(at + 28)).toString("latin1");
    if (/vbaProject/i.test(name)) throw refused(m.errors_the_workbook_has_macros_save_it());
    const packed = bytes.readUInt32LE(at + 20);
    const local = bytes.readUInt32LE(at + 42);
    if (local + 30 > bytes.length) throw unreadable();
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const body = bytes.subarray(start, start + packed);
    left -= bytes.readUInt16LE(at + 10) === 8 ? await sizeOf(body, left) : body.length;
    if (left < 0) throw refused(m.errors_the_workbook_is_too_large_when());
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}

const unreadable = (cause?: unknown) => refused(m.errors_the_workbook_could_not_be_read(), cause);

/** How much comes out of a packed part; beyond `most` it is not unpacked further. */
async function sizeOf(packed: Buffer, most: number): Promise<number> {
  const inflate = createInflateRaw();
  inflate.end(packed);
  let size = 0;
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) break;
    }
  } catch (error) {
    throw unreadable(error);
  }
  return size;
}

function sheetOf(bytes: Buffer): WorkSheet {
  try {
    const book = read(bytes, {
      type: "buffer",
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      cellNF: true,
      sheetRows: maxRows + 1,
    });
    const found = book.SheetNames.map((name) => book.Sheets[name]).find((sheet) => sheet?.["!ref"]);
    if (found) return found;
  } catch (error) {
    throw unreadable(error);
  }
  throw contactsError("contact_import.empty:no_rows", { field: "file" });
}

function rowsOf(sheet: WorkSheet): string[][] {
  const range = utils.decode_range(sheet["!fullref"] ?? sheet["!ref"]!);
  if (range.e.r - range.s.r > maxRows) throw refused(m.errors_the_sheet_has_more_than_100());
  // What stands far to the right of the contacts is refused as in any file, by its number of columns.
  const width = Math.min(range.e.c, maxColumns * 4);
  const rows = (sheet["!data"] ?? []) as (CellObject | undefined)[][];
  return rows.flatMap((row = []) => {
    const cells = Array.from({ length: width + 1 }, (_, index) => textOf(row[index]));
    return cells.some((cell) => cell !== "") ? [cells.slice(range.s.c)] : [];
  });
}

/** What a cell holds, numbers with all their digits, days as `2026-11-23`. */
function textOf(cell: CellObject | undefined): string {
  if (!cell || cell.v === undefined || cell.v === null) return "";
  if (cell.t === "b") return cell.v ? "yes" : "no";
  if (cell.t === "e") return "";
  if (cell.t !== "n" || typeof cell.v !== "number") return String(cell.v);
  if (typeof cell.z !== "string" || !SSF.is_date(cell.z)) return plainNumber(cell.v);
  const date = SSF.parse_date_code(cell.v);
  const two = (value: number) => String(value).padStart(2, "0");
  return date ? `${date.y}-${two(date.m)}-${two(date.d)}` : "";
}

/** Never `2.54712E+11`, as a number of a phone would be shown. */
const plainNumber = (value: number): string =>
  Number.isInteger(value) ? BigInt(value).toString() : String(Number(value.toFixed(6)));
