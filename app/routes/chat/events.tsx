import { pageApi } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/events";

/** The event stream of the chat, for `EventSource`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  return pageApi(context).raw("GET /conversations/events", {
    conversationId: query.get("conversationId") ?? undefined,
    since: query.get("since") ?? undefined,
  });
}
