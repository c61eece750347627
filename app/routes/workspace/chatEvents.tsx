import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import type { Route } from "./+types/chatEvents";

/** The event stream of the chat, for `EventSource`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const answer = await orErrorPage(
    context.get(apiContext).raw("GET /conversations/events", {
      conversationId: query.get("conversationId") ?? undefined,
      since: query.get("since") ?? undefined,
    }),
  );
  // Headers of an answer that came over HTTP cannot be added to, and the middleware does.
  return new Response(answer.body, { headers: new Headers(answer.headers) });
}
