import { createHash } from "node:crypto";
import { Hono } from "hono";
import type { z } from "zod";
import { isStorable } from "#app/api/json.ts";
import { hookUrl } from "#app/domain/integrations/connections/find.server.ts";
import { connectionOfToken } from "#app/domain/integrations/connections/shopAddress.ts";
import {
  hubspotEvents,
  type ShopObject,
  shopObject,
  slackBody,
} from "#app/domain/integrations/vendors/bodies.ts";
import { receiveFromShop, receiveNotices } from "#app/domain/integrations/vendors/receive.server.ts";
import {
  hubspotFits,
  isRecent,
  shopifyFits,
  slackFits,
} from "#app/domain/integrations/vendors/signatures.ts";
import type { OAuthVendor } from "#app/platform/config/integrationsConfig.ts";
import type { Services } from "#app/platform/context.ts";
import { readBody } from "#app/platform/http/readBody.ts";
import { shopifyTopics } from "#app/providers/integrations/shopify.server.ts";
import { jsonIn } from "./storableJson.ts";

const maxBodyBytes = 1024 * 1024;
const hour = 3_600_000;
/** A shop retries for 48 hours. */
const oldestFromShopMs = 72 * hour;

const refuse = (status: number, code: string, message: string) =>
  Response.json({ message, code }, { status });
const unsigned = () => refuse(401, "webhook.signature", "The signature is missing, wrong or too old.");
const malformed = () => refuse(400, "webhook.malformed_json", "The body is not what this service sends.");
const nothingHere = () => refuse(404, "webhook.no_such_endpoint", "There is nothing here.");

/** The parsed body; undefined when its shape is wrong or it cannot be stored. */
function readAs<T>(schema: z.ZodType<T>, json: unknown): T | undefined {
  const read = schema.safeParse(json);
  return read.success && isStorable(read.data) ? read.data : undefined;
}

interface Posted {
  request: Request;
  body: Buffer;
  json: unknown;
}

/**
 * Webhooks of connected services, below `/api/hooks/integrations`: verified on the raw bytes, stored once,
 * acknowledged, and applied afterwards. A service without an app of ours has none.
 */
export function integrationHooks(services: Services): Hono {
  const app = new Hono();
  const secretOf = (vendor: OAuthVendor) => services.config.integrations.apps[vendor]?.signingSecret;

  const post = (path: string, handle: (posted: Posted, param: string) => Promise<Response>) =>
    app.post(path, async (c) => {
      const body = await readBody(c.req.raw, maxBodyBytes);
      if (!body) return refuse(413, "webhook.too_large", "The body is larger than 1 MB.");
      try {
        return await handle({ request: c.req.raw, body, json: jsonIn(body) }, c.req.param("token") ?? "");
      } catch (error) {
        services.log.error({ err: error }, "notice of a service not stored");
        return refuse(503, "webhook.not_stored", "Storage is down. Send it again later.");
      }
    });

  post("/hubspot", (posted) => handleHubspot(services, posted, secretOf("hubspot")));
  // Shops connected before each had its own address, until they are resubscribed.
  post("/shopify", (posted) => handleShopify(services, posted, secretOf("shopify")));
  post("/shopify/:token", (posted, token) => handleShopify(services, posted, secretOf("shopify"), token));
  post("/slack", (posted) => handleSlack(services, posted, secretOf("slack")));
  return app;
}

async function handleHubspot(
  services: Services,
  { request, body, json }: Posted,
  secret: string | undefined,
) {
  const { headers } = request;
  const signed = {
    method: "POST",
    url: hookUrl(services.config, "hubspot"),
    body,
    timestamp: headers.get("x-hubspot-request-timestamp"),
    signature: headers.get("x-hubspot-signature-v3"),
  };
  if (!hubspotFits(signed, secret, services.clock.now())) return unsigned();
  const events = readAs(hubspotEvents, json);
  if (!events) return malformed();
  // A bulk import there is a flood; its contacts are read when they next change.
  const relevant = events.filter(
    ({ subscriptionType, changeSource, objectId }) =>
      /^contact\.(creation|propertyChange)$/.test(subscriptionType) &&
      changeSource !== "IMPORT" &&
      objectId !== undefined,
  );
  // Creations first, then changes.
  relevant.sort((a, b) => a.subscriptionType.localeCompare(b.subscriptionType));
  for (const [portalId, events] of Map.groupBy(relevant, (event) => String(event.portalId)))
    await receiveNotices(
      services,
      { provider: "hubspot", accountId: portalId },
      events.map(({ eventId, objectId, subscriptionType }) => ({
        externalId: `${eventId}:${subscriptionType}:${objectId}`,
        topic: subscriptionType,
        body: JSON.stringify({ objectId }),
      })),
    );
  return new Response(null, { status: 204 });
}

async function handleShopify(
  services: Services,
  { request, body, json }: Posted,
  secret: string | undefined,
  token?: string,
) {
  const { headers } = request;
  const connection = token === undefined ? undefined : connectionOfToken(services.config, token);
  if (token !== undefined && !connection) return nothingHere();
  if (!shopifyFits(body, headers.get("x-shopify-hmac-sha256"), secret)) return unsigned();
  const topic = headers.get("x-shopify-topic") ?? "";
  const object = readAs(shopObject, json);
  if (!object || !(shopifyTopics as readonly string[]).includes(topic)) return malformed();
  if (!isOfNow(topic, object, services.clock.now())) return unsigned();
  const isStored = await receiveFromShop(
    services,
    connection ?? { shop: headers.get("x-shopify-shop-domain") ?? "" },
    {
      // The headers are not signed: the body itself identifies a repeat, under any topic and id.
      externalId: createHash("sha256").update(body).digest("hex"),
      topic,
      body: JSON.stringify(object),
    },
  );
  return isStored ? new Response(null, { status: 200 }) : nothingHere();
}

/**
 * The event's age, by the signed body. An uninstall notice carries the shop, whose dates do not give its age.
 */
const isOfNow = (topic: string, { updated_at: updated, created_at: created }: ShopObject, now: Date) =>
  topic === "app/uninstalled" || isRecent(Date.parse(updated ?? created ?? ""), now, oldestFromShopMs);

async function handleSlack(services: Services, { request, body, json }: Posted, secret: string | undefined) {
  const { headers } = request;
  const signed = {
    body,
    timestamp: headers.get("x-slack-request-timestamp"),
    signature: headers.get("x-slack-signature"),
  };
  if (!slackFits(signed, secret, services.clock.now())) return unsigned();
  const message = readAs(slackBody, json);
  if (!message) return malformed();
  if (message.type === "url_verification") return Response.json({ challenge: message.challenge ?? "" });
  const { event } = message;
  // Posts of our own app, and messages outside a thread, are ignored.
  const isReply =
    event?.type === "message" && !event.subtype && !event.bot_id && event.thread_ts && event.channel;
  if (isReply && message.event_id)
    await receiveNotices(services, { provider: "slack", accountId: message.team_id ?? "" }, [
      { externalId: message.event_id, topic: "message", body: JSON.stringify(event) },
    ]);
  return new Response(null, { status: 200 });
}
