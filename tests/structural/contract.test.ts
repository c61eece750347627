import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { contract } from "#app/api/contract.ts";
import { inMatchOrder } from "#app/api/matchOrder.ts";
import { v1 } from "#app/api/v1/contract.ts";
import { sourceFiles } from "./files.ts";

const contracts = [
  { name: "of our screens", keys: Object.keys(contract), files: /^app\/api\/screens\/.*\.ts$/ },
  { name: "of the public API", keys: Object.keys(v1), files: /^app\/api\/v1\/\w+\.server\.ts$/ },
];

/** Calls whose path leads to another call, with the contract's keys in this order. */
async function misled(keys: readonly string[]): Promise<string[]> {
  const app = new Hono();
  for (const [key] of inMatchOrder(Object.fromEntries(keys.map((key) => [key, true])))) {
    const [method, path] = key.split(" ") as [string, string];
    app.on(method, path, (c) => c.text(key));
  }
  const reached = keys.map(async (key) => {
    const [method, path] = key.split(" ") as [string, string];
    const response = await app.request(path.replaceAll(":", "a-"), { method });
    return (await response.text()) === key ? [] : [key];
  });
  return (await Promise.all(reached)).flat();
}

describe.each(contracts)("the contract $name", ({ keys, files }) => {
  it("leads every path to its own call, in whatever order the calls are named", async () => {
    expect(keys.length).toBeGreaterThan(50);
    expect(await misled(keys)).toEqual([]);
    expect(await misled(keys.toReversed())).toEqual([]);
  });

  it("names no call twice, of which only one would be made", () => {
    const written = sourceFiles(files).flatMap(({ text }) =>
      [...text.matchAll(/^ {2}"((?:GET|POST|PUT|PATCH|DELETE) \/[^"]*)": /gm)].map(([, key]) => key!),
    );
    expect(written.toSorted()).toEqual(keys.toSorted());
  });
});

it("the rule bites", async () => {
  expect(await misled(["GET /deals/:dealId", "GET /deals/:id"])).toEqual(["GET /deals/:id"]);
  expect(await misled(["GET /:noun/list", "GET /deals/:dealId", "GET /deals/list"])).toEqual([]);
});
