import { pageApi } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/dailyLedgerFile";

/** The ledger of one day as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const day = new URL(request.url).searchParams.get("day") ?? "";
  return pageApi(context).raw("GET /daily-ledgers/file", { day });
}
