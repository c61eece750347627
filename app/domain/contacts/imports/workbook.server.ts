import { open, readFile, rename, stat, writeFile } from "node:fs/promises";
import { contactsError } from "#app/domain/contacts/errors.ts";
import { type DomainError, platformError } from "#app/platform/errors.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { megabytes } from "#app/platform/numbers/megabytes.ts";
import { FileRefused } from "#app/providers/sandbox/refusal.ts";
import { readDocumentFile, type readSheetFile } from "#app/providers/sandbox/sandbox.server.ts";
import { m } from "#messages";
import { maxPackedBytes } from "./fieldRules.ts";

/** Whether the file is an Excel workbook, or another archive. @throws DomainError `contact_import.not_csv` when too large */
export async function isWorkbook(file: string, bytes: number): Promise<boolean> {
  if (!(await isArchive(file))) return false;
  if (bytes > maxPackedBytes) throw refused(m.errors_workbook_too_large({ size: megabytes(maxPackedBytes) }));
  return true;
}

/**
 * Replaces a workbook by its first non-empty sheet, as CSV; other files are unchanged. Returns the size of
 * the file afterwards. @throws DomainError `contact_import.not_csv`, `contact_import.empty`,
 * `file.too_complex`, `server.busy`
 */
export async function unpackWorkbook(
  owner: string,
  file: string,
  read: typeof readSheetFile = readDocumentFile,
): Promise<number> {
  if (!(await isArchive(file))) return (await stat(file)).size;
  const { body } = await read("workbook", {
    owner,
    bytes: await readFile(file),
    options: {},
  }).catch((error: unknown) => {
    throw error instanceof FileRefused ? refusalOf(error) : error;
  });
  const csv = `${file}.tmp`;
  await writeFile(csv, body, { mode: 0o600 });
  await rename(csv, file);
  return body.length;
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

function refusalOf(error: FileRefused): DomainError {
  switch (error.code) {
    case "too_complex":
      return platformError("file.too_complex", { field: "file", cause: error });
    case "no_rows":
      return contactsError("contact_import.empty:no_rows", { field: "file", cause: error });
    case "has_macros":
      return refused(m.errors_workbook_has_macros(), error);
    case "unpacks_too_large":
      return refused(m.errors_workbook_unpacks_too_large(), error);
    case "too_many_rows":
      return refused(m.errors_workbook_too_many_rows({ max: formatCount(error.value) }), error);
    default:
      return refused(m.errors_workbook_unreadable(), error);
  }
}
