import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import type { Route } from "./+types/chatEvents";

/** The event stream of the chat, for `EventSource`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  return orErrorPage(
    context.get(apiContext).raw("GET /conversations/events", {
      conversationId: query.get("conversationId") ?? undefined,
      since: query.get("since") ?? undefined,
    }),
  );
}
