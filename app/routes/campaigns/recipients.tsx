import { messageStateFilter } from "#app/domain/messaging/campaigns/schemas.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/recipients";

/** The recipients of a campaign as a CSV file. */
export async function loader({ request, context, params: { campaignId } }: Route.LoaderArgs) {
  const state = messageStateFilter.safeParse(new URL(request.url).searchParams.get("state")).data;
  return orThrowPage(
    context.get(apiContext).raw("GET /campaigns/:campaignId/recipients.csv", { campaignId, state }),
  );
}
