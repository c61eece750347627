import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/events";

/** The progress of a campaign as an event stream, for `EventSource`. */
export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  return orThrowPage(context.get(apiContext).raw("GET /campaigns/:campaignId/events", { campaignId }));
}
