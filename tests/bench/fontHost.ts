import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync } from "node:zlib";
import { freePort } from "#tests/support/processes.ts";

const scripts = ["cyrillic-ext", "cyrillic", "greek-ext", "greek", "vietnamese", "latin-ext", "latin"];

/**
 * The length of the font service's response for the default template: a face for each script, upright and
 * italic.
 */
const faces = ["normal", "italic"].flatMap((style) =>
  scripts.map(
    (script) =>
      `/* ${script} */ @font-face { font-family: "Inter"; font-style: ${style}; font-weight: 100 900; font-display: swap; src: url(/none/${style}-${script}.woff2) format("woff2"); unicode-range: U+0, U+1F00-1FFF, U+0460-052F; }`,
  ),
);

/**
 * Replaces the host of the web font that React Router's default template links to: a stylesheet from another
 * origin before the first paint. Pages use `publicPort`, which a line connects to it.
 */
export async function startFontHost(): Promise<{ url: string; publicPort: number; close(): void }> {
  const body = brotliCompressSync(faces.join("\n"));
  const server = createServer((request, response) => {
    if (!request.url?.startsWith("/css2")) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/css", "content-encoding": "br" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    publicPort: await freePort(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
