import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { environment, settings } from "#app/platform/config/environment.ts";
import { pages } from "../../scripts/docs.mjs";
import { dialectInProse } from "./dialect.ts";
import { allPaths, root, type SourceFile, sourceFiles } from "./files.ts";

it.each(Object.entries(pages))("%s is current; `npm run docs` writes it", (file, text) => {
  expect(readFileSync(path.join(root, file), "utf8")).toBe(text);
});

it("every setting is listed once, with a description", () => {
  const listed = Object.values(settings).flatMap((section) => Object.entries(section));
  expect(listed.map(([name]) => name)).toEqual(Object.keys(environment.shape));
  expect(listed.filter(([, schema]) => !schema.description).map(([name]) => name)).toEqual([]);
});

const documents = sourceFiles(/^(docs\/.*|[A-Z]+)\.md$/);
const expanded = (name: string): string[] => {
  const [, before, list, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(name) ?? [];
  return list === undefined ? [name] : list.split(",").flatMap((part) => expanded(before + part + after));
};
const isThere = (name: string) =>
  allPaths.some((file) => file === name || file.startsWith(`${name.replace(/\/$/, "")}/`));

/** Links to files and paths in code marks that the project does not have. Names with a placeholder (`<room>`, `…`, `*`) are skipped. */
function missingIn({ path: page, text }: SourceFile): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)|src="(?!https?:)([^"]+)"/g)]
    .map(([, link, source]) => path.posix.join(path.posix.dirname(page), link ?? source!))
    .filter((target) => !isThere(target));
  const paths = [
    ...text.matchAll(/`((?:\.?[\w@.{},-]+\/)+[\w@.{},-]*|[\w.-]+(?:\.server\.ts|\.tsx|\.test\.ts))`/g),
  ]
    .flatMap(([, name]) => expanded(name!))
    .filter((name) =>
      /^(app|docs|tests|simulators|scripts|deploy|messages|public|decisions|facts)\/|\.tsx?$/.test(name),
    )
    .filter(
      (name) =>
        !isThere(name) && !isThere(`docs/${name}`) && !allPaths.some((file) => file.endsWith(`/${name}`)),
    );
  return [...links, ...paths].map((name) => `${page} names ${name}`);
}

it("documents name only files and folders that exist", () => {
  expect(documents.length).toBeGreaterThan(30);
  expect(documents.flatMap(missingIn)).toEqual([]);
});

it("the rule bites", () => {
  const text =
    "[a](docs/gone.md) [b](README.md#deploy) `app/gone/` `app/{api,gone}` `gone.server.ts` `app/<room>/a.ts` `config.server.ts`";
  expect(missingIn({ path: "a.md", text })).toEqual(
    ["docs/gone.md", "app/gone/", "app/gone", "gone.server.ts"].map((name) => `a.md names ${name}`),
  );
});

it("documents are written in plain English", () => {
  expect(documents.flatMap(dialectInProse)).toEqual([]);
});

it("the rule of plain English bites", () => {
  const lines = ["Who pays is told.", "It is read anew.", "`anew` is a name.", "```", "nobody", "```"];
  expect(dialectInProse({ path: "a.md", text: lines.join("\n") })).toEqual(["a.md:1", "a.md:1", "a.md:2"]);
});

const decisions = sourceFiles(/^docs\/decisions\/.*\.md$/);

it("every decision has its number in its title, and ends with when to revisit it", () => {
  const last = ({ text }: SourceFile) => text.trimEnd().split("\n\n").at(-1)!;
  const isWhole = (file: SourceFile) =>
    file.text.startsWith(`# ${Number(path.basename(file.path).slice(0, 4))}. `) &&
    last(file).startsWith("**When to revisit.** ");
  expect(decisions.filter((file) => !isWhole(file)).map((file) => file.path)).toEqual([]);
});
