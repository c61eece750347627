import { exportOf } from "#app/domain/console/billing/schemas.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/file";

/** A list of the Billing tab as a CSV file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = exportOf.parse(Object.fromEntries(new URL(request.url).searchParams));
  return pageApi(context).raw("GET /admin/billing/file", query);
}
