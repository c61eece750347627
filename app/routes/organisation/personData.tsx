import { pageApi } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/personData";

/** A person's complete data, as a file. */
export async function loader({ context, params: { personRequestId } }: Route.LoaderArgs) {
  return pageApi(context).raw("GET /privacy/requests/:personRequestId/data", { personRequestId });
}
