import { sessionFilter } from "#app/domain/flows/schemas.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/sessionsFile";

/** The matching sessions, as a file. */
export function loader({ request, context, params: { flowId } }: Route.LoaderArgs) {
  const { status } = sessionFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  return pageApi(context).raw("GET /flows/:flowId/sessions.csv", { flowId, status });
}
