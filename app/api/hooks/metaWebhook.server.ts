import { addressOf, type WebhookAddress } from "#app/domain/whatsapp/webhookEvents/address.ts";
import { createWebhookInbox } from "#app/domain/whatsapp/webhookEvents/append.server.ts";
import { intakeStateOf } from "#app/domain/whatsapp/webhookEvents/intakeState.ts";
import { isSignature, sameSecret, signatureFits } from "#app/domain/whatsapp/webhookEvents/signature.ts";
import type { Services } from "#app/platform/context.ts";

/** Meta sends up to 3 MB (facts/whatsapp-cloud-api.md §4.2). */
export const maxBodyBytes = 4 * 1024 * 1024;

export interface HookResponse {
  status: number;
  type: "text/plain; charset=utf-8" | "application/json";
  body: string;
}

const text = (body: string): HookResponse => ({ status: 200, type: "text/plain; charset=utf-8", body });
const refusal = (status: number, code: string, message: string): HookResponse => ({
  status,
  type: "application/json",
  body: JSON.stringify({ message, code }),
});

const unsigned = refusal(401, "webhook.signature", "The signature is missing or wrong.");
export const tooLarge = refusal(413, "webhook.too_large", "The body is larger than 4 MB.");
export const notStored = refusal(503, "webhook.not_stored", "Storage is down. Send it again later.");

export interface MetaWebhook {
  /** Meta's verification of the address (§4.1). */
  verify(query: URLSearchParams): HookResponse;
  /** Requests refused unread: an unsigned body, or one declared too large. */
  refusalOf(head: { signature: string | null; contentLength: number }): HookResponse | null;
  /** Signature over the exact bytes, then durable storage, then the response; the work comes after. */
  receive(body: Uint8Array, signature: string | null): Promise<HookResponse>;
}

export function createMetaWebhook(services: Services): MetaWebhook {
  const { meta } = services.config;
  const secrets = [meta.appSecret, ...(meta.previousAppSecret ? [meta.previousAppSecret] : [])];
  const inbox = createWebhookInbox(services.db.for("intake").system);
  const state = intakeStateOf(services.db.for("intake"));
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return {
    verify(query) {
      const fits = sameSecret(query.get("hub.verify_token") ?? "", meta.webhookVerifyToken);
      if (query.get("hub.mode") !== "subscribe" || !fits)
        return refusal(403, "webhook.verify_token", "The verify token is not ours.");
      return text(query.get("hub.challenge") ?? "");
    },
    refusalOf({ signature, contentLength }) {
      if (!isSignature(signature)) return unsigned;
      return contentLength > maxBodyBytes ? tooLarge : null;
    },
    async receive(body, signature) {
      if (!signatureFits(signature, body, secrets)) return unsigned;
      let stored: string;
      let address: WebhookAddress;
      try {
        stored = decoder.decode(body);
        address = addressOf(JSON.parse(stored));
      } catch {
        return refusal(400, "webhook.malformed_json", "The body is not JSON.");
      }
      try {
        await inbox.append(stored, address);
      } catch (error) {
        state.refused();
        services.log.error({ err: error }, "webhook not stored");
        return notStored;
      }
      state.stored();
      return text("ok");
    },
  };
}
