import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createSharedPages as createWith } from "./sharedPages.server.ts";

const rendered = (nonce: string, cacheControl = "public, no-cache") =>
  new Response(
    `<style nonce="${nonce}">h1{color:red}</style><h1>Karibu</h1><script type="module" nonce="${nonce}">start()</script>`,
    {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": cacheControl,
        "set-cookie": "tarishi_form=of-one-visitor",
      },
    },
  );
const createSharedPages = (clock = { now: () => new Date() }) => {
  const pages = createWith([["x-frame-options", "DENY"]], clock);
  return {
    ...pages,
    find(request: Request) {
      const { pathname, search } = new URL(request.url);
      const header = (name: string) => request.headers.get(name);
      return pages.find({ method: request.method, target: `${pathname}${search}`, header });
    },
  };
};
const headerOf = (answer: { headers: [string, string][] }, name: string) =>
  new Headers(answer.headers).get(name);
const asks = (headers: Record<string, string> = {}, path = "/") =>
  new Request(`http://localhost${path}`, { headers });
const policy = (scripts: string, styles: string) => `script-src ${scripts}; style-src ${styles}`;

describe("a page that is the same for everyone", () => {
  it("is rendered once, without anything of a single visitor", async () => {
    const pages = createSharedPages();
    expect(pages.find(asks())).toBeUndefined();
    const first = await pages.keep(asks(), rendered("one"), policy);
    const again = pages.find(asks({ "accept-encoding": "br" }))!;
    const html = await first!.text();
    expect(html).toBe('<style>h1{color:red}</style><h1>Karibu</h1><script type="module">start()</script>');
    expect(brotliDecompressSync(again.body!).toString()).toBe(html);
    expect(headerOf(again, "x-frame-options")).toBe("DENY");
    expect(headerOf(again, "set-cookie")).toBeNull();
    expect(headerOf(again, "content-security-policy")).toBe(
      "script-src 'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00='; style-src 'sha256-/D8wWMrWSOjeD/K4IHepvRvJjPxqJbouCB3qbqmBaqY='",
    );
  });

  it("is not sent again to a browser that has it", async () => {
    const pages = createSharedPages();
    const first = await pages.keep(asks(), rendered("one"), policy);
    const again = pages.find(asks({ "if-none-match": first!.headers.get("etag")! }))!;
    expect(again.status).toBe(304);
    expect(again.body).toBeNull();
    expect(headerOf(again, "content-type")).toBeNull();
    expect(pages.find(asks({ "if-none-match": 'W/"of yesterday"' }))!.status).toBe(200);
  });

  it("is rendered again once it is as old as it may be", async () => {
    let now = Date.parse("2026-11-27T09:00:00Z");
    const pages = createSharedPages({ now: () => new Date(now) });
    await pages.keep(asks(), rendered("one", "public, no-cache, s-maxage=60"), policy);
    now += 59_999;
    expect(headerOf(pages.find(asks())!, "cache-control")).toBe("public, no-cache");
    now += 1;
    expect(pages.find(asks())).toBeUndefined();
  });

  it("is not served to visitors with a session, a message or a query", async () => {
    const pages = createSharedPages();
    await pages.keep(asks(), rendered("one"), policy);
    for (const request of [
      asks({ cookie: "tarishi_session=somebody" }),
      asks({ cookie: "tarishi_toast=hello" }),
      asks({}, "/?say=habari"),
      asks({ "save-data": "on" }),
    ]) {
      expect(pages.find(request)).toBeUndefined();
    }
    const own = asks({ cookie: "tarishi_session=somebody" });
    expect(await pages.keep(own, rendered("two"), policy)).toBeUndefined();
  });

  it("must be declared so, and have succeeded", async () => {
    const pages = createSharedPages();
    const silent = new Response("own", { headers: { "cache-control": "private, no-cache" } });
    expect(await pages.keep(asks(), silent, policy)).toBeUndefined();
    const broken = new Response("oops", { status: 500, headers: { "cache-control": "public" } });
    expect(await pages.keep(asks(), broken, policy)).toBeUndefined();
  });
});
