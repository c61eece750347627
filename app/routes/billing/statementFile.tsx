import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/statementFile";

/** The wallet as a file: credits, spending, and their sources. */
export const loader = ({ context }: Route.LoaderArgs) =>
  orThrowPage(context.get(apiContext).raw("GET /wallet/statement", {}));
