import { request } from "undici";

/** What a cold visit brings over the line: bytes as they travel (brotli, where nothing else is asked for), and requests without pictures. */
export interface Weight {
  path: string;
  htmlBytes: number;
  cssBytes: number;
  scriptBytes: number;
  requests: number;
  /** Classic scripts in the head, which hold up the first paint. */
  blockingScripts: number;
}

async function get(url: string, headers: Record<string, string>) {
  const answer = await request(url, { headers });
  return { answer, body: Buffer.from(await answer.body.arrayBuffer()) };
}

/** Loads a page with its own stylesheets and every script that it names, as a browser without cache would. */
export async function coldVisit(
  origin: string,
  path: string,
  headers: Record<string, string>,
  acceptEncoding = "br",
): Promise<Weight & { html: string; policy: string; encoding: string }> {
  const accepts = { "accept-encoding": acceptEncoding };
  const { answer, body } = await get(`${origin}${path}`, { ...accepts, ...headers });
  // The pages of the wrong role (403) and of an answer of Meta's without its parts (400) are pages too.
  if (![200, 400, 403].includes(answer.statusCode)) throw new Error(`${path} answered ${answer.statusCode}`);
  const html = await (await fetch(`${origin}${path}`, { headers })).text();
  const addresses = (pattern: RegExp) => [
    ...new Set([...html.matchAll(pattern)].map((match) => match[1] ?? "")),
  ];
  const styles = addresses(/<link[^>]*rel="stylesheet"[^>]*href="(\/[^"]+)"/g);
  const scripts = addresses(
    /(?:rel="modulepreload"[^>]*href=|<script[^>]*src=|import[^"]*)"(\/assets\/[^"]+\.js)"/g,
  );
  const sum = async (files: string[]) => {
    let bytes = 0;
    for (const file of files) bytes += (await get(`${origin}${file}`, accepts)).body.length;
    return bytes;
  };
  return {
    path,
    htmlBytes: body.length,
    cssBytes: await sum(styles),
    scriptBytes: await sum(scripts),
    requests: 1 + styles.length + scripts.length,
    blockingScripts: [...html.matchAll(/<script(?![^>]*type="module")[^>]*src=/g)].length,
    html,
    encoding: String(answer.headers["content-encoding"] ?? "identity"),
    policy: String(answer.headers["content-security-policy"] ?? ""),
  };
}

/** Signs in over the API; answers with the session's cookie. */
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
