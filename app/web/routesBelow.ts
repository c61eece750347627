/** Routes by their ids, as a build lists them. */
type Routes = Record<string, { parentId?: string | undefined; path?: string | undefined } | undefined>;

/**
 * What the router treats as the same first part of an address: any case, percent-encoding, and a data
 * request's ending.
 */
export function firstPart(pathname: string): string {
  const part = pathname.split("/").find(Boolean) ?? "";
  try {
    return decodeURIComponent(part)
      .toLowerCase()
      .replace(/^_root\.data$|\.data$/, "");
  } catch {
    return part;
  }
}

/** The first part of each address below a route; undefined when any part matches, "" for the home page. */
function firstPartOf(routes: Routes, id: string): string | undefined {
  const parts: string[] = [];
  for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined)
    if (route.path) parts.unshift(route.path);
  const path = parts.join("/");
  return /^(:|\*|[^/]*\?)/.test(path) ? undefined : firstPart(path);
}

/** The ids of a route and of its parents. */
function withAncestors(routes: Routes, id: string): string[] {
  const { parentId } = routes[id] ?? {};
  return parentId ? [...withAncestors(routes, parentId), id] : [id];
}

/**
 * The routes that an address can match, by its first part: most requests concern a handful of the hundreds.
 * An unknown first part matches only those that start with a parameter.
 */
export function createRoutesBelow(routes: Routes) {
  const parts = new Map(Object.keys(routes).map((id) => [id, firstPartOf(routes, id)]));
  const known = new Set(parts.values());
  const tables = new Map<string, ReadonlySet<string>>();
  /** The first part if routes have it; else "*", which stands for all others. */
  const keyOf = (pathname: string) => {
    const part = firstPart(pathname);
    return known.has(part) ? part : "*";
  };
  const idsBelow = (key: string) => {
    const ids = Object.keys(routes).filter((id) => [key, undefined].includes(parts.get(id)));
    return new Set(ids.flatMap((id) => withAncestors(routes, id)));
  };
  return (pathname: string): { key: string; ids: ReadonlySet<string> } => {
    const key = keyOf(pathname);
    const ids = tables.get(key) ?? idsBelow(key);
    tables.set(key, ids);
    return { key, ids };
  };
}
