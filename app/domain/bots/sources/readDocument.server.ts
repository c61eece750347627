import mammoth from "mammoth";
import { extractText, getDocumentProxy } from "unpdf";
import { botsError } from "#app/domain/bots/errors.ts";
import { scanRow } from "#app/domain/contacts/imports/scanRow.ts";
import { DomainError } from "#app/platform/errors.ts";
import { m } from "#messages";
import { type Section, sectionsOfHtml, sectionsOfRows, sectionsOfText } from "./sections.ts";

export const maxDocumentBytes = 10 * 1024 * 1024;
const maxUnpackedBytes = 60 * 1024 * 1024;
const maxPages = 200;

const refused = (message: string, cause?: unknown) =>
  botsError("bot_source.unreadable", { values: { said: message }, field: "file", cause });

/** The parts of a PDF, Word document or CSV of questions and answers. @throws DomainError `bot_source.unreadable` */
export async function readDocument(fileName: string, bytes: Buffer): Promise<Section[]> {
  const sections = await sectionsOf(fileName, bytes);
  if (sections.length === 0) throw refused(m.errors_the_file_has_no_text_a());
  return sections;
}

async function sectionsOf(fileName: string, bytes: Buffer): Promise<Section[]> {
  const extension = /\.(\w+)$/.exec(fileName.toLowerCase())?.[1];
  try {
    if (bytes.subarray(0, 5).toString("latin1") === "%PDF-") return await sectionsOfPdf(fileName, bytes);
    if (bytes.readUInt32BE(0) === 0x504b0304) {
      refuseArchive(bytes);
      const { value } = await mammoth.convertToHtml({ buffer: bytes }, { convertImage: noImages });
      return sectionsOfHtml(value);
    }
    if (extension === "csv") return sectionsOfRows(rowsOf(textOf(bytes)));
    if (extension === "txt") return sectionsOfText(textOf(bytes), fileName);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw refused(m.errors_the_file_could_not_be_read(), error);
  }
  throw refused(m.errors_upload_a_pdf_a_word_document());
}

const noImages = mammoth.images.imgElement(async () => ({ src: "" }));

/** A program in a document has no business here, and a small file may unpack to one larger than the memory. */
function refuseArchive(bytes: Buffer): void {
  let unpacked = 0;
  for (let at = bytes.indexOf("PK\x01\x02"); at !== -1; at = bytes.indexOf("PK\x01\x02", at + 46)) {
    if (at + 46 > bytes.length) break;
    unpacked += bytes.readUInt32LE(at + 24);
    const name = bytes.subarray(at + 46, at + 46 + bytes.readUInt16LE(at + 28)).toString("utf8");
    if (/vbaProject|vbaData/i.test(name)) throw refused(m.errors_the_document_has_macros_save_it());
  }
  if (unpacked > maxUnpackedBytes) throw refused(m.errors_the_document_is_too_large_when());
}

async function sectionsOfPdf(fileName: string, bytes: Buffer): Promise<Section[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  if (document.numPages > maxPages) throw refused(m.errors_the_pdf_has_more_than_pages({ maxPages }));
  const { text } = await extractText(document, { mergePages: false });
  const title = fileName.replace(/\.\w+$/, "");
  return text.flatMap((page, index) =>
    sectionsOfText(page, text.length > 1 ? `${title}, page ${index + 1}` : title),
  );
}

function textOf(bytes: Buffer): string {
  if (bytes.includes(0)) throw refused(m.errors_the_file_holds_bytes_that_no());
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function rowsOf(text: string): string[][] {
  const plain = text.replaceAll("\r\n", "\n");
  const firstLine = plain.slice(0, plain.indexOf("\n") === -1 ? undefined : plain.indexOf("\n"));
  const delimiter = firstLine.split(";").length > firstLine.split(",").length ? ";" : ",";
  const rows: string[][] = [];
  for (let at = 0; at < plain.length; ) {
    const row = scanRow(plain, at, delimiter, true)!;
    rows.push(row.cells);
    at = row.next;
  }
  return rows;
}
