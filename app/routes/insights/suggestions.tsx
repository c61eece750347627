import { apiContext } from "#app/web/platform.server.ts";
import type { Route } from "./+types/suggestions";

/** The search box's suggestions while typing; none when they take too long. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const q = (new URL(request.url).searchParams.get("q") ?? "").slice(0, 100);
  const { suggestions } = await context
    .get(apiContext)("GET /search/suggestions", { q })
    .catch(() => ({ suggestions: [] }));
  return Response.json({ suggestions }, { headers: { "cache-control": "no-store" } });
}
