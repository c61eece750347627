import { scanRow } from "#app/platform/files/scanRow.ts";
import { FileRefused } from "../refusal.ts";
import { isArchive, plainArchive, readArchive } from "./archive.ts";
import { type Section, sectionsOfHtml, sectionsOfRows, sectionsOfText } from "./sections.ts";

const maxUnpackedBytes = 20 * 1024 * 1024;
const maxPages = 200;

/**
 * The parts of a PDF, Word document, text, or CSV of questions and answers.
 * @throws FileRefused `unreadable`, `wrong_kind`, `has_macros`, `unpacks_too_large`, `too_many_pages`, `not_text`, `too_complex`
 */
export async function readDocument(bytes: Buffer, { fileName }: { fileName: string }): Promise<Section[]> {
  const extension = /\.(\w+)$/.exec(fileName.toLowerCase())?.[1];
  if (bytes.subarray(0, 5).toString("latin1") === "%PDF-") return sectionsOfPdf(fileName, bytes);
  if (isArchive(bytes)) return sectionsOfWord(bytes);
  if (extension === "csv") return sectionsOfRows(rowsOf(textOf(bytes)));
  if (extension === "txt") return sectionsOfText(textOf(bytes), fileName);
  throw new FileRefused("wrong_kind");
}

/** A web page, already decoded by its fetcher. @throws FileRefused `too_complex` */
export async function readPage(
  bytes: Buffer,
  { name, isHtml }: { name: string; isHtml: boolean },
): Promise<Section[]> {
  const text = bytes.toString("utf8");
  return isHtml ? sectionsOfHtml(text) : sectionsOfText(text, name);
}

async function sectionsOfWord(bytes: Buffer): Promise<Section[]> {
  const buffer = plainArchive(readArchive(bytes, maxUnpackedBytes));
  const { default: mammoth } = await import("mammoth");
  const convertImage = mammoth.images.imgElement(async () => ({ src: "" }));
  const { value } = await mammoth.convertToHtml({ buffer }, { convertImage });
  return sectionsOfHtml(value);
}

async function sectionsOfPdf(fileName: string, bytes: Buffer): Promise<Section[]> {
  const { extractText, getDocumentProxy } = await import("unpdf");
  const document = await getDocumentProxy(new Uint8Array(bytes));
  if (document.numPages > maxPages) throw new FileRefused("too_many_pages", { value: maxPages });
  const { text } = await extractText(document, { mergePages: false });
  const title = fileName.replace(/\.\w+$/, "");
  return text.flatMap((page, index) =>
    sectionsOfText(page, text.length > 1 ? `${title}, page ${index + 1}` : title),
  );
}

function textOf(bytes: Buffer): string {
  if (bytes.includes(0)) throw new FileRefused("not_text");
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
