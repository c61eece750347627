import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/importErrors";

/** The refused rows of an import, as a file. */
export async function loader({ context, params: { importId } }: Route.LoaderArgs) {
  return orThrowPage(context.get(apiContext).raw("GET /contacts/imports/:importId/errors", { importId }));
}
