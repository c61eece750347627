import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { readCookie, sessionCookieName } from "#app/platform/http/cookies.ts";
import { localeAskedFor } from "#app/platform/locale/locale.server.ts";
import { localeOfAddress } from "#app/platform/locale/localeAddress.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import { chooseEncoding } from "./compression.server.ts";

type HeaderList = readonly (readonly [name: string, value: string])[];

/** What decides whether a cached page is served, and how: from a `Request`, or from `node:http`. */
export interface PageRequest {
  method: string;
  /** Path and query, as in the request line. */
  target: string;
  header(name: string): string | null;
}

/** A complete response from memory. */
export interface KeptAnswer {
  status: 200 | 304;
  headers: [string, string][];
  body: Buffer<ArrayBuffer> | null;
}

/** A page shared by all visitors, ready to send. */
interface KeptPage {
  /** In milliseconds; never, where the page shows nothing that changes. */
  expiresAt: number;
  headers: HeaderList;
  etag: string;
  bodies: { br: Buffer<ArrayBuffer>; gzip: Buffer<ArrayBuffer>; plain: Buffer<ArrayBuffer> };
}

const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("base64");

/**
 * The sources of a page's inline modules or styles, for a policy that names them by hash instead of a nonce.
 */
function hashesOfInline(element: "script" | "style", html: string): string {
  const inline = html.matchAll(
    new RegExp(`<${element}\\b(?![^>]*\\bsrc=)[^>]*>([\\s\\S]*?)</${element}>`, "g"),
  );
  return [...new Set([...inline].map((match) => `'sha256-${sha256(match[1]!)}'`))].join(" ");
}

function pageRequestOf(request: Request): PageRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    target: `${pathname}${search}`,
    header: (name) => request.headers.get(name),
  };
}

const keyOf = ({ target, header }: PageRequest) =>
  `${target} ${localeOfAddress(target) ?? localeAskedFor(header)} ${header("save-data") === "on" ? "lite" : ""}`;

function isShareable({ method, target, header }: PageRequest): boolean {
  const cookies = header("cookie");
  return (
    (method === "GET" || method === "HEAD") &&
    !target.includes("?") &&
    !readCookie(cookies, sessionCookieName) &&
    !readCookie(cookies, "tarishi_toast")
  );
}

function answer({ method, header }: PageRequest, page: KeptPage): KeptAnswer {
  const headers: [string, string][] = page.headers.map(([name, value]) => [name, value]);
  headers.push(["etag", page.etag]);
  const known = (header("if-none-match") ?? "").split(",").map((tag) => tag.trim());
  if (known.includes(page.etag)) {
    return { status: 304, headers: headers.filter(([name]) => name !== "content-type"), body: null };
  }
  const encoding = chooseEncoding(header("accept-encoding"));
  if (encoding) headers.push(["content-encoding", encoding]);
  const body = page.bodies[encoding ?? "plain"];
  headers.push(["content-length", String(body.length)]);
  return { status: 200, headers, body: method === "HEAD" ? null : body };
}

const cacheControlOf = (response: Response) => response.headers.get("cache-control") ?? "";
const isPublicPage = (response: Response) =>
  response.status === 200 && /\bpublic\b/.test(cacheControlOf(response));

/** When a page is rendered again, by its `s-maxage`: pages with prices have one. */
function expiryOf(response: Response, now: number): number {
  const seconds = /\bs-maxage=(\d+)/.exec(cacheControlOf(response))?.[1];
  return seconds ? now + Number(seconds) * 1000 : Number.POSITIVE_INFINITY;
}

/**
 * Pages with `cache-control: public` are rendered once and then served from memory, well compressed, with an
 * ETag; with `s-maxage` they are rendered again after that many seconds. Only the version for a visitor without
 * session, message or query is cached. Every page has one address (app/web/canonicalPath.server.ts), so there are
 * only as many as such routes. `standing` are the headers of every response.
 */
export function createSharedPages(standing: HeaderList, clock: Clock) {
  const pages = new Map<string, KeptPage>();
  return {
    find(pageRequest: PageRequest): KeptAnswer | undefined {
      const page = pages.get(keyOf(pageRequest));
      const isCurrent = page && page.expiresAt > clock.now().getTime();
      return isCurrent && isShareable(pageRequest) ? answer(pageRequest, page) : undefined;
    },

    /** Caches a rendered page and returns it; undefined when it is not shared. */
    async keep(
      request: Request,
      response: Response,
      policyWith: (scripts: string, styles: string) => string,
    ): Promise<Response | undefined> {
      const pageRequest = pageRequestOf(request);
      const isKept = isPublicPage(response) && request.method === "GET" && isShareable(pageRequest);
      if (!isKept) return undefined;
      const html = (await response.text()).replace(/ nonce="[^"]*"/g, "");
      const plain = Buffer.from(html);
      const policy = policyWith(hashesOfInline("script", html) || "'none'", hashesOfInline("style", html));
      const page: KeptPage = {
        expiresAt: expiryOf(response, clock.now().getTime()),
        headers: [
          ["content-type", "text/html; charset=utf-8"],
          ["cache-control", "public, no-cache"],
          ["vary", "Accept-Encoding, Accept-Language, Cookie, Save-Data"],
          ["content-security-policy", policy],
          ...standing,
        ],
        etag: `W/"${sha256(plain).slice(0, 27)}"`,
        bodies: { plain, br: await promisify(brotliCompress)(plain), gzip: await promisify(gzip)(plain) },
      };
      pages.set(keyOf(pageRequest), page);
      const { status, headers, body } = answer(pageRequest, page);
      return new Response(body, { status, headers });
    },
  };
}

export type SharedPages = ReturnType<typeof createSharedPages>;

/**
 * The cached pages on bare `node:http`, before everything else of the server: `Request` and `Response` would
 * cost more than finding the page. Returns true when the request was for one.
 */
export function sharedPagesListener(shared: SharedPages) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const found = shared.find({
      method: request.method ?? "",
      target: request.url ?? "",
      header: (name) => request.headers[name]?.toString() ?? null,
    });
    if (!found) return false;
    response.writeHead(found.status, found.headers.flat());
    response.end(found.body);
    return true;
  };
}
