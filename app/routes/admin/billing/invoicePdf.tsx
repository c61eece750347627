import { pageApi } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/invoicePdf";

/** An invoice as a file. */
export async function loader({ context, params: { invoiceId } }: Route.LoaderArgs) {
  return pageApi(context).raw("GET /admin/invoices/:invoiceId/pdf", { invoiceId });
}
