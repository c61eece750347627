import { pageApi } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/export";
import { callQuery, readFilters } from "./readFilters.server.ts";

/** The matching contacts, as the file `contacts_{date}.csv`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const filters = readFilters(new URL(request.url).searchParams);
  return pageApi(context).raw("GET /contacts/export", callQuery(filters));
}
