import { prefixes } from "#app/platform/locale/localeAddress.ts";
import { platformContext } from "#app/web/platform.server.ts";
import type { Route } from "./+types/robots";

/** What crawlers may read, and the sitemap's address. */
export function loader({ context }: Route.LoaderArgs) {
  const { appUrl } = context.get(platformContext).config;
  const allowed = [
    "/$",
    "/security$",
    "/privacy",
    "/terms",
    ...prefixes.flatMap((prefix) => [`/${prefix}$`, `/${prefix}/`]),
  ];
  const others = ["/login$", "/signup$", "/assets/", "/favicon.svg", "/sitemap.xml"];
  const lines = [...allowed, ...others].map((path) => `Allow: ${path}`);
  const text = ["User-agent: *", ...lines, "Disallow: /", "", `Sitemap: ${appUrl}/sitemap.xml`, ""].join(
    "\n",
  );
  return new Response(text, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=86400" },
  });
}
