import type { OrgContext } from "#app/platform/context.ts";
import type { Graph } from "./graph.server.ts";
import { managementCall } from "./managementCall.server.ts";

export interface WabaNode {
  id: string;
  name: string;
  businessId: string | null;
  /** Whether Meta has verified the business that owns it; null when Meta does not report it. */
  isBusinessVerified: boolean | null;
}

interface RawWaba {
  id: string;
  name?: string;
  owner_business_info?: { id?: string };
  business_verification_status?: string;
}

/** Reads a WABA: proves that the token reaches it. */
export async function readWaba(graph: Graph, accessToken: string, wabaId: string): Promise<WabaNode> {
  const node = await graph.call<RawWaba>({
    method: "GET",
    path: `/${encodeURIComponent(wabaId)}`,
    query: { fields: "id,name,owner_business_info,business_verification_status" },
    accessToken,
  });
  const verification = node.business_verification_status;
  return {
    id: node.id,
    name: node.name ?? "",
    businessId: node.owner_business_info?.id ?? null,
    // Meta's reference uses capitals, its responses lower case.
    isBusinessVerified: verification === undefined ? null : verification.toLowerCase() === "verified",
  };
}

export interface NumberNode {
  phoneNumberId: string;
  displayPhoneNumber: string;
  verifiedName: string;
  /** CONNECTED is needed to send (facts/whatsapp-cloud-api.md §3.4). */
  status: string;
  qualityRating: string;
  /** Null when Meta does not report it. */
  throughputPerSecond: number | null;
  /** The portfolio's messaging limit (`TIER_2K`); null when not reported. */
  portfolioLimit: string | null;
  /** The number is also in the WhatsApp Business app: it is registered there, not by us. */
  inBusinessApp: boolean;
}

interface RawNumber {
  id: string;
  display_phone_number: string;
  verified_name?: string;
  status?: string;
  quality_rating?: string;
  throughput?: { level?: string };
  is_on_biz_app?: boolean;
  whatsapp_business_manager_messaging_limit?: string;
}

const numberFields =
  "id,display_phone_number,verified_name,status,quality_rating,throughput,platform_type,is_on_biz_app,whatsapp_business_manager_messaging_limit";
const mostPages = 20;

/** Every number of a WABA, over all pages. */
export async function listWabaNumbers(
  graph: Graph,
  accessToken: string,
  wabaId: string,
): Promise<NumberNode[]> {
  const found: NumberNode[] = [];
  let after: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await graph.call<{
      data: RawNumber[];
      paging?: { next?: string; cursors?: { after?: string } };
    }>({
      method: "GET",
      path: `/${encodeURIComponent(wabaId)}/phone_numbers`,
      query: { fields: numberFields, limit: "100", ...(after ? { after } : {}) },
      accessToken,
    });
    found.push(...answer.data.map(numberOf));
    after = answer.paging?.next ? answer.paging.cursors?.after : undefined;
    if (!after) break;
  }
  return found;
}

/** Messages a second (§10). */
const perSecond: Record<string, number> = { STANDARD: 80, HIGH: 1000 };

/** A number in the Business app sends 20 a second (§3.2). */
function numberOf(raw: RawNumber): NumberNode {
  const inBusinessApp = raw.is_on_biz_app === true;
  return {
    phoneNumberId: raw.id,
    displayPhoneNumber: raw.display_phone_number,
    verifiedName: raw.verified_name ?? "",
    status: raw.status ?? "PENDING",
    qualityRating: raw.quality_rating ?? "UNKNOWN",
    throughputPerSecond: inBusinessApp
      ? 20
      : raw.throughput
        ? (perSecond[raw.throughput.level ?? ""] ?? 80)
        : null,
    portfolioLimit: raw.whatsapp_business_manager_messaging_limit ?? null,
    inBusinessApp,
  };
}

/** Subscribes our app to the WABA's webhooks (§4.4). */
export async function subscribeApp(ctx: OrgContext, accessToken: string, wabaId: string): Promise<void> {
  await managementCall(ctx, { method: "POST", path: `/${wabaId}/subscribed_apps`, accessToken });
}

export async function unsubscribeApp(ctx: OrgContext, accessToken: string, wabaId: string): Promise<void> {
  await managementCall(ctx, { method: "DELETE", path: `/${wabaId}/subscribed_apps`, accessToken });
}

/** Makes a number ready to send; at most 10 calls a number in 72 hours (§3.4). `pin`: 6 digits, the two-step PIN from now on. */
export async function registerNumber(
  ctx: OrgContext,
  accessToken: string,
  phoneNumberId: string,
  pin: string,
): Promise<void> {
  await managementCall(ctx, {
    method: "POST",
    path: `/${phoneNumberId}/register`,
    body: { messaging_product: "whatsapp", pin },
    accessToken,
  });
}
