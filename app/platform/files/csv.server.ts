import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { currentLocale } from "#app/platform/locale/locale.ts";
import { toNairobiIso } from "#app/platform/time/nairobiTime.ts";

type Cell = string | number | boolean | Date | null | undefined;

/**
 * Lines of CSV. A cell that a spreadsheet would run as a formula (= + - @, tab) gets a `'` before it; times
 * are ISO 8601 in Kenya's time (`2026-11-21T09:30:00+03:00`).
 */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  stringify(rows as Cell[][], {
    escape_formulas: true,
    record_delimiter: "windows",
    // Any line end in a cell; by default it quotes only the two characters of the record delimiter.
    quoted_match: /[\r\n]/,
    cast: { date: toNairobiIso },
  });

/** A cell before `csvLines` escaped it, for files that are imported again. */
export const unguarded = (cell: string): string =>
  /^'[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell) ? cell.slice(1) : cell;

/**
 * A CSV file that is streamed page by page, with a byte order mark so that Excel reads it as UTF-8. The first
 * page is read before the response begins, so that a failure is still reported.
 */
export async function csvDownload(
  fileName: string,
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): Promise<Response> {
  const reader = pages[Symbol.asyncIterator]();
  // The file is streamed by its connection, which does not know the requester's language.
  const locale = currentLocale();
  const next = () => withLocale(locale, () => reader.next());
  const first = await next();
  async function* text() {
    yield Buffer.from(`\ufeff${csvLines([header])}`);
    for (let page = first; !page.done; page = await next())
      if (page.value.length > 0) yield Buffer.from(csvLines(page.value));
  }
  return new Response(Readable.toWeb(Readable.from(text())) as unknown as ReadableStream, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${fileName.replace(/[^\w.-]/g, "_")}"`,
      "cache-control": "no-store",
    },
  });
}
