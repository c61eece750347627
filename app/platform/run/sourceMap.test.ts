import { SourceMap } from "node:module";
import { expect, it } from "vitest";
import { originsOf } from "./sourceMap.ts";

/** Two sources, a line without segments, and columns that go forwards and backwards. */
const map = {
  version: 3,
  file: "built.js",
  sources: ["../app/first.ts", "../app/second.ts"],
  names: ["name"],
  sourcesContent: [],
  sourceRoot: "",
  mappings: "AAAA,SAASA,IAAI;;ACgBb,KCAA,mBDXA;ADyBA,MAAM",
};

it("finds the position in the sources as Node.js does", () => {
  const valid = { ...map, sources: [...map.sources, "../app/third.ts"] };
  const reference = new SourceMap(valid);
  const places = [1, 3, 4].flatMap((line) => [0, 5, 9, 13, 30].map((column) => ({ line, column })));
  expect(originsOf(valid, places)).toEqual(
    places.map(({ line, column }) => {
      const entry = reference.findEntry(line - 1, column);
      if (!("originalSource" in entry)) return undefined;
      return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    }),
  );
});

it("finds nothing on a line without segments", () => {
  expect(originsOf(map, [{ line: 2, column: 0 }])).toEqual([undefined]);
});
