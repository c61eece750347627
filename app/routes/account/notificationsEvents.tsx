import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/notificationsEvents";

/** The counts of the frame as an event stream, for `EventSource`. */
export async function loader({ context }: Route.LoaderArgs) {
  return orThrowPage(context.get(apiContext).raw("GET /notifications/events", {}));
}
