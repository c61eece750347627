import { redirect } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/shortLink";

const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" };

/**
 * A short link of a message: redirects to its campaign's target. Requests before a person clicks are not
 * counted.
 */
export async function loader({ request, context, params: { code } }: Route.LoaderArgs) {
  const purpose = request.headers.get("sec-purpose") ?? request.headers.get("purpose") ?? "";
  const isVisit = request.method === "GET" && !/prefetch|preview/.test(purpose);
  try {
    const { url } = await context.get(apiContext)("GET /link", {
      code,
      isVisit: isVisit ? "yes" : "no",
    });
    return redirect(url, { headers });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const text = error.status === 404 ? m.public_short_link_unknown() : error.message;
    return new Response(text, {
      status: error.status,
      headers: { ...headers, "content-type": "text/plain; charset=utf-8" },
    });
  }
}
