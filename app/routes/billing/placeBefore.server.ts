import type { ApiClient } from "#app/api/client.server.ts";
import { safePath } from "#app/platform/http/safePath.ts";
import { m } from "#messages";

/**
 * The page waiting for the money, by `from`: a draft is named, any other screen of ours is a link back; else
 * null.
 */
export async function placeBefore(request: Request, api: ApiClient) {
  const to = safePath(new URL(request.url).searchParams.get("from"), "");
  if (to === "") return null;
  const campaignId = /^\/messaging\/campaigns\/(\w+)\/review$/.exec(to)?.[1];
  if (campaignId === undefined) return { to, label: m.billing_go_back() };
  const campaign = await api("GET /campaigns/:campaignId", { campaignId }).catch(() => null);
  return campaign && { to, label: m.billing_show_back_to_campaign({ campaignName: campaign.name }) };
}
