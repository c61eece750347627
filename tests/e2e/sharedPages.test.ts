import { request } from "undici";
import { describe, expect, it } from "vitest";
import { setUpServer } from "#tests/support/server.ts";

const server = setUpServer();

async function get(path: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") {
  const answer = await request(`${server.url}${path}`, { method, headers });
  const body = Buffer.from(await answer.body.arrayBuffer());
  // The time and the state of the connection are not the page's.
  const { date: _, connection: __, "keep-alive": ___, ...rest } = answer.headers;
  return { status: answer.statusCode, headers: rest, body };
}

describe("a page that is the same for everybody", () => {
  it.each([
    ["/", { "accept-encoding": "br" }],
    ["/privacy", { "accept-encoding": "gzip" }],
    ["/terms", {}],
    ["/privacy-policy", { "accept-encoding": "br", "save-data": "on" }],
    ["/terms-of-service", { "accept-encoding": "br", cookie: "tarishi_form=seed" }],
  ])("%s leaves memory as it left the renderer, header for header", async (path, headers) => {
    const rendered = await get(path, headers as Record<string, string>);
    const kept = await get(path, headers as Record<string, string>);
    expect(rendered.status).toBe(200);
    expect(kept).toEqual(rendered);
    expect(kept.headers["x-frame-options"]).toBe("DENY");
    expect(kept.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(await get(path, headers as Record<string, string>, "HEAD")).toEqual({
      ...rendered,
      body: Buffer.alloc(0),
    });
    const known = await get(path, { ...headers, "if-none-match": String(rendered.headers.etag) });
    expect(known.status).toBe(304);
    expect(known.headers["x-frame-options"]).toBe("DENY");
    expect(known.body).toHaveLength(0);
  });

  it("is rendered for a session, a message or a question in the address", async () => {
    await get("/");
    for (const [path, headers] of [
      ["/", { cookie: "tarishi_session=somebody" }],
      ["/", { cookie: "tarishi_toast=hello" }],
      ["/?say=habari", {}],
    ] as const) {
      const { headers: own } = await get(path, headers);
      expect(own["cache-control"]).toBe("private, no-cache");
      expect(own.etag).toBeUndefined();
    }
  });
});
