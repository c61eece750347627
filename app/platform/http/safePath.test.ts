import { describe, expect, it } from "vitest";
import { allPaths, pagesOf } from "#tests/support/routeTable.ts";
import { safePath } from "./safePath.ts";

describe("the path of a redirect", () => {
  it.each(["/dashboard", "/activity?type=login&status=all", "/messaging#top", "/chat/cnv_1"])(
    "keeps %s",
    (path) => {
      expect(safePath(path, "/home")).toBe(path);
    },
  );

  it("accepts every page, and no other route", () => {
    const pages = Object.values(pagesOf).flat();
    const known = allPaths.filter((path) => path !== "/*");
    const open = known.filter((path) => safePath(path, "/home") === path);
    expect(open).toEqual(known.filter((path) => pages.includes(path)));
  });

  it.each([
    "/api/auth/me",
    "/%61pi/auth/me",
    "/api",
    "/assets/app.css",
    "/dashboard.data?index",
    "/_root.data",
    "/__manifest?paths=/chat",
    "/healthz",
    "/readyz",
    "/metrics",
    "/robots.txt",
    "/messaging/campaigns/cmp_1/recipients.csv",
  ])("rejects what is not a screen: %s", (path) => {
    expect(safePath(path, "/home")).toBe("/home");
  });

  it.each([
    "https://evil.test/",
    "//evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "/\t/evil.test",
    "/\n/evil.test",
    "javascript:alert(1)",
    "dashboard",
    "/..//evil.test",
    "",
    null,
    undefined,
  ])("rejects other sites: %j", (path) => {
    expect(safePath(path, "/home")).toBe("/home");
  });
});
