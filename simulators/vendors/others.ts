import { json, type SimulatorReply, type SimulatorRequest } from "../kit/httpServer.ts";
import { listAt, objectAt, textAt } from "../kit/json.ts";
import { revoke } from "./crm.ts";
import { accountOf, bodyOf, type Vendors } from "./simulator.ts";

/** Google's values of a sheet: read a range, append a row. */
export function sheets(vendors: Vendors, request: SimulatorRequest): SimulatorReply {
  if (request.path === "/revoke") return revoke(vendors, "google_sheets", request);
  if (!accountOf(vendors, "google_sheets", request))
    return json(401, {
      error: { code: 401, message: "Request had invalid credentials.", status: "UNAUTHENTICATED" },
    });
  const range = /\/values\/([^/]+)$/.exec(request.path)?.[1];
  if (!range) return json(404, { error: { code: 404, message: "Not found.", status: "NOT_FOUND" } });
  const isAppend = range.endsWith(":append");
  const [sheet = ""] = decodeURIComponent(range.replace(/:append$/, "")).split("!");
  const rows = vendors.sheets.get(sheet) ?? [];
  if (!isAppend) return json(200, { range, majorDimension: "ROWS", values: rows });
  const added = listAt(bodyOf(request), "values").map((row) => (row as unknown[]).map(String));
  vendors.sheets.set(sheet, [...rows, ...added]);
  return json(200, { updates: { updatedRows: added.length } });
}

/** Slack's Web API: every response is 200. */
export function slack(vendors: Vendors, request: SimulatorRequest): SimulatorReply {
  const account = accountOf(vendors, "slack", request);
  if (!account) return json(200, { ok: false, error: "invalid_auth" });
  if (request.path === "/api/auth.revoke") {
    vendors.tokens.revoke("slack", account);
    return json(200, { ok: true, revoked: true });
  }
  if (request.path.startsWith("/api/conversations.")) return readSlack(vendors, request);
  const body = bodyOf(request);
  const ts = `${Math.floor(Date.now() / 1000)}.${vendors.nextId().padStart(6, "0")}`;
  const channel = channelOf(textAt(body, "channel") ?? "");
  const threadTs = textAt(body, "thread_ts");
  vendors.slack.push({ channel, text: textAt(body, "text") ?? "", ts, threadTs, metadata: body.metadata });
  return json(200, { ok: true, channel, ts });
}

/** Each channel's id contains its name. */
const channelOf = (named: string) => `C0SIM${named.replace(/^#|^C0SIM(?=\w)/, "").toUpperCase()}`;

/** Posted messages; read by a channel's id, as at Slack. */
function readSlack(vendors: Vendors, { path, query }: SimulatorRequest): SimulatorReply {
  if (path.endsWith(".list")) {
    const names = new Set(vendors.slack.map(({ channel }) => channel));
    const channels = [...names].map((id) => ({ id, name: id.slice("C0SIM".length).toLowerCase() }));
    return json(200, { ok: true, channels, response_metadata: { next_cursor: "" } });
  }
  const [channel, thread, oldest] = [query.get("channel"), query.get("ts"), Number(query.get("oldest") ?? 0)];
  if (!vendors.slack.some((posted) => posted.channel === channel))
    return json(200, { ok: false, error: "channel_not_found" });
  const messages = vendors.slack
    .filter((posted) => posted.channel === channel && Number(posted.ts) >= oldest)
    .filter(({ ts, threadTs }) => (thread === null ? threadTs === undefined : thread === (threadTs ?? ts)))
    .map(({ ts, threadTs, text, metadata }) => ({
      type: "message",
      ts,
      thread_ts: threadTs,
      text,
      metadata,
    }));
  return json(200, { ok: true, messages, has_more: false });
}

/** A reply of a person in a thread. */
export async function replyInSlack(
  vendors: Vendors,
  reply: { channel: string; threadTs: string; text: string },
) {
  const body = JSON.stringify({
    type: "event_callback",
    team_id: "T0DUKALETU",
    event_id: `Ev${vendors.nextId()}`,
    event: {
      type: "message",
      user: "U0ASHA",
      channel: reply.channel,
      text: reply.text,
      ts: `${Date.now() / 1000}`,
      thread_ts: reply.threadTs,
    },
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  return vendors.post("slack", body, {
    "x-slack-request-timestamp": timestamp,
    "x-slack-signature": `v0=${vendors.sign("slack", `v0:${timestamp}:${body}`, "hex")}`,
  });
}

/** Shopify's subscriptions, and revoking our access. */
export function shopify(vendors: Vendors, request: SimulatorRequest): SimulatorReply {
  const shop = accountOf(vendors, "shopify", request);
  if (!shop) return json(401, { errors: "[API] Invalid API key or access token" });
  const { method, path } = request;
  if (path.endsWith("/api_permissions/current.json")) {
    vendors.tokens.revoke("shopify", shop);
    return json(200, {});
  }
  const own = vendors.shopHooks.filter((hook) => hook.shop === shop);
  if (method === "GET") return json(200, { webhooks: own.map(({ shop: _, ...hook }) => hook) });
  if (method === "DELETE") {
    const id = Number(/\/webhooks\/(\d+)\.json$/.exec(path)?.[1]);
    const at = vendors.shopHooks.findIndex((hook) => hook.id === id);
    if (at >= 0) vendors.shopHooks.splice(at, 1);
    return json(200, {});
  }
  const wanted = objectAt(bodyOf(request), "webhook");
  const hook = { topic: textAt(wanted, "topic") ?? "", address: textAt(wanted, "address") ?? "" };
  if (own.some(({ topic, address }) => topic === hook.topic && address === hook.address))
    return json(422, { errors: { address: ["for this topic has already been taken"] } });
  vendors.shopHooks.push({ id: Number(vendors.nextId()), shop, ...hook });
  return json(201, { webhook: hook });
}

/** Sends a shop event to each subscribed address. Returns the last response's status. */
export async function sendFromShop(
  vendors: Vendors,
  shop: string,
  topic: string,
  object: object,
): Promise<number> {
  const body = JSON.stringify({ ...object, updated_at: new Date().toISOString() });
  const headers = {
    "x-shopify-topic": topic,
    "x-shopify-shop-domain": shop,
    "x-shopify-webhook-id": vendors.nextId(),
    "x-shopify-triggered-at": new Date().toISOString(),
    "x-shopify-hmac-sha256": vendors.sign("shopify", body, "base64"),
  };
  let status = 0;
  for (const hook of vendors.shopHooks.filter((one) => one.shop === shop && one.topic === topic))
    status = await vendors.post(hook.address, body, headers);
  return status;
}
