import { isPartner } from "#app/platform/roles/accountKinds.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/statementFile";

/** Every batch of a settlement, as a file. */
export async function loader({ context, params: { settlementId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  return orThrowPage(
    isPartner(context.get(userContext))
      ? api.raw("GET /partner/settlements/:settlementId/statement", { settlementId })
      : api.raw("GET /admin/settlements/:settlementId/statement", { settlementId }),
  );
}
