import { request } from "undici";
import { describe, expect, it } from "vitest";
import { demoLogins } from "#app/demo/load.server.ts";
import { sessionCookie } from "#tests/support/pageWeight.ts";
import { setUpServer } from "#tests/support/server.ts";

const server = setUpServer();

async function get(path: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") {
  const answer = await request(`${server.url}${path}`, { method, headers });
  const body = Buffer.from(await answer.body.arrayBuffer());
  // Times and the connection's state are not part of the page.
  const { date: _, connection: __, "keep-alive": ___, "server-timing": ____, ...rest } = answer.headers;
  return { status: answer.statusCode, headers: rest, body };
}

describe("a page that is the same for everyone", () => {
  it.each([
    ["/", { "accept-encoding": "br" }],
    ["/privacy", { "accept-encoding": "gzip" }],
    ["/terms", {}],
    ["/privacy-policy", { "accept-encoding": "br", "save-data": "on" }],
    ["/terms-of-service", { "accept-encoding": "br", cookie: "tarishi_form=seed" }],
    ["/fr", { "accept-encoding": "br", "accept-language": "sw" }],
  ])("%s is served from memory as the renderer produced it, header for header", async (path, headers) => {
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

  it("is cached once per language, by its address where it has one", async () => {
    const languageOf = async (path: string, headers: Record<string, string>) =>
      /<html lang="(\w+)"/.exec((await get(path, headers)).body.toString())?.[1];
    for (let time = 0; time < 2; time++) {
      expect(await languageOf("/", {})).toBe("en");
      expect(await languageOf("/", { "accept-language": "fr-FR,fr;q=0.9" })).toBe("fr");
      expect(await languageOf("/fr", { "accept-language": "sw" })).toBe("fr");
      expect(await languageOf("/sw/privacy-policy", { cookie: "tarishi_language=fr" })).toBe("sw");
      expect(await languageOf("/", { cookie: "tarishi_language=sw", "accept-language": "fr" })).toBe("sw");
    }
  });

  it("has per-visitor data that is never cached for others", async () => {
    const cookie = await sessionCookie(server.url, demoLogins.individual, demoLogins.password);
    for (const path of ["/privacy-policy.data", "/terms.data"]) {
      const own = await get(path, { cookie });
      expect(own.body.toString()).toContain(demoLogins.individual);
      expect([path, own.headers["cache-control"]]).toEqual([path, "no-store"]);
      expect((await get(path)).headers["cache-control"]).toBe("private, no-cache");
    }
  });

  it("has one address, to which all other spellings redirect, so that no visitor can fill the cache", async () => {
    const name = "privacy-policy";
    for (let n = 1; n <= 101; n++) {
      const spelling = [...name]
        .map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter))
        .join("");
      if (spelling === name) continue;
      const answer = await get(`/${spelling}?from=here`);
      expect([answer.status, answer.headers.location]).toEqual([308, "/privacy-policy?from=here"]);
    }
    expect((await get("/terms-of-service")).headers.etag).toBeDefined();
  });

  it("is rendered when there is a session, a message or a query", async () => {
    await get("/");
    for (const [path, headers] of [
      ["/", { cookie: "tarishi_session=somebody" }],
      ["/", { cookie: "tarishi_toast=hello" }],
      ["/?say=habari", {}],
    ] as const) {
      const { headers: own } = await get(path, headers);
      const isSignedIn = "cookie" in headers && headers.cookie.startsWith("tarishi_session");
      expect(own["cache-control"]).toBe(isSignedIn ? "no-store" : "private, no-cache");
      expect(own.etag).toBeUndefined();
    }
  });
});
