import { describe, expect, it } from "vitest";
import programs from "#app/platform/run/programs.json" with { type: "json" };
import { allPaths, places, sourceFiles, withoutComments } from "./files.ts";
import { ratchet } from "./ratchet.ts";

/**
 * The bundle has other folders than the sources. `createRequire` searches upwards, so it finds packages from
 * both.
 */
const moduleRelative =
  /\bimport\.meta\.(dirname|filename|glob)|(?<!createRequire\()\bimport\.meta\.(url|resolve)/;

describe("programs", () => {
  it("are files of the project, each with a unique name", () => {
    expect(Object.values(programs).filter((file) => !allPaths.includes(file))).toEqual([]);
  });

  it("do not locate files by their module's path: `codeFile` and `programFile` work in the bundle, too", () => {
    const files = sourceFiles(/^((app|simulators)\/.*|server)(?<!\.test)\.tsx?$/).filter(
      ({ path }) => path !== "app/platform/run/programs.ts",
    );
    const found = files.flatMap((file) =>
      places({ ...file, text: withoutComments(file.text) }, moduleRelative),
    );
    const paths = found.map((place) => place.replace(/:\d+$/, ""));
    expect(ratchet("programs that locate files by their own path", ["server.ts"], paths)).toEqual([]);
  });

  it("the rule bites", () => {
    expect(moduleRelative.test('path.join(import.meta.dirname, "words.txt")')).toBe(true);
    expect(moduleRelative.test('new URL("./words.txt", import.meta.url)')).toBe(true);
    expect(moduleRelative.test("createRequire(import.meta.url)")).toBe(false);
  });
});
