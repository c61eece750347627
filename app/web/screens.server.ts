import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import type { Locale } from "#app/platform/locale/locale.ts";
import { createCanonicalPaths } from "./canonicalPath.server.ts";
import { createRoutesBelow } from "./routesBelow.ts";

/** The script of other languages than the build's own. */
export type ScriptsByLocale = Partial<Record<Locale, ServerBuild["assets"]>>;

export interface Screens {
  of: ServerBuild;
  answer: (locale: Locale, request: Request, context: RouterContextProvider) => Promise<Response>;
  canonicalPath: ReturnType<typeof createCanonicalPaths>;
}

/**
 * A build responds in each language with that language's script. The router copies and ranks its routes for
 * every page, so each first part has a router of its own, with its routes.
 */
export function screensOf(build: ServerBuild, assets: ScriptsByLocale, mode: string): Screens {
  const routesBelow = createRoutesBelow(build.routes);
  const routers = new Map<string, ReturnType<typeof createRequestHandler>>();
  function routerFor(locale: Locale, pathname: string) {
    const { key, ids } = routesBelow(pathname);
    const place = `${locale} ${key}`;
    const own = assets[locale] ?? build.assets;
    const router =
      routers.get(place) ??
      createRequestHandler(
        { ...build, routes: only(build.routes, ids), assets: { ...own, routes: only(own.routes, ids) } },
        mode,
      );
    routers.set(place, router);
    return router;
  }
  return {
    of: build,
    answer: (locale, request, context) => routerFor(locale, new URL(request.url).pathname)(request, context),
    canonicalPath: createCanonicalPaths(build.routes),
  };
}

function only<Route>(routes: Record<string, Route>, ids: ReadonlySet<string>): Record<string, Route> {
  return Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
}
