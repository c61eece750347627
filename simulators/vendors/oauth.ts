import { json, type SimulatorReply, type SimulatorRequest } from "../kit/httpServer.ts";
import type { Vendors } from "./simulator.ts";
import type { VendorName } from "./tokens.ts";

/** The account that signs in at each service. */
export const accounts: Record<VendorName, string> = {
  hubspot: "44556677",
  salesforce: "00DWS000001duka",
  shopify: "",
  google_sheets: "asha@duka-letu.example",
  slack: "T0DUKALETU",
};

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

export const page = (title: string, body: string): SimulatorReply => ({
  status: 200,
  contentType: "text/html; charset=utf-8",
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><body style="font:16px sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem"><h1>${title}</h1>${body}</body></html>`,
});

/** Shopify signs the query of the redirect to the merchant. */
function signedQuery(vendors: Vendors, params: URLSearchParams): void {
  const text = [...params]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  params.set("hmac", vendors.sign("shopify", text, "hex"));
}

/** The page on which a member allows our app; its redirect carries code and state. */
export function authorize(
  vendors: Vendors,
  vendor: VendorName,
  { query }: SimulatorRequest,
  shop?: string,
): SimulatorReply {
  const back = query.get("redirect_uri") ?? "";
  const account = shop ?? accounts[vendor];
  if (!URL.canParse(back) || !query.get("client_id") || !query.get("state"))
    return page("Not possible", "<p>client_id, redirect_uri and state are needed.</p>");
  const answer = (values: Record<string, string>) => {
    const url = new URL(back);
    for (const [name, value] of Object.entries({ ...values, state: query.get("state") ?? "" }))
      url.searchParams.set(name, value);
    if (vendor === "shopify") {
      url.searchParams.set("shop", account);
      signedQuery(vendors, url.searchParams);
    }
    return escaped(url.href);
  };
  const code = vendors.tokens.code(vendor, account, query.get("code_challenge") ?? "", back);
  return page(
    `Simulator of ${vendor}`,
    `<p>The app <b>${escaped(query.get("client_id") ?? "")}</b> asks for access to ${escaped(account)}.</p>
<p><a id="allow" href="${answer({ code })}">Allow</a> · <a id="deny" href="${answer({ error: "access_denied" })}">Deny</a></p>`,
  );
}

/** Tokens for a code or a refresh token. */
export function giveTokens(
  vendors: Vendors,
  vendor: VendorName,
  request: SimulatorRequest,
  base: string,
): SimulatorReply {
  const form = new URLSearchParams(request.body);
  const isOurs = form.get("client_secret") === vendors.options.secrets[vendor];
  const account = isOurs ? vendors.tokens.accountOf(form, vendor) : undefined;
  if (account === undefined)
    return vendor === "slack"
      ? json(200, { ok: false, error: "invalid_grant" })
      : json(400, { error: "invalid_grant", error_description: "The grant is not valid any more." });
  const { expires_in, refresh_token, access_token } = vendors.tokens.grant(vendor, account);
  if (vendor === "shopify") return json(200, { access_token, scope: "read_orders" });
  const claims = Buffer.from(JSON.stringify({ email: account })).toString("base64url");
  return json(200, {
    ok: true,
    access_token,
    refresh_token,
    expires_in,
    token_type: "bearer",
    ...(vendor === "salesforce" ? { instance_url: base, id: `${base}/id/${account}/005WS0000001` } : {}),
    ...(vendor === "google_sheets" ? { id_token: `e30.${claims}.` } : {}),
    ...(vendor === "slack" ? { team: { id: account, name: "Duka Letu" } } : {}),
  });
}
