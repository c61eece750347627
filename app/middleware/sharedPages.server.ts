import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { readCookie } from "#app/shared/cookies.ts";
import { chooseEncoding } from "./compression.server.ts";

/** A page that is the same for every visitor, as it leaves the server. */
interface KeptPage {
  headers: [string, string][];
  etag: string;
  bodies: { br: Buffer; gzip: Buffer; plain: Buffer };
}

const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("base64");

/** The sources of a page's inline modules, for a policy that names them by content and not by a nonce of one answer. */
export function hashesOfInlineScripts(html: string): string[] {
  const inline = [...html.matchAll(/<script\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  return [...new Set(inline.map((match) => `'sha256-${sha256(match[1]!)}'`))];
}

/**
 * Pages that say `cache-control: public` are rendered once and then answered from memory, compressed as well as can be,
 * with an ETag. Only what a visitor without session, message or question in the address would get is kept.
 */
export function createSharedPages() {
  const pages = new Map<string, KeptPage>();
  const keyOf = (request: Request) =>
    `${new URL(request.url).pathname} ${request.headers.get("save-data") === "on" ? "lite" : ""}`;

  function isForEverybody(request: Request): boolean {
    const cookies = request.headers.get("cookie");
    return (
      (request.method === "GET" || request.method === "HEAD") &&
      new URL(request.url).search === "" &&
      !readCookie(cookies, "tarishi_session") &&
      !readCookie(cookies, "tarishi_toast")
    );
  }

  function answer(request: Request, page: KeptPage): Response {
    const headers = new Headers(page.headers);
    headers.set("etag", page.etag);
    const known = (request.headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim());
    if (known.includes(page.etag)) {
      headers.delete("content-type");
      return new Response(null, { status: 304, headers });
    }
    const encoding = chooseEncoding(request.headers.get("accept-encoding"));
    if (encoding) headers.set("content-encoding", encoding);
    const body = page.bodies[encoding ?? "plain"];
    headers.set("content-length", String(body.length));
    return new Response(request.method === "HEAD" ? null : new Uint8Array(body), { headers });
  }

  return {
    find(request: Request): Response | undefined {
      if (!isForEverybody(request)) return undefined;
      const page = pages.get(keyOf(request));
      return page && answer(request, page);
    },

    /** Keeps a rendered page and answers with it; undefined when it is not the same for everybody. */
    async keep(
      request: Request,
      response: Response,
      policyWith: (scripts: string) => string,
    ): Promise<Response | undefined> {
      const isPublic = /\bpublic\b/.test(response.headers.get("cache-control") ?? "");
      if (!isPublic || response.status !== 200 || request.method !== "GET" || !isForEverybody(request)) {
        return undefined;
      }
      const html = (await response.text()).replace(/ nonce="[^"]*"/g, "");
      const plain = Buffer.from(html);
      const hashes = hashesOfInlineScripts(html);
      const page: KeptPage = {
        headers: [
          ["content-type", "text/html; charset=utf-8"],
          ["cache-control", "public, no-cache"],
          ["vary", "Accept-Encoding, Cookie, Save-Data"],
          ["content-security-policy", policyWith(hashes.length > 0 ? hashes.join(" ") : "'none'")],
        ],
        etag: `W/"${sha256(plain).slice(0, 27)}"`,
        bodies: { plain, br: await promisify(brotliCompress)(plain), gzip: await promisify(gzip)(plain) },
      };
      pages.set(keyOf(request), page);
      return answer(request, page);
    },
  };
}
