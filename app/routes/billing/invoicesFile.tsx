import { invoiceFilters } from "#app/domain/money/invoices/schemas.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/invoicesFile";

/** The filtered rows, as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const given = Object.fromEntries(new URL(request.url).searchParams);
  const filters = invoiceFilters.catch({ status: "all", type: "all", period: "12months" }).parse(given);
  return orThrowPage(context.get(apiContext).raw("GET /billing/statement", filters));
}
