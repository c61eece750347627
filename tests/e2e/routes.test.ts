import { describe, expect, it } from "vitest";
import { demoLogins } from "#app/demo/load.server.ts";
import { addressIn, prefixes, translatedPages } from "#app/platform/locale/localeAddress.ts";
import { allPaths as paths, places } from "#tests/support/routeTable.ts";
import { setUpServer } from "#tests/support/server.ts";

/** Public pages. Every other route is private, a new one by default. */
const open = new Set([
  "/",
  "/login",
  "/login/code",
  "/invitation",
  "/signin",
  "/signup",
  "/verify-otp",
  "/forgot-password",
  "/reset-password",
  "/logout",
  // The language choice, and links in messages.
  "/language",
  "/l/:code",
  "/unsubscribe/:token",
  "/ledgers/verify.mjs",
  "/ledgers/:orgId",
  "/unauthorized",
  "/security",
  "/privacy-policy",
  "/privacy",
  "/terms-of-service",
  "/terms",
  ...prefixes.flatMap((locale) => translatedPages.map((page) => addressIn(locale, page)!)),
  "/robots.txt",
  "/sitemap.xml",
  "/*",
  ...places.filter(({ file }) => file.startsWith("routes/public/docs/")).map(({ path }) => path),
]);

const fill = (path: string) => path.replace(/:\w+\??/g, "nobodys").replace("/*", "/no-such-page");

const server = setUpServer();

describe("without a session", () => {
  it.each(paths.filter((path) => !open.has(path)))(
    "%s redirects to the sign-in, with the place to return to",
    async (path) => {
      const response = await fetch(`${server.url}${fill(path)}`, { redirect: "manual" });
      expect(response.status).toBe(302);
      const target = new URL(response.headers.get("location")!, server.url);
      expect(target.pathname).toBe("/login");
      expect(target.searchParams.get("from")).toBe(fill(path));
      const posted = await fetch(`${server.url}${fill(path)}`, {
        method: "POST",
        redirect: "manual",
        headers: { origin: server.url, "content-type": "application/x-www-form-urlencoded" },
        body: "intent=delete",
      });
      expect(posted.headers.get("location") ?? "", "a form").toMatch(/^\/login/);
    },
  );

  it.each(paths.filter((path) => open.has(path)))("%s responds, with every security header", async (path) => {
    const response = await fetch(`${server.url}${fill(path)}`, { redirect: "manual" });
    expect([200, 302, 403, ...(path.includes(":") ? [404] : [])]).toContain(response.status);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    if (response.status === 200 && response.headers.get("content-type")?.startsWith("text/html")) {
      const policy = response.headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(policy).not.toMatch(/script-src[^;]*'unsafe-/);
    }
  });

  it.each(["/", "/privacy-policy", "/terms", "/sw", "/fr/privacy-policy"])(
    "%s is small, shared by all, and cached",
    async (path) => {
      const first = await fetch(`${server.url}${path}`, { headers: { "accept-encoding": "br" } });
      expect(first.headers.getSetCookie()).toEqual([]);
      expect(first.headers.get("content-encoding")).toBe("br");
      expect(Number(first.headers.get("content-length"))).toBeLessThan(14_600);
      const policy = first.headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(/script-src ('none'|'sha256-)/);
      const again = await fetch(`${server.url}${path}`, {
        headers: { "accept-encoding": "br", "if-none-match": first.headers.get("etag") ?? "" },
      });
      expect(again.status).toBe(304);
      expect(again.headers.get("content-security-policy")).toBe(policy);
      expect(again.headers.get("x-content-type-options")).toBe("nosniff");
    },
  );

  it("any other path redirects home", async () => {
    const response = await fetch(`${server.url}/no/such/page`, { redirect: "manual" });
    expect(response.headers.get("location")).toBe("/");
  });

  it("a form of another site is refused, though its content is valid", async () => {
    const post = (origin: string) =>
      fetch(`${server.url}/login`, {
        method: "POST",
        redirect: "manual",
        headers: { origin, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ email: demoLogins.individual, password: demoLogins.password }),
      });
    const foreign = await post("https://elsewhere.example");
    expect([400, 403]).toContain(foreign.status);
    expect(foreign.headers.getSetCookie().join()).not.toContain("tarishi_session");
    expect((await post(server.url)).headers.getSetCookie().join()).toContain("tarishi_session");
  });
});
