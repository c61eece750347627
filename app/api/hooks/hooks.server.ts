import { Hono } from "hono";
import type { Services } from "#app/platform/context.ts";
import { readBody } from "#app/platform/http/readBody.ts";
import { inFlightLimit } from "./inFlightLimit.ts";
import { integrationHooks } from "./integrationHooks.server.ts";
import {
  createMetaWebhook,
  type HookResponse,
  maxBodyBytes,
  notStored,
  tooLarge,
} from "./metaWebhook.server.ts";
import { paymentHooks } from "./paymentHooks.server.ts";
import { smsHooks } from "./smsHooks.server.ts";

const toResponse = ({ status, type, body }: HookResponse) =>
  new Response(body, { status, headers: { "content-type": type } });

/** The webhook endpoints for outside services, below `/api/hooks`. */
export function hooks(services: Services): Hono {
  const webhook = createMetaWebhook(services);
  const app = new Hono();
  app.get("/meta", (c) => toResponse(webhook.verify(new URL(c.req.url).searchParams)));
  app.post("/meta", async (c) => {
    const { headers } = c.req.raw;
    const signature = headers.get("x-hub-signature-256");
    const refusal = webhook.refusalOf({
      signature,
      contentLength: Number(headers.get("content-length") ?? 0),
    });
    if (refusal) return toResponse(refusal);
    const place = inFlightLimit.enter();
    try {
      if (!place.take(maxBodyBytes)) return toResponse(notStored);
      const body = await readBody(c.req.raw, maxBodyBytes);
      return toResponse(body ? await webhook.receive(body, signature) : tooLarge);
    } finally {
      place.leave();
    }
  });
  app.route("/integrations", integrationHooks(services));
  app.route("/payments", paymentHooks(services));
  app.route("/sms", smsHooks(services));
  return app;
}
