import { createReadStream } from "node:fs";
import { contactsError } from "#app/domain/contacts/errors.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

const signatures: readonly { bytes: readonly number[]; what: string }[] = lazy([
  { bytes: [0x50, 0x4b, 0x03, 0x04], what: m.errors_import_file_excel_or_zip },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], what: m.errors_import_file_old_excel },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: m.errors_import_file_pdf },
  { bytes: [0x1f, 0x8b], what: m.errors_import_file_compressed },
]);

/**
 * How the text of a file is encoded: by its byte order mark, by the NULs of UTF-16, else UTF-8 when it is
 * valid, else Windows-1252, which Excel writes in Western languages. Reads the whole file once, in bounded
 * memory. @throws DomainError `contact_import.empty`, `contact_import.not_csv`.
 */
export async function detectEncoding(file: string): Promise<Encoding> {
  let first = true;
  let valid = true;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    if (first) {
      first = false;
      refuseSignature(chunk);
      const utf16 = utf16Of(chunk);
      if (utf16) return utf16;
    }
    if (chunk.includes(0)) throw notCsv(m.errors_import_file_binary());
    if (valid) valid = decodes(decoder, chunk, true);
  }
  if (first) throw contactsError("contact_import.empty", { field: "file" });
  return valid && decodes(decoder, Buffer.alloc(0), false) ? "utf-8" : "windows-1252";
}

function decodes(decoder: TextDecoder, chunk: Buffer, stream: boolean): boolean {
  try {
    decoder.decode(chunk, { stream });
    return true;
  } catch {
    return false;
  }
}

function refuseSignature(chunk: Buffer): void {
  const known = signatures.find(({ bytes }) => bytes.every((byte, at) => chunk[at] === byte));
  if (known) throw notCsv(known.what);
}

const notCsv = (what: string) =>
  contactsError("contact_import.not_csv:other_kind", { values: { what }, field: "file" });

/** By byte order mark, or by NULs in every second byte of mostly Latin text. */
function utf16Of(chunk: Buffer): Encoding | undefined {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return "utf-16le";
  if (chunk[0] === 0xfe && chunk[1] === 0xff) return "utf-16be";
  const sample = chunk.subarray(0, 4096);
  const nulsAt = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) nulsAt[at % 2]!++;
  const many = sample.length / 4;
  if (nulsAt[1]! > many && nulsAt[0] === 0) return "utf-16le";
  if (nulsAt[0]! > many && nulsAt[1] === 0) return "utf-16be";
  return undefined;
}

/**
 * The text of a file in pieces, with every line end as `
 * `. `onBytes` gets the number of bytes read so far.
 */
export async function* decodeFile(
  file: string,
  encoding: Encoding,
  onBytes?: (total: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let total = 0;
  let heldReturn = "";
  const tidy = (text: string) => {
    const joined = heldReturn + text;
    heldReturn = joined.endsWith("\r") ? "\r" : "";
    return joined.slice(0, joined.length - heldReturn.length).replace(/\r\n?/g, "\n");
  };
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    total += chunk.length;
    onBytes?.(total);
    yield tidy(decoder.decode(chunk, { stream: true }));
  }
  yield `${tidy(decoder.decode())}${heldReturn ? "\n" : ""}`;
}
