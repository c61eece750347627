import { Readable } from "node:stream";
import { type Cell, csvLines } from "#app/platform/files/csv.server.ts";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { currentLocale } from "#app/platform/locale/locale.ts";

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
