import { describe, expect, it } from "vitest";
import { safePath } from "./safePath.ts";

describe("a path to go on to", () => {
  it.each(["/dashboard", "/activity?type=login&status=all", "/messaging#top", "/chat/cnv_1"])(
    "keeps %s",
    (path) => {
      expect(safePath(path, "/home")).toBe(path);
    },
  );

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
  ])("does not lead away: %j", (path) => {
    expect(safePath(path, "/home")).toBe("/home");
  });
});
