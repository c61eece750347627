import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { browserTestsFor, reachesServer } from "#tests/stages/changed.ts";

describe("`npm test -- --changed`", () => {
  it("runs the tests that visit a changed screen or every page, and no others", () => {
    const tests = browserTestsFor(["app/routes/contacts/new.tsx"]);
    expect(tests).toEqual(expect.arrayContaining(["tests/e2e/pages.test.ts", "tests/e2e/contacts.test.ts"]));
    expect(tests).not.toContain("tests/e2e/landing.test.ts");
    expect(reachesServer(["app/routes/contacts/new.tsx"])).toBe(false);
  });

  it("follows a component to its screens", () => {
    const tests = browserTestsFor(["app/routes/chat/composer.tsx"]);
    expect(tests).toContain("tests/e2e/chat.test.ts");
    expect(tests).not.toContain("tests/e2e/landing.test.ts");
  });

  it.each(["app/domain/contacts/queries.server.ts", "app/app.css", "app/root.tsx", "package-lock.json"])(
    "runs every browser test for what all screens depend on: %s",
    (file) => {
      expect(browserTestsFor([file])).toHaveLength(
        readdirSync("tests/e2e").filter((name) => name.endsWith(".test.ts")).length,
      );
      expect(reachesServer([file])).toBe(true);
    },
  );

  it("runs a changed browser test, and none for documentation", () => {
    expect(browserTestsFor(["tests/e2e/handset.test.ts"])).toEqual(["tests/e2e/handset.test.ts"]);
    expect(browserTestsFor(["README.md", "tests/request/accounts/signIn.test.ts"])).toEqual([]);
  });
});
