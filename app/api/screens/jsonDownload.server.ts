import { Readable } from "node:stream";

/**
 * A JSON list as a file, streamed page by page; the first page is read before the response begins, so that a
 * failure is still reported.
 */
export async function jsonDownload(
  fileName: string,
  pages: AsyncIterable<readonly object[]>,
): Promise<Response> {
  const reader = pages[Symbol.asyncIterator]();
  const first = await reader.next();
  async function* text() {
    let before = "[";
    for (let page = first; !page.done; page = await reader.next())
      for (const row of page.value) {
        yield Buffer.from(`${before}\n${JSON.stringify(row)}`);
        before = ",";
      }
    yield Buffer.from(before === "[" ? "[]\n" : "\n]\n");
  }
  return new Response(Readable.toWeb(Readable.from(text())) as unknown as ReadableStream, {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="${fileName}"`,
      "cache-control": "no-store",
    },
  });
}
