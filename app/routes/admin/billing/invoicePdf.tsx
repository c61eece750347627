import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/invoicePdf";

/** An invoice as a file. */
export async function loader({ context, params: { invoiceId } }: Route.LoaderArgs) {
  return orThrowPage(context.get(apiContext).raw("GET /admin/invoices/:invoiceId/pdf", { invoiceId }));
}
