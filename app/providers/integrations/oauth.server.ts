import type { OAuthVendor, VendorApp } from "#app/platform/config/integrationsConfig.ts";
import { callService, refusedBy, type ServiceCall, ServiceRefused } from "./call.server.ts";

/** A service's response to an authorisation, stored sealed. */
export interface Credentials {
  accessToken: string;
  refreshToken?: string | undefined;
  /** The API address of this account. */
  apiUrl: string;
}

export interface Granted extends Credentials {
  expiresInSeconds?: number | undefined;
  accountId: string;
  accountName: string;
}

/**
 * How to reach a service: our app, whether simulators are allowed, and the account when each has its own
 * address.
 */
export interface OAuthAccess {
  vendor: OAuthVendor;
  app: VendorApp;
  allowLoopback: boolean;
  account?: string | undefined;
}

interface Endpoints {
  authorize: string;
  token: string;
  api: string;
  revoke?: string;
  scope: string;
  /** In addition to OAuth's own parameters. */
  extra?: Record<string, string>;
}

const salesforceHost = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.(salesforce|force)\.com$/;

function endpointsOf({ vendor, app, account = "" }: OAuthAccess): Endpoints {
  const at = (host: string) => app.url ?? `https://${host}`;
  switch (vendor) {
    case "hubspot":
      return {
        authorize: `${at("app.hubspot.com")}/oauth/authorize`,
        token: `${at("api.hubapi.com")}/oauth/v1/token`,
        api: at("api.hubapi.com"),
        scope: "oauth crm.objects.contacts.read crm.objects.contacts.write",
      };
    case "salesforce":
      return {
        authorize: `${at("login.salesforce.com")}/services/oauth2/authorize`,
        token: `${at("login.salesforce.com")}/services/oauth2/token`,
        revoke: `${at("login.salesforce.com")}/services/oauth2/revoke`,
        api: "",
        scope: "api refresh_token",
      };
    case "shopify": {
      const shop = app.url ? `${app.url}/${account}` : `https://${account}`;
      return {
        authorize: `${shop}/admin/oauth/authorize`,
        token: `${shop}/admin/oauth/access_token`,
        api: `${shop}/admin/api/2025-10`,
        scope: "read_orders,read_fulfillments,read_checkouts",
      };
    }
    case "google_sheets":
      return {
        authorize: `${at("accounts.google.com")}/o/oauth2/v2/auth`,
        token: `${at("oauth2.googleapis.com")}/token`,
        revoke: `${at("oauth2.googleapis.com")}/revoke`,
        api: at("sheets.googleapis.com"),
        scope: "openid email https://www.googleapis.com/auth/spreadsheets",
        extra: { access_type: "offline", prompt: "consent" },
      };
    case "slack":
      return {
        authorize: `${at("slack.com")}/oauth/v2/authorize`,
        token: `${at("slack.com")}/api/oauth.v2.access`,
        revoke: `${at("slack.com")}/api/auth.revoke`,
        api: `${at("slack.com")}/api`,
        scope: "chat:write,channels:history,channels:read",
      };
  }
}

