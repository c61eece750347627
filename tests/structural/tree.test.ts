import { describe, expect, it } from "vitest";
import { allPaths, places, type SourceFile, sourceFiles } from "./files.ts";
import { ratchet } from "./ratchet.ts";

const code = sourceFiles(/^(app|simulators|tests|scripts|server|[\w.-]+\.config)[^:]*\.(ts|tsx|mjs|css)$/);
const linesOf = (file: SourceFile) => file.text.split("\n").length - 1;
const maxLines = 300;

const isLong = (file: SourceFile) => linesOf(file) > maxLines;

/** A long file gives the reason in its first comment, with the word "because". */
const hasReason = ({ text }: SourceFile) =>
  /^\s*(\/\*[\s\S]*?\bbecause\b[\s\S]*?\*\/|(\/\/.*\n)*\/\/.*\bbecause\b)/.test(text);

const longFiles = [
  "app/domain/messaging/events.ts",
  "app/routes.ts",
  "tests/request/developers/situations.ts",
  "tests/request/developers/statuses.test.ts",
  "tests/request/integrations/services.test.ts",
  "tests/request/whatsapp/templateParts.test.ts",
  "tests/support/tour.ts",
  "tests/support/world.ts",
];

describe("files", () => {
  it(`have at most ${maxLines} lines, or a reason at the top`, () => {
    const sizes = code
      .map((file) => ({ path: file.path, lines: linesOf(file) }))
      .sort((a, b) => b.lines - a.lines);
    const at = (share: number) => sizes[Math.floor((sizes.length - 1) * (1 - share))]?.lines;
    console.log(
      [
        `${sizes.length} files of code; lines: median ${at(0.5)}, nine in ten below ${at(0.9)}; the longest:`,
        ...sizes.slice(0, 8).map(({ path, lines }) => `  ${String(lines).padStart(4)}  ${path}`),
      ].join("\n"),
    );
    const long = code.filter(isLong);
    expect(long.filter((file) => !hasReason(file)).map(({ path }) => path)).toEqual([]);
    expect(
      ratchet(
        "files over 300 lines",
        longFiles,
        long.map(({ path }) => path),
      ),
    ).toEqual([]);
  });

  it("are in folders named after their content", () => {
    const drawers = /(^|\/)(utils?|helpers?|libs?|misc|common)(\/|\.tsx?$)/;
    expect(allPaths.filter((path) => drawers.test(path))).toEqual([]);
    expect(drawers.test("app/utils/dates.ts")).toBe(true);
    expect(drawers.test("app/ui/helpers.ts")).toBe(true);
  });

  it("the size rule bites", () => {
    const long = "const a = 1;\n".repeat(maxLines + 1);
    expect(isLong({ path: "a.ts", text: long })).toBe(true);
    expect(isLong({ path: "a.ts", text: "const a = 1;\n".repeat(maxLines) })).toBe(false);
    expect(hasReason({ path: "a.ts", text: long })).toBe(false);
    expect(
      hasReason({ path: "a.ts", text: `/** One list, because it is looked up as one. */\n${long}` }),
    ).toBe(true);
  });
});

describe("tests", () => {
  const leftBehind = /\b(it|test|describe)\.(only|skip|todo|fails)\b/;
  const dependsOnMachine = /\.(skipIf|runIf)\(/;

  it("are all run: none is focused, skipped or pending", () => {
    const tests = sourceFiles(/\.test\.tsx?$/).filter(
      (file) => file.path !== "tests/structural/tree.test.ts",
    );
    expect(tests.length).toBeGreaterThan(5);
    expect(tests.flatMap((file) => places(file, leftBehind))).toEqual([]);
    // nginx is the one optional tool; `npm test` reports when its tests were skipped.
    const conditional = tests.filter((file) => dependsOnMachine.test(file.text)).map((file) => file.path);
    expect(ratchet("tests that depend on the machine", ["tests/e2e/nginx.test.ts"], conditional)).toEqual([]);
  });

  it("the rule bites", () => {
    for (const name of ["only", "skip", "todo"])
      expect(leftBehind.test(`it.${name}("works", () => {})`)).toBe(true);
  });
});

describe("the repository", () => {
  const slash = "/";
  const machinePath = new RegExp(`(^|["'\\s(=:])${slash}(work|root|Users|home)${slash}\\w`, "m");

  it("contains no folder of anyone's machine", () => {
    const text = sourceFiles(/\.(ts|tsx|mjs|json|md|css|conf|service|ya?ml|sh)$|Dockerfile$|^\.ci\//);
    expect(text.flatMap((file) => places(file, machinePath))).toEqual([]);
    expect(machinePath.test(`"${slash}work${slash}main"`)).toBe(true);
  });

  it("has a lock file that ties packages to no registry host", () => {
    const [lock] = sourceFiles(/^package-lock\.json$/);
    expect(places(lock!, /"resolved":\s*"/)).toEqual([]);
    expect(lock!.text).toMatch(/"integrity": "sha512-/);
  });
});
