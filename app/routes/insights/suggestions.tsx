import { apiContext } from "#app/web/platform.server.ts";
import type { Route } from "./+types/suggestions";

/** What the box of the search offers while somebody types; nothing where it can't be known in time. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const q = (new URL(request.url).searchParams.get("q") ?? "").slice(0, 100);
  const { suggestions } = await context
    .get(apiContext)("GET /search/suggestions", { q })
    .catch(() => ({ suggestions: [] }));
  return Response.json({ suggestions }, { headers: { "cache-control": "no-store" } });
}
