import { Hono } from "hono";
import { createWebhookInbox } from "#app/domain/webhooks/append.server.ts";
import { sameSecret, signatureFits } from "#app/domain/webhooks/signature.ts";
import type { Services } from "../context.ts";

/** Meta sends up to 3 MB (facts/whatsapp-cloud-api.md §4.2). */
const maxBodyBytes = 4 * 1024 * 1024;

const refusal = (status: number, code: string, message: string) =>
  Response.json({ message, code }, { status });

/** The doors that outside services knock at, below `/api/hooks`: verify, store, answer; the work comes after. */
export function hooks(services: Services): Hono {
  const { meta } = services.config;
  const secrets = [meta.appSecret, ...(meta.previousAppSecret ? [meta.previousAppSecret] : [])];
  const inbox = createWebhookInbox(services.db.system);
  const app = new Hono();

  app.get("/meta", (c) => {
    const given = c.req.query("hub.verify_token") ?? "";
    if (c.req.query("hub.mode") !== "subscribe" || !sameSecret(given, meta.webhookVerifyToken)) {
      return refusal(403, "webhook.verify_token", "The verify token is not ours.");
    }
    return c.text(c.req.query("hub.challenge") ?? "");
  });

  app.post("/meta", async (c) => {
    const body = await readBody(c.req.raw);
    if (!body) return refusal(413, "webhook.too_large", "The body is larger than 4 MB.");
    if (!signatureFits(c.req.raw.headers.get("x-hub-signature-256"), body, secrets)) {
      return refusal(401, "webhook.signature", "The signature is missing or wrong.");
    }
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(body);
      JSON.parse(text);
    } catch {
      return refusal(400, "webhook.malformed_json", "The body is not JSON.");
    }
    try {
      await inbox.append(text);
    } catch (error) {
      services.log.error({ err: error }, "webhook not stored");
      return refusal(503, "webhook.not_stored", "Storage is down. Send it again later.");
    }
    return c.text("ok");
  });
  return app;
}

/** The exact bytes of the body, or null when there are too many. */
async function readBody(request: Request): Promise<Uint8Array | null> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) return null;
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}
