import { href, redirect } from "react-router";
import { pageApi } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/typing";

/** Script reports that the member is typing; `toCustomer`: the customer sees it too. */
export async function action({ request, context, params: { conversationId } }: Route.ActionArgs) {
  const toCustomer = new URL(request.url).searchParams.has("toCustomer");
  await pageApi(context)("POST /conversations/:conversationId/typing", { conversationId, toCustomer });
  return new Response(null, { status: 204 });
}

/** A direct visit redirects to the conversation. */
export const loader = ({ params }: Route.LoaderArgs) =>
  redirect(href("/chat/:conversationId", { conversationId: params.conversationId }));
