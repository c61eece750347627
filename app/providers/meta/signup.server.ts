import type { Config } from "#app/platform/config/config.server.ts";
import type { Graph } from "./graph.server.ts";

/** The return address of Meta's hosted dialog. */
export const callbackUrl = (config: Config) => `${config.appUrl}/embedded-callback`;

/** Origins that the dialog passes through: Facebook's sign-in, or the simulator. */
export const hostedSignupOrigin = ({ config, graph }: { config: Config; graph: Graph }): string =>
  config.meta.simulated ? new URL(graph.baseUrl).origin : "https://*.facebook.com";

/**
 * Meta's hosted embedded signup for this member, or the simulator's page that plays it: the dialog of the
 * JavaScript SDK (facts/whatsapp-cloud-api.md §3.1), which returns `code` and `state`
 * (docs/decisions/0009-connecting-whatsapp.md).
 */
export function hostedSignupUrl(
  services: { config: Config; graph: Graph },
  state: string,
  businessName: string,
): string {
  const { config, graph } = services;
  const { meta } = config;
  const back = { config_id: meta.configId, redirect_uri: callbackUrl(config), state };
  if (meta.simulated) {
    const page = new URL("/embedded-signup", graph.baseUrl);
    page.search = new URLSearchParams({
      ...back,
      app_id: meta.appId,
      business_name: businessName,
    }).toString();
    return page.href;
  }
  const query = new URLSearchParams({
    ...back,
    client_id: meta.appId,
    response_type: "code",
    override_default_response_type: "true",
    extras: JSON.stringify({ version: "v4", setup: { business: { name: businessName } } }),
  });
  return `https://www.facebook.com/${meta.graphApiVersion}/dialog/oauth?${query}`;
}

/**
 * Step 1 of §3.2: the code (single use, 30 s) for a business token. The client secret travels in the query,
 * as Meta requires; the call is not recorded. `redirectUri` must be the one that the dialog was opened with,
 * empty for the JavaScript SDK.
 */
export async function exchangeCode(
  services: { config: Config; graph: Graph },
  code: string,
  redirectUri: string,
): Promise<string> {
  const { meta } = services.config;
  const answer = await services.graph.call<{ access_token: string }>({
    method: "GET",
    path: "/oauth/access_token",
    query: { client_id: meta.appId, client_secret: meta.appSecret, redirect_uri: redirectUri, code },
  });
  return answer.access_token;
}

export interface InspectedToken {
  isValid: boolean;
  appId: string;
  scopes: string[];
  /** WABAs that each scope is limited to; undefined means all of the user's. */
  targetsOf(scope: string): string[] | undefined;
  expiresAt: Date | null;
}

interface DebugTokenAnswer {
  data: {
    app_id?: string;
    is_valid: boolean;
    scopes?: string[];
    granular_scopes?: { scope: string; target_ids?: string[] }[];
    /** Unix seconds; 0 is never. */
    expires_at?: number;
  };
}

/** Step 2: the token's scopes and expiry, read with the app's own token (§3.3). */
export async function inspectToken(
  services: { config: Config; graph: Graph },
  token: string,
): Promise<InspectedToken> {
  const { meta } = services.config;
  const { data } = await services.graph.call<DebugTokenAnswer>({
    method: "GET",
    path: "/debug_token",
    query: { input_token: token },
    accessToken: `${meta.appId}|${meta.appSecret}`,
  });
  return {
    isValid: data.is_valid,
    appId: data.app_id ?? "",
    scopes: data.scopes ?? [],
    targetsOf: (scope) => data.granular_scopes?.find((entry) => entry.scope === scope)?.target_ids,
    expiresAt: data.expires_at ? new Date(data.expires_at * 1000) : null,
  };
}
