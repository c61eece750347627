import { ApiError } from "#app/api/client.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import type { Route } from "./+types/ledgers";

const headers = { "content-type": "text/plain; charset=utf-8", "x-robots-tag": "noindex" };

/** The roots of an organisation's daily ledgers, newest first, one line a day: day, root, message states, payments. */
export async function loader({ request, context, params: { orgId } }: Route.LoaderArgs) {
  const cursor = new URL(request.url).searchParams.get("before") ?? "";
  try {
    const { name, ledgers, nextCursor } = await context.get(apiContext)("GET /site/daily-ledgers", {
      orgId,
      cursor,
    });
    const lines = ledgers.map(({ day, root, messageRows, paymentRows }) =>
      [day, root, messageRows, paymentRows].join(" "),
    );
    const more = nextCursor ? [`?before=${nextCursor}`] : [];
    return new Response([name, ...lines, ...more, ""].join("\n"), { headers });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return new Response(`${error.message}\n`, { status: error.status, headers });
  }
}
