import { messageStateFilter } from "#app/domain/messaging/campaigns/schemas.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/recipients";

/** The recipients of a campaign as a CSV file. */
export async function loader({ request, context, params: { campaignId } }: Route.LoaderArgs) {
  const state = messageStateFilter.safeParse(new URL(request.url).searchParams.get("state")).data;
  return pageApi(context).raw("GET /campaigns/:campaignId/recipients.csv", { campaignId, state });
}
