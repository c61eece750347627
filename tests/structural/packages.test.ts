import { builtinModules } from "node:module";
import { describe, expect, it } from "vitest";
import { type SourceFile, sourceFiles } from "./files.ts";

const [manifestFile] = sourceFiles(/^package\.json$/);
const manifest = JSON.parse(manifestFile!.text) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

/** Packages needed only for the build or development. */
const notInProduction =
  /\.test\.tsx?$|^app\/development\.server\.ts$|^app\/routes\.ts$|^simulators\/.*testDriver\.ts$/;
/** Development packages whose modules the build includes (`ssr.noExternal`). */
const [viteConfig] = sourceFiles(/^vite\.config\.ts$/);
const builtIn = [.../noExternal: \[([^\]]*)\]/.exec(viteConfig!.text)![1]!.matchAll(/"([^"]+)"/g)].map(
  ([, name]) => name!,
);
const ofTypesOnly = /^import type\b/;

/** Packages that a file loads at run time, by name. */
function packagesOf(file: SourceFile): string[] {
  const statements =
    file.text.match(/^(?:import|export)\b[^;"]*?\bfrom\s*"[^"]+"|\bimport\(\s*"[^"]+"/gm) ?? [];
  return statements
    .filter((statement) => !ofTypesOnly.test(statement))
    .map((statement) => /"([^"]+)"$/.exec(statement)![1]!)
    .filter((name) => !/^[.#/]|^node:|^virtual:/.test(name) && !builtinModules.includes(name))
    .map((name) =>
      name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/"),
    );
}

describe("packages", () => {
  it("loaded by the running server are dependencies, so that it runs without development ones", () => {
    const files = sourceFiles(/^((app|simulators)\/.*|server)\.tsx?$/).filter(
      (file) => !notInProduction.test(file.path),
    );
    const missing = files.flatMap((file) =>
      packagesOf(file)
        .filter((name) => !(name in manifest.dependencies))
        .filter((name) => !(builtIn.includes(name) && file.path.startsWith("app/routes/")))
        .map((name) => `${file.path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it("have exact versions, so that the lock file and the manifest match", () => {
    const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
      .filter(([, version]) => !/^(npm:\S+@)?\d+\.\d+\.\d+/.test(version))
      .map(([name, version]) => `${name} ${version}`);
    expect(loose).toEqual([]);
  });

  it("the rule bites", () => {
    const found = packagesOf({
      path: "app/a.server.ts",
      text: 'import { chromium } from "playwright";\nimport type { Page } from "vite";\nconst x = await import("@scope/name/deep.js");\n',
    });
    expect(found).toEqual(["playwright", "@scope/name"]);
  });
});
