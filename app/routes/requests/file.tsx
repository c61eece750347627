import { requestFilters } from "#app/domain/sales/requests/schemas.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/file";

/** The matching requests as a file. */
export const loader = ({ request, context }: Route.LoaderArgs) =>
  orThrowPage(
    context
      .get(apiContext)
      .raw(
        "GET /payment-requests/file",
        requestFilters.omit({ cursor: true }).parse(Object.fromEntries(new URL(request.url).searchParams)),
      ),
  );
