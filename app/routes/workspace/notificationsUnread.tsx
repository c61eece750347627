import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import type { Route } from "./+types/notificationsUnread";

/** The counts of the frame alone, so that an open page follows them at the price of one small answer. */
export async function loader({ context }: Route.LoaderArgs) {
  return Response.json(await orErrorPage(context.get(apiContext)("GET /notifications/unread", {})));
}
