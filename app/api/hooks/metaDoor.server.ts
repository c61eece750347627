import type { IncomingMessage, ServerResponse } from "node:http";
import { createWebhookInbox } from "#app/domain/webhooks/append.server.ts";
import { sameSecret, signatureFits } from "#app/domain/webhooks/signature.ts";
import type { Services } from "../context.ts";

/** Meta sends up to 3 MB (facts/whatsapp-cloud-api.md §4.2). */
export const maxBodyBytes = 4 * 1024 * 1024;

export interface DoorAnswer {
  status: number;
  type: "text/plain; charset=utf-8" | "application/json";
  body: string;
}

const text = (body: string): DoorAnswer => ({ status: 200, type: "text/plain; charset=utf-8", body });
const refusal = (status: number, code: string, message: string): DoorAnswer => ({
  status,
  type: "application/json",
  body: JSON.stringify({ message, code }),
});

export const tooLarge = refusal(413, "webhook.too_large", "The body is larger than 4 MB.");

export interface MetaDoor {
  /** Meta's check of the address, when it is entered (§4.1). */
  verify(query: URLSearchParams): DoorAnswer;
  /** Signature over the exact bytes, then durable storage, then the answer; the work comes after. */
  receive(body: Uint8Array, signature: string | null): Promise<DoorAnswer>;
}

export function createMetaDoor(services: Services): MetaDoor {
  const { meta } = services.config;
  const secrets = [meta.appSecret, ...(meta.previousAppSecret ? [meta.previousAppSecret] : [])];
  const inbox = createWebhookInbox(services.db.system);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return {
    verify(query) {
      const fits = sameSecret(query.get("hub.verify_token") ?? "", meta.webhookVerifyToken);
      if (query.get("hub.mode") !== "subscribe" || !fits)
        return refusal(403, "webhook.verify_token", "The verify token is not ours.");
      return text(query.get("hub.challenge") ?? "");
    },
    async receive(body, signature) {
      if (!signatureFits(signature, body, secrets))
        return refusal(401, "webhook.signature", "The signature is missing or wrong.");
      let stored: string;
      try {
        stored = decoder.decode(body);
        JSON.parse(stored);
      } catch {
        return refusal(400, "webhook.malformed_json", "The body is not JSON.");
      }
      try {
        await inbox.append(stored);
      } catch (error) {
        services.log.error({ err: error }, "webhook not stored");
        return refusal(503, "webhook.not_stored", "Storage is down. Send it again later.");
      }
      return text("ok");
    },
  };
}

/**
 * The door on bare `node:http`, before everything else of the server: at thousands of webhooks a second the way
 * through `Request` and `Response` would cost more than the work. True when the request was for it.
 */
export function metaDoorListener(door: MetaDoor) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== "POST" || request.url?.split("?")[0] !== "/api/hooks/meta") return false;
    const answer = ({ status, type, body }: DoorAnswer) => {
      response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body) });
      response.end(body);
    };
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBodyBytes) chunks.push(chunk);
      else chunks.length = 0;
    });
    request.on("end", () => {
      if (size > maxBodyBytes) return answer(tooLarge);
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      const signature = request.headers["x-hub-signature-256"];
      void door.receive(body, typeof signature === "string" ? signature : null).then(answer);
    });
    return true;
  };
}
