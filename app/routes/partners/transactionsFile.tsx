import { transactionQuery } from "#app/domain/partners/schemas.ts";
import { isPartner } from "#app/platform/roles/accountKinds.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/transactionsFile";

/** The filtered rows, as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = transactionQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const api = pageApi(context);
  return isPartner(context.get(userContext))
    ? api.raw("GET /partner/transactions/export", filter)
    : api.raw("GET /admin/partner-transactions/export", filter);
}
