import { analyticsTable, period } from "#app/domain/insights/analytics/schemas.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/analyticsFile";

/** One table of the analytics as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  return pageApi(context).raw("GET /analytics/file", {
    period: period.parse(query.get("period")),
    from: query.get("from") ?? "",
    to: query.get("to") ?? "",
    table: analyticsTable.parse(query.get("table")),
  });
}
