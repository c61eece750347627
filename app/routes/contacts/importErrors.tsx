import { pageApi } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/importErrors";

/** The refused rows of an import, as a file. */
export async function loader({ context, params: { importId } }: Route.LoaderArgs) {
  return pageApi(context).raw("GET /contacts/imports/:importId/errors", { importId });
}
