import { readFileSync } from "node:fs";
import path from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routeTable from "#app/routes.ts";

/** A path of `app/routes.ts`, its module, and its layouts, outermost first. */
export interface Place {
  path: string;
  file: string;
  ancestors: readonly string[];
}

function placesOf(entries: readonly RouteConfigEntry[], above = "", ancestors: string[] = []): Place[] {
  return entries.flatMap((entry) => {
    const { file } = entry;
    const path = entry.path ? `${above}/${entry.path}`.replace(/\/+/g, "/") : above;
    const own = entry.path !== undefined || entry.index ? [{ path: path || "/", file, ancestors }] : [];
    return [...own, ...placesOf(entry.children ?? [], path, [...ancestors, file])];
  });
}

/** Every path of `app/routes.ts` with its module, pages and others. */
export const places = placesOf((await routeTable) as RouteConfigEntry[]);

/**
 * Every path of `app/routes.ts`, so that sweeps cover new routes automatically. Parameters stay as `:name`.
 */
export const allPaths: readonly string[] = [...new Set(places.map(({ path }) => path))];

/** The layout modules of the page at a path. */
export const ancestorsOf = (path: string) => places.find((place) => place.path === path)?.ancestors;

const app = path.join(import.meta.dirname, "..", "..", "app");
/** A module with a component shows a page; one without returns a file, an event stream or a redirect. */
const showsPage = ({ file }: Place) => /^export default /m.test(readFileSync(path.join(app, file), "utf8"));

/** The routes that are pages, once each; for a screen and its index route, the screen. */
export const pages: readonly Place[] = places.filter(
  (place, index) =>
    showsPage(place) && places.findIndex((other) => other.path === place.path && showsPage(other)) === index,
);

export type Audience = "visitors" | "members" | "staff";

/** The intended audience of a page, by the folder of its module. Signing out is for signed-in users. */
function audienceOf({ file }: Place): Audience {
  if (/^routes\/(admin|partners)\//.test(file)) return "staff";
  const forAnyone = /^routes\/(public|auth)\//.test(file) && file !== "routes/auth/logout.tsx";
  return forAnyone ? "visitors" : "members";
}

/**
 * What the sweeps in a browser visit. `SWEEP=all` (`npm run sweeps`): every page, in every way.
 * `SWEEP=/billing,/chat`: only the pages below these paths. Unset: every page once, and the main ones in the
 * other ways.
 */
const { SWEEP } = process.env;
const isSwept = (path: string) =>
  !SWEEP || SWEEP === "all" || SWEEP.split(",").some((start) => path.startsWith(start));

/** The audience of the page at a path. */
export const audienceAt = (path: string): Audience | undefined => {
  const page = pages.find((page) => page.path === path);
  return page && audienceOf(page);
};

const pathsFor = (audience: Audience) =>
  pages.filter((page) => audienceOf(page) === audience && isSwept(page.path)).map(({ path }) => path);

/** The paths of all pages, with parameters, by audience. `tour.ts` has an address for each. */
export const pagesOf: Record<Audience, readonly string[]> = {
  visitors: pathsFor("visitors"),
  members: pathsFor("members"),
  staff: pathsFor("staff"),
};

const fileOf = (path: string) => pages.find((page) => page.path === path)?.file;

/** The same without aliases: `/privacy` for `/privacy-policy`. For sweeps in a browser, which take time. */
export const screensOf = (audience: Audience): readonly string[] =>
  pagesOf[audience].filter(
    (path, index, all) => all.findIndex((other) => fileOf(other) === fileOf(path)) === index,
  );

/** A list or an overview, not a detail page or a form. */
const isMain = (path: string) => !path.includes(":") && path.split("/").length <= 3;

/** The main pages, or all when sweeps are requested: for a check in another language, light or line. */
export const variedScreensOf = (audience: Audience): readonly string[] =>
  SWEEP ? screensOf(audience) : screensOf(audience).filter(isMain);
