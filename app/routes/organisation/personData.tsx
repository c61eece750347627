import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/personData";

/** A person's complete data, as a file. */
export async function loader({ context, params: { personRequestId } }: Route.LoaderArgs) {
  return orThrowPage(
    context.get(apiContext).raw("GET /privacy/requests/:personRequestId/data", { personRequestId }),
  );
}
