import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/events";

/** The progress of a campaign as an event stream, for `EventSource`. */
export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext).raw("GET /campaigns/:campaignId/events", { campaignId }));
}