/** The service's consent page for the member, with PKCE (RFC 7636, S256). */
export function authorizeUrl(
  access: OAuthAccess,
  { state, challenge, redirectUri }: { state: string; challenge: string; redirectUri: string },
): string {
  const { authorize, scope, extra } = endpointsOf(access);
  const url = new URL(authorize);
  const query = {
    response_type: "code",
    client_id: access.app.clientId,
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...extra,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

const call = ({ allowLoopback }: OAuthAccess, url: string, request: ServiceCall) =>
  callService(url, request, { allowLoopback });

/** Exchanges a code. @throws ServiceRefused, ServiceUnreachable */
export async function exchangeCode(
  access: OAuthAccess,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
): Promise<Granted> {
  const answer = await askForTokens(access, {
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });
  const tokens = tokensOf(access, answer);
  return { ...tokens, ...(await accountOf(access, tokens, answer)) };
}

/**
 * New tokens for old. @throws ServiceRefused `invalid_grant` when the access was revoked, ServiceUnreachable
 */
export async function refreshTokens(
  access: OAuthAccess,
  old: Credentials,
): Promise<Credentials & Pick<Granted, "expiresInSeconds">> {
  const answer = await askForTokens(access, {
    grant_type: "refresh_token",
    refresh_token: old.refreshToken ?? "",
  });
  const fresh = tokensOf(access, answer, old.apiUrl);
  return { ...fresh, refreshToken: fresh.refreshToken ?? old.refreshToken };
}

async function askForTokens(access: OAuthAccess, grant: Record<string, string>) {
  const { clientId: client_id, clientSecret: client_secret } = access.app;
  const form = { ...grant, client_id, client_secret };
  const answer = await call(access, endpointsOf(access).token, { method: "POST", form });
  // Slack returns refusals with 200.
  if (answer.ok === false) throw refusedBy(400, answer);
  return answer;
}

function tokensOf(access: OAuthAccess, answer: Record<string, unknown>, apiUrl?: string) {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn } = answer;
  if (typeof accessToken !== "string")
    throw new ServiceRefused(400, "no_token", "The service gave no access token.");
  return {
    accessToken,
    refreshToken: typeof refreshToken === "string" ? refreshToken : undefined,
    expiresInSeconds: Number(expiresIn) > 0 ? Number(expiresIn) : undefined,
    apiUrl: apiUrl ?? apiUrlOf(access, answer),
  };
}

/** Salesforce returns the account's address; it may only be one of its own hosts, or our simulator. */
function apiUrlOf(access: OAuthAccess, answer: Record<string, unknown>): string {
  if (access.vendor !== "salesforce") return endpointsOf(access).api;
  const instance = URL.canParse(String(answer.instance_url))
    ? new URL(String(answer.instance_url))
    : undefined;
  const isOurs = access.app.url !== undefined && instance?.origin === new URL(access.app.url).origin;
  if (!instance || !(isOurs || (instance.protocol === "https:" && salesforceHost.test(instance.hostname))))
    throw new ServiceRefused(400, "instance_url", "The service named an address that is not its own.");
  return instance.href.replace(/\/$/, "");
}

/** The account's owner. */
async function accountOf(
  access: OAuthAccess,
  { accessToken, apiUrl }: Credentials,
  answer: Record<string, unknown>,
): Promise<{ accountId: string; accountName: string }> {
  switch (access.vendor) {
    case "hubspot": {
      const about = await call(
        access,
        `${apiUrl}/oauth/v1/access-tokens/${encodeURIComponent(accessToken)}`,
        {},
      );
      return { accountId: String(about.hub_id), accountName: String(about.hub_domain ?? about.hub_id) };
    }
    case "salesforce":
      return {
        accountId: /\/id\/([^/]+)/.exec(String(answer.id))?.[1] ?? apiUrl,
        accountName: new URL(apiUrl).hostname,
      };
    case "shopify":
      return { accountId: access.account ?? "", accountName: access.account ?? "" };
    case "google_sheets": {
      const email = emailIn(String(answer.id_token ?? ""));
      return { accountId: email, accountName: email };
    }
    case "slack": {
      const team = (answer.team ?? {}) as { id?: string; name?: string };
      return { accountId: team.id ?? "", accountName: team.name ?? team.id ?? "" };
    }
  }
}

/** The address in an ID token from the token endpoint itself, so that its signature adds nothing. */
function emailIn(idToken: string): string {
  try {
    const claims = JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString()) as {
      email?: string;
    };
    return claims.email ?? "Google account";
  } catch {
    return "Google account";
  }
}

/** Revokes the access; the service's response changes nothing. */
export async function revokeTokens(access: OAuthAccess, credentials: Credentials): Promise<void> {
  const { revoke, api } = endpointsOf(access);
  const token = credentials.refreshToken ?? credentials.accessToken;
  switch (access.vendor) {
    case "hubspot":
      await call(access, `${api}/oauth/v1/refresh-tokens/${encodeURIComponent(token)}`, { method: "DELETE" });
      return;
    case "shopify":
      await call(access, `${api.replace(/\/api\/[^/]+$/, "")}/api_permissions/current.json`, {
        method: "DELETE",
        headers: { "x-shopify-access-token": credentials.accessToken },
      });
      return;
    case "slack":
      await call(access, revoke!, { method: "POST", token: credentials.accessToken, form: {} });
      return;
    default:
      await call(access, revoke!, { method: "POST", form: { token } });
  }
}
