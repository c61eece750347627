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

/** Routes that answer with a file, an event stream, a form alone, or another place. */
const notPages = /\*|:|\/(events|export)$|^\/(logout|navigation|login\/code|embedded-callback)$/;
const ofStaff = /^\/admin\b/;
const ofVisitors =
  /^\/(privacy|privacy-policy|terms|terms-of-service|login|signin|signup|verify-otp|forgot-password|reset-password)?$/;

/** The pages that have an address of their own, by who may open them. */
export const pagesOf: Record<"visitors" | "members" | "staff", readonly string[]> = {
  visitors: allPaths.filter((path) => !notPages.test(path) && ofVisitors.test(path)),
  members: allPaths.filter((path) => !notPages.test(path) && !ofVisitors.test(path) && !ofStaff.test(path)),
  staff: allPaths.filter((path) => !notPages.test(path) && ofStaff.test(path)),
};
