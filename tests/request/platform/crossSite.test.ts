import { describe, expect, it } from "vitest";
import { formTokenContext, protectForms } from "#app/web/csrf.server.ts";
import { createLoadContext } from "#app/web/platform.server.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { formRequest, platformOf } from "#tests/support/screens.ts";

const platform = setUpPlatform({ env: { APP_URL: "https://app.tarishi.test" } });

/** Sends a request through the forms' check. Returns the status and the forwarded body. */
async function send(request: Request) {
  const context = createLoadContext(platformOf(platform), request);
  const page = async () => new Response("page", { headers: { "content-type": "text/html" } });
  const args = { request, context, params: {}, url: new URL(request.url), pattern: "/" };
  try {
    const response = (await protectForms(args as never, page as never)) as Response;
    const [cookie] = response.headers.getSetCookie();
    return {
      status: response.status,
      token: context.get(formTokenContext),
      cookie: cookie?.split(";")[0] ?? "",
    };
  } catch (thrown) {
    return { status: (thrown as Response).status, token: "", cookie: "" };
  }
}

const visit = () => send(new Request("http://localhost:4000/signup"));
const post = (headers: Record<string, string>, fields: Record<string, string> = {}) =>
  send(formRequest("/signup", fields, headers));

describe("an address with its own proof", () => {
  it("accepts the click of an email program, which sends no origin", async () => {
    const click = formRequest("/unsubscribe/member.signature", { "List-Unsubscribe": "One-Click" }, {});
    expect((await send(click)).status).toBe(200);
  });
});

describe("a form", () => {
  it.each([
    [{ "sec-fetch-site": "same-origin" }, 200],
    [{ "sec-fetch-site": "none" }, 200],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "cross-site", origin: "https://app.tarishi.test" }, 403],
    [{ "x-form-origin": "https://app.tarishi.test" }, 200],
    [{ "x-form-origin": "http://localhost:4000" }, 200],
    [{ "x-form-origin": "https://evil.test" }, 403],
    [{ "x-form-origin": "https://app.tarishi.test.evil.test" }, 403],
    [{ "x-form-origin": "null" }, 403],
    [{}, 403],
  ])("sent with %o gets %i", async (headers, status) => {
    expect((await post(headers as Record<string, string>)).status).toBe(status);
  });

  it("from a browser that sends no origin needs the page's token", async () => {
    const { token, cookie } = await visit();
    expect((await post({ cookie }, { csrf: token })).status).toBe(200);
    expect((await post({ cookie }, { csrf: `${token.slice(0, -1)}x` })).status).toBe(403);
    expect((await post({ cookie })).status).toBe(403);
    expect((await post({}, { csrf: token })).status).toBe(403);
    const other = await visit();
    expect((await post({ cookie: other.cookie }, { csrf: token })).status).toBe(403);
  });

  it("with a file is not read into memory to look for a token", async () => {
    const { token, cookie } = await visit();
    const upload = (bytes: number, length: string | null) => {
      const body = new FormData();
      body.set("csrf", token);
      body.set("file", new Blob(["x".repeat(bytes)]));
      const request = new Request("http://localhost:4000/contacts/import", {
        method: "POST",
        body,
        headers: { cookie },
      });
      if (length !== null) request.headers.set("content-length", length);
      return send(request);
    };
    expect((await upload(10, "400")).status).toBe(200);
    expect((await upload(10, String(200 * 1024 * 1024))).status).toBe(403);
    expect((await upload(10, null)).status).toBe(403);
  });
});

describe("a call of the API", () => {
  const call = (headers: Record<string, string>, body = "{}") =>
    platform.api.fetch(
      new Request("http://localhost:4000/api/auth/logout", { method: "POST", headers, body }),
    );
  const json = { "content-type": "application/json" };

  it.each([
    ["a plain HTTP client", json, 200],
    ["our page", { ...json, origin: "https://app.tarishi.test", "sec-fetch-site": "same-origin" }, 200],
    ["another site", { ...json, origin: "https://evil.test", "sec-fetch-site": "cross-site" }, 403],
    ["another site, by origin alone", { ...json, origin: "https://evil.test" }, 403],
    ["a sister site", { ...json, "sec-fetch-site": "same-site" }, 403],
    ["a form of an old browser", { "content-type": "application/x-www-form-urlencoded" }, 403],
    ["a text form of an old browser", { "content-type": "text/plain" }, 403],
  ])("by %s is accepted", async (_, headers, status) => {
    const response = await call(headers as Record<string, string>);
    expect(response.status).toBe(status);
    if (status === 403) expect(await response.json()).toMatchObject({ code: "request.cross_site" });
  });

  it.each(["{", "[]", '"text"', "null"])("with the body %s is refused with a dotted code", async (body) => {
    const response = await call(json, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "request.malformed_json" });
  });

  it("with more than 1 MB is refused", async () => {
    const response = await call(json, JSON.stringify({ email: "x".repeat(1024 * 1024) }));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: "request.too_large" });
  });
});
