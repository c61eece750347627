import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { demoLogins } from "#app/demo/load.server.ts";
import { startNginx } from "#tests/support/nginx.ts";
import { setUpServer } from "#tests/support/server.ts";
import { setUp } from "#tests/support/setUp.ts";

const binary = process.env.NGINX_PATH ?? "";

describe.skipIf(binary === "")("behind nginx", () => {
  const appUrl = "https://app.example.co.ke";
  const server = setUpServer({ env: { APP_URL: appUrl } });
  const nginx = setUp(
    () => startNginx(binary, server.port),
    ({ stop }) => stop(),
  );

  /** All header lines as received, so that duplicates show. */
  function rawHeaders(path: string): Promise<{ status: number; lines: string[] }> {
    return new Promise((resolve, reject) => {
      request(
        `${nginx.url}${path}`,
        { headers: { host: "app.example.co.ke", "accept-encoding": "br" } },
        (answer) => {
          answer.resume();
          const lines = answer.rawHeaders
            .filter((_, index) => index % 2 === 0)
            .map((name) => name.toLowerCase());
          answer.on("end", () => resolve({ status: answer.statusCode ?? 0, lines }));
        },
      )
        .on("error", reject)
        .end();
    });
  }

  async function signIn(): Promise<string> {
    const response = await fetch(`${nginx.url}/api/auth/signin`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: appUrl },
      body: JSON.stringify({ email: demoLogins.individual, password: demoLogins.password }),
    });
    expect(response.status).toBe(200);
    const cookie = response.headers
      .getSetCookie()
      .find((value) => value.startsWith("__Host-tarishi_session="));
    expect(cookie).toMatch(/; Secure/);
    return cookie!.split(";")[0]!;
  }

  it("serves a signed address, which has a dot, as a page, and accepts the click of an email program", async () => {
    const address = `${nginx.url}/unsubscribe/member.signature`;
    const page = await fetch(address);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Unsubscribe");
    const click = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(click.status).toBe(404);
    expect(await click.text()).toContain("This link does not work.");
  });

  it("redirects a visitor without TLS to the same place with it", async () => {
    const response = await fetch(`${nginx.plainUrl}/pricing?a=b`, { redirect: "manual" });
    expect(response.status).toBe(308);
    expect(response.headers.get("location")).toBe(`${appUrl}/pricing?a=b`);
  });

  it("does not redirect API calls without TLS, and responds to no other name", async () => {
    const clear = await fetch(`${nginx.plainUrl}/api/v1/numbers`, { redirect: "manual" });
    expect(clear.status).toBe(403);
    for (const base of [nginx.plainUrl, nginx.url]) {
      const response = new Promise((resolve, reject) => {
        request(`${base}/login`, { headers: { host: "evil.example" } }, resolve)
          .on("error", reject)
          .end();
      });
      await expect(response).rejects.toThrow(/socket hang up|ECONNRESET/);
    }
  });

  it("passes pages on, compressed, with each security header once", async () => {
    const { status, lines } = await rawHeaders("/login");
    expect(status).toBe(200);
    const once = [
      "content-security-policy",
      "strict-transport-security",
      "x-content-type-options",
      "x-frame-options",
      "referrer-policy",
      "permissions-policy",
      "content-encoding",
    ];
    for (const name of once)
      expect(
        lines.filter((line) => line === name),
        name,
      ).toHaveLength(1);
  });

  it("does not buffer events", async () => {
    const cookie = await signIn();
    const stopped = new AbortController();
    const response = await fetch(`${nginx.url}/api/conversations/events`, {
      headers: { cookie },
      signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(60_000)]),
    });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const first = await response.body!.getReader().read();
    expect(new TextDecoder().decode(first.value)).toContain("retry:");
    stopped.abort();
  });

  it("refuses a webhook that is too large with 413, before it reaches the application", async () => {
    const response = await fetch(`${nginx.url}/api/hooks/meta`, {
      method: "POST",
      body: Buffer.alloc(5_000_000),
    });
    expect(response.status).toBe(413);
    const unsigned = await fetch(`${nginx.url}/api/hooks/meta`, {
      method: "POST",
      body: Buffer.alloc(3_000_000, "1"),
    });
    expect(unsigned.status).toBe(401);
  });

  it("shows metrics to no one outside", async () => {
    expect((await fetch(`${nginx.url}/metrics`)).status).toBe(404);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(200);
  });

  it("logs requests without the tokens of links", async () => {
    const link = "/reset-password?token=secret-of-the-mail";
    await fetch(`${nginx.url}${link}`, { headers: { referer: `${appUrl}${link}` } });
    await fetch(`${nginx.plainUrl}${link}`, { redirect: "manual" });
    const refused = await fetch(`${nginx.url}${link}`, { method: "POST", body: Buffer.alloc(5_000_000) });
    expect(refused.status).toBe(413);
    const lines = () =>
      nginx
        .logs()
        .split("\n")
        .filter((line) => /"(GET|POST) \/reset-password HTTP\/1.1"/.test(line));
    await expect.poll(() => lines().length).toBe(3);
    expect(nginx.logs()).not.toContain("secret-of-the-mail");
  });

  it("logs no address of a payment service or a connected shop, however it is spelt", async () => {
    const lines = () =>
      nginx
        .logs()
        .split("\n")
        .filter((line) => line.includes('"POST /api/hooks/ HTTP'));
    const before = lines().length;
    for (const path of [
      "payments/secret-path/confirmations",
      "integrations/paybill/org_1.174379.secret-path",
    ])
      for (const base of [
        `${nginx.url}/api/hooks`,
        `${nginx.plainUrl}/api/hooks`,
        `${nginx.url}//api/%68ooks`,
      ])
        await fetch(`${base}/${path}`, { method: "POST", body: "{}" });
    await expect.poll(() => lines().length - before).toBe(6);
    expect(nginx.logs()).not.toContain("secret-path");
  });

  it("passes the visitor's real address on, whatever the visitor claims", async () => {
    const cookie = await signIn();
    const mine = await fetch(`${nginx.url}/api/sessions`, {
      headers: { cookie, "x-forwarded-for": "203.0.113.9" },
    });
    const text = await mine.text();
    expect(text).toContain("127.0.0.1");
    expect(text).not.toContain("203.0.113.9");
  });
});

