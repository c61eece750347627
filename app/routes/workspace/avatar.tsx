import { ApiError } from "#app/api/client.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import type { Route } from "./+types/avatar";

/** The profile picture of a user. Each has an address of its own, so browsers keep it. */
export async function loader({ context, params: { pictureId } }: Route.LoaderArgs) {
  try {
    return await context.get(apiContext).raw("GET /pictures", { picture: pictureId });
  } catch (error) {
    if (error instanceof ApiError) return new Response(null, { status: error.status });
    throw error;
  }
}
