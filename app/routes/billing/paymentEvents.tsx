import { pageApi } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/paymentEvents";

/** The progress of a payment as an event stream, for `EventSource`. */
export async function loader({ request, context, params: { paymentId } }: Route.LoaderArgs) {
  const since = new URL(request.url).searchParams.get("since") ?? undefined;
  return pageApi(context).raw("GET /payments/:paymentId/events", { paymentId, since });
}
