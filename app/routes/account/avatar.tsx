import { ApiError } from "#app/api/client.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import type { Route } from "./+types/avatar";

/** The profile picture of a user. Each has its own address, so browsers cache it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const picture = new URL(request.url).searchParams.get("picture") ?? "";
  try {
    return await context.get(apiContext).raw("GET /pictures", { picture });
  } catch (error) {
    if (error instanceof ApiError) return new Response(null, { status: error.status });
    throw error;
  }
}
