import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import { describe, expect, it } from "vitest";
import routeTable from "#app/routes.ts";
import { allPaths } from "#tests/support/routeTable.ts";
import { createRoutesBelow, firstPart } from "./routesBelow.ts";

interface Route {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
}

const routesOf = (entries: readonly RouteConfigEntry[], parentId: string): Route[] =>
  entries.flatMap(({ id, file, path, index, children = [] }) => {
    const own = id ?? file;
    return [
      { id: own, parentId, ...(path !== undefined && { path }), ...(index && { index }) },
      ...routesOf(children, own),
    ];
  });

const all: Record<string, Route> = Object.fromEntries(
  [{ id: "root", path: "" }, ...routesOf((await routeTable) as RouteConfigEntry[], "root")].map((route) => [
    route.id,
    route,
  ]),
);
const routesBelow = createRoutesBelow(all);

/** The route tree as the router matches it, limited to these ids. */
function treeOf(ids: Iterable<string>, parentId?: string): RouteObject[] {
  return [...ids]
    .filter((id) => all[id]!.parentId === parentId)
    .map((id) => {
      const { path, index } = all[id]!;
      return index ? { id, index } : { id, ...(path !== undefined && { path }), children: treeOf(ids, id) };
    });
}

const matched = (tree: RouteObject[], path: string) =>
  matchRoutes(tree, path)?.map(({ route, params }) => [route.id, params]);
const whole = treeOf(Object.keys(all));

const addresses = allPaths.map((path) => path.replace(/:\w+/g, "x1").replace("*", "no/such"));

describe("the routes of a place", () => {
  it.each([
    ...addresses,
    ...addresses.map((path) => path.toUpperCase()),
    "/no-such-page",
    "/contacts/con_1/no-such",
    "/%63hat",
    "//",
  ])("match %s as all routes do", (path) => {
    expect(matched(treeOf(routesBelow(path).ids), path)).toEqual(matched(whole, path));
  });

  it("are a fraction of all", () => {
    expect(routesBelow("/dashboard").ids.size).toBeLessThan(10);
    expect(routesBelow("/contacts").ids.size).toBeLessThan(60);
  });

  it("are the same set for all addresses with an unknown first part", () => {
    expect(routesBelow("/no-such-page").key).toBe(routesBelow("/nor/this").key);
  });
});

it.each([
  ["/dashboard.data", "dashboard"],
  ["/_root.data", ""],
  ["/chat/x.data", "chat"],
  ["/Chat", "chat"],
  ["/", ""],
  ["/%ff", "%ff"],
])("the first part of %s is %s", (path, part) => {
  expect(firstPart(path)).toBe(part);
});
