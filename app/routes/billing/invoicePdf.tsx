import { pageApi } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/invoicePdf";

/** A document as a file. */
export async function loader({ context, params: { invoiceId } }: Route.LoaderArgs) {
  return pageApi(context).raw("GET /billing/invoices/:invoiceId/pdf", { invoiceId });
}
