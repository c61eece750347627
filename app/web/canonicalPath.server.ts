import type { ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];

/** The path of a route, from the root on; undefined when a part of it is a parameter. */
function staticPathOf(routes: Routes, id: string): string | undefined {
  const parts: string[] = [];
  for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined)
    if (route.path) parts.unshift(route.path);
  const path = `/${parts.join("/")}`;
  return /[:*?]/.test(path) ? undefined : path;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What the router treats as equal: any case, extra slashes, percent-encoding. */
const alike = (path: string) => `/${decoded(path).toLowerCase().split("/").filter(Boolean).join("/")}`;

/**
 * The router matches a page under many spellings of its path. Returns the canonical one for a path without
 * parameters; undefined when it is spelt so already, or belongs to no such page.
 */
export function createCanonicalPaths(routes: Routes) {
  const paths = new Map<string, string>();
  for (const id of Object.keys(routes)) {
    const path = staticPathOf(routes, id);
    if (path !== undefined) paths.set(alike(path), path);
  }
  return (path: string): string | undefined => {
    const canonical = paths.get(alike(path));
    return canonical === path ? undefined : canonical;
  };
}
