import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { request } from "undici";

/** The transfer of a cold visit: bytes as sent (brotli by default), and requests without pictures. */
export interface Weight {
  path: string;
  htmlBytes: number;
  cssBytes: number;
  scriptBytes: number;
  scripts: number;
  requests: number;
  /** Classic scripts in the head, which block the first paint. */
  blockingScripts: number;
}

async function get(url: string, headers: Record<string, string>) {
  const answer = await request(url, { headers });
  return { answer, body: Buffer.from(await answer.body.arrayBuffer()) };
}

const inflate: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body) => body,
};

/** A page itself, as transferred and as read. */
async function loadPage(
  origin: string,
  path: string,
  headers: Record<string, string>,
  acceptEncoding: string,
) {
  const { answer, body } = await get(`${origin}${path}`, { "accept-encoding": acceptEncoding, ...headers });
  // The pages of the wrong role (403) and of Meta's incomplete response (400) are pages too.
  if (![200, 400, 403].includes(answer.statusCode)) throw new Error(`${path} answered ${answer.statusCode}`);
  const encoding = String(answer.headers["content-encoding"] ?? "identity");
  const read = inflate[encoding];
  if (!read) throw new Error(`${path} came in ${encoding}`);
  const policy = String(answer.headers["content-security-policy"] ?? "");
  return { bytes: body.length, html: read(body).toString(), encoding, policy };
}

/** The document at an address, with its policy. */
export const documentAt = async (origin: string, path: string, headers: Record<string, string>) => {
  const { html, policy } = await loadPage(origin, path, headers, "identity");
  return { html, policy };
};

/** The bytes of files with a content hash in their name, by address and encoding: each is weighed once. */
const weighed = new Map<string, Promise<number>>();

async function bytesOf(url: string, acceptEncoding: string): Promise<number> {
  const { answer, body } = await get(url, { "accept-encoding": acceptEncoding });
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  return body.length;
}

function weigh(url: string, acceptEncoding: string): Promise<number> {
  const key = `${acceptEncoding} ${url}`;
  const known = weighed.get(key) ?? bytesOf(url, acceptEncoding);
  weighed.set(key, known);
  return known;
}

/** Loads a page with its own stylesheets and scripts, as a browser without a cache would. */
export async function coldVisit(
  origin: string,
  path: string,
  headers: Record<string, string>,
  acceptEncoding = "br",
): Promise<Weight & { html: string; encoding: string }> {
  const { bytes: htmlBytes, html, encoding } = await loadPage(origin, path, headers, acceptEncoding);
  const addresses = (pattern: RegExp) => [
    ...new Set([...html.matchAll(pattern)].map((match) => match[1] ?? "")),
  ];
  const styles = addresses(/<link[^>]*rel="stylesheet"[^>]*href="(\/[^"]+)"/g);
  const scripts = addresses(
    /(?:rel="modulepreload"[^>]*href=|<script[^>]*src=|import[^"]*)"(\/assets\/[^"]+\.js)"/g,
  );
  const sum = async (files: string[]) => {
    let bytes = 0;
    for (const file of files) bytes += await weigh(`${origin}${file}`, acceptEncoding);
    return bytes;
  };
  return {
    path,
    htmlBytes,
    cssBytes: await sum(styles),
    scriptBytes: await sum(scripts),
    scripts: scripts.length,
    requests: 1 + styles.length + scripts.length,
    blockingScripts: [...html.matchAll(/<script(?![^>]*type="module")[^>]*src=/g)].length,
    html,
    encoding,
  };
}

/** Signs in over the API; returns the session's cookie. */
export async function sessionCookie(origin: string, email: string, password: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/signin`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`sign-in answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
