import { invoiceFilters } from "#app/domain/money/invoices/schemas.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/invoicesFile";

/** The filtered rows, as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const given = Object.fromEntries(new URL(request.url).searchParams);
  const filters = invoiceFilters.catch({ status: "all", type: "all", period: "12months" }).parse(given);
  return pageApi(context).raw("GET /billing/statement", filters);
}
