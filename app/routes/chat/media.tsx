import { href, redirect } from "react-router";
import { z } from "zod";
import { ApiError } from "#app/api/client.server.ts";
import { conversationId } from "#app/domain/messaging/conversations/schemas.ts";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/media";

/**
 * A file of a message. `size=small` is its thumbnail, `as=caf` a recording for iPhones, `save=1` forces a
 * download.
 */
export async function loader({ request, context, params: { mediaId } }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const range = request.headers.get("range");
  try {
    return await context.get(apiContext).raw(
      "GET /media/:mediaId",
      {
        mediaId,
        size: query.get("size") === "small" ? "small" : undefined,
        as: query.get("as") === "caf" ? "caf" : undefined,
        save: query.get("save") === "1" ? "1" : undefined,
      },
      { headers: range ? { range } : {} },
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) return redirect(href("/login"));
    return new Response(null, { status: error.status });
  }
}

/** Retries fetching a missing file. */
export const action = formAction(
  z.object({ conversationId }),
  async ({ value, api }, { params: { mediaId } }: Route.ActionArgs) => {
    await api("POST /media/:mediaId/fetch", { mediaId });
    return done(href("/chat/:conversationId", value), m.chat_media_loading_done());
  },
);
