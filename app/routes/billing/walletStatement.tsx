import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/walletStatement";

/** The wallet as a file: what came in, what was spent, and what paid for it. */
export const loader = ({ context }: Route.LoaderArgs) =>
  orErrorPage(context.get(apiContext).raw("GET /wallet/statement", {}));
