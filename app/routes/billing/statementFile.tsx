import { pageApi } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/statementFile";

/** The wallet as a file: credits, spending, and their sources. */
export const loader = ({ context }: Route.LoaderArgs) => pageApi(context).raw("GET /wallet/statement", {});
