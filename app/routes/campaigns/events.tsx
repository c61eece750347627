import { pageApi } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/events";

/** The progress of a campaign as an event stream, for `EventSource`. */
export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  return pageApi(context).raw("GET /campaigns/:campaignId/events", { campaignId });
}
