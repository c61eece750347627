import { pageApi } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/notificationsEvents";

/** The counts of the frame as an event stream, for `EventSource`. */
export async function loader({ context }: Route.LoaderArgs) {
  return pageApi(context).raw("GET /notifications/events", {});
}
