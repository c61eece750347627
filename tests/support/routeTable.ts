import type { RouteConfigEntry } from "@react-router/dev/routes";
import routeTable from "#app/routes.ts";

function pathsOf(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${above}/${entry.path}`.replace(/\/+/g, "/") : above;
    const own = entry.path !== undefined || entry.index ? [path || "/"] : [];
    return [...own, ...pathsOf(entry.children ?? [], path)];
  });
}

/** Every path of `app/routes.ts`, so that a sweep meets new routes by itself. Parameters stay as `:name`. */
export const allPaths: readonly string[] = [...new Set(pathsOf((await routeTable) as RouteConfigEntry[]))];
