import type { Graph } from "./graph.server.ts";

/**
 * Whether Meta sends an account's webhooks to this app, or to an override (facts/whatsapp-cloud-api.md §4.4).
 */
export async function readSubscription(
  graph: Graph,
  accessToken: string,
  wabaId: string,
  appId: string,
): Promise<{ isSubscribed: boolean; overriddenBy: string | null }> {
  const { data } = await graph.call<{
    data: { whatsapp_business_api_data?: { id?: string }; override_callback_uri?: string }[];
  }>({ method: "GET", path: `/${encodeURIComponent(wabaId)}/subscribed_apps`, accessToken });
  const ours = data.find((app) => app.whatsapp_business_api_data?.id === appId);
  return { isSubscribed: ours !== undefined, overriddenBy: ours?.override_callback_uri ?? null };
}

export interface Obstacle {
  code: number;
  description: string;
  solution: string;
}

interface RawHealth {
  health_status?: {
    entities?: {
      errors?: { error_code?: number; error_description?: string; possible_solution?: string }[];
    }[];
  };
}

/** Obstacles to sending from an account, as Meta reports them (§3.4). */
export async function readObstacles(graph: Graph, accessToken: string, wabaId: string): Promise<Obstacle[]> {
  const node = await graph.call<RawHealth>({
    method: "GET",
    path: `/${encodeURIComponent(wabaId)}`,
    query: { fields: "health_status" },
    accessToken,
  });
  return (node.health_status?.entities ?? []).flatMap(({ errors = [] }) =>
    errors.map((error) => ({
      code: error.error_code ?? 0,
      description: error.error_description ?? "",
      solution: error.possible_solution ?? "",
    })),
  );
}

export interface NumberHealth {
  status: string;
  qualityRating: string;
  /** `TIER_2K`; null when not reported. */
  messagingLimit: string | null;
}

export async function readNumberHealth(
  graph: Graph,
  accessToken: string,
  phoneNumberId: string,
): Promise<NumberHealth> {
  const node = await graph.call<{
    status?: string;
    quality_rating?: string;
    whatsapp_business_manager_messaging_limit?: string;
  }>({
    method: "GET",
    path: `/${encodeURIComponent(phoneNumberId)}`,
    query: { fields: "status,quality_rating,whatsapp_business_manager_messaging_limit" },
    accessToken,
  });
  return {
    status: node.status ?? "PENDING",
    qualityRating: node.quality_rating ?? "UNKNOWN",
    messagingLimit: node.whatsapp_business_manager_messaging_limit ?? null,
  };
}
