import { isPartner } from "#app/platform/roles/accountKinds.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/statementFile";

/** Every batch of a settlement, as a file. */
export async function loader({ context, params: { settlementId } }: Route.LoaderArgs) {
  const api = pageApi(context);
  return isPartner(context.get(userContext))
    ? api.raw("GET /partner/settlements/:settlementId/statement", { settlementId })
    : api.raw("GET /admin/settlements/:settlementId/statement", { settlementId });
}
