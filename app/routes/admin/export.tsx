import { exportQuery } from "#app/domain/console/schemas.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { requireRole } from "#app/web/session.server.ts";
import type { Route } from "./+types/export";

export const middleware: Route.MiddlewareFunction[] = [requireRole("admin")];

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = exportQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return pageApi(context).raw("GET /admin/export", query);
}