describe.skipIf(binary === "")("behind nginx, an unavailable application", () => {
  const requested = setUp(
    async () => {
      // Responds until nginx has started, and then no longer; its own 503 is its own.
      const application = createServer((incoming, answer) => {
        answer
          .writeHead(incoming.url === "/busy" ? 503 : 200, { "content-type": "text/plain" })
          .end("own answer");
      });
      await new Promise<void>((listening) => application.listen(0, "127.0.0.1", listening));
      const nginx = await startNginx(binary, (application.address() as AddressInfo).port);
      const own = await fetch(`${nginx.url}/busy`);
      const ownBody = await own.text();
      application.closeAllConnections();
      await new Promise((closed) => application.close(closed));
      return { nginx, own: { status: own.status, body: ownBody } };
    },
    ({ nginx }) => nginx.stop(),
  );
  const post = (path: string, language: string) =>
    fetch(`${requested.nginx.url}${path}`, {
      method: "POST",
      headers: { "accept-language": language },
      body: new URLSearchParams({ name: "Asha" }),
    });

  it("has its own 503 passed on unchanged", () => {
    expect(requested.own).toEqual({ status: 503, body: "own answer" });
  });

  it.each([
    ["en", "reloading sends it again with everything you typed"],
    ["sw-KE,sw;q=0.9,en;q=0.5", "Seva haijibu"],
    ["fr", "Le serveur ne répond pas"],
  ])("explains to a visitor in %s how to keep the form", async (language, text) => {
    const answer = await post("/contacts/new", language);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("retry-after")).toBe("5");
    const page = await answer.text();
    expect(page).toContain(text);
    expect(page).not.toContain("nginx");
  });

  it("responds to a program as the API does", async () => {
    const answer = await post("/api/v1/messages", "en");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([503, "application/json"]);
    expect(await answer.json()).toEqual({
      type: expect.stringMatching(/\/developers\/docs\/errors\/server\.busy$/),
      code: "server.busy",
      message: expect.any(String),
      param: null,
      request_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });
});
