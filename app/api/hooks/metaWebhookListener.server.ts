import type { IncomingMessage, ServerResponse } from "node:http";
import { inFlightLimit } from "./inFlightLimit.ts";
import {
  type HookResponse,
  type MetaWebhook,
  maxBodyBytes,
  notStored,
  tooLarge,
} from "./metaWebhook.server.ts";

/** How long the rest of a refused body is read and discarded, so that its sender can read the response. */
const drainMs = 5000;
const contentPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * The webhook endpoint on bare `node:http`, before everything else of the server: at thousands of webhooks a
 * second `Request` and `Response` would cost more than the work. Returns true when the request was for it.
 * `securityHeaders` are the headers of every response.
 */
export function metaWebhookListener(
  webhook: MetaWebhook,
  securityHeaders: readonly (readonly [string, string])[],
) {
  const always = [...securityHeaders.flat(), "content-security-policy", contentPolicy];
  const answer = (response: ServerResponse, { status, type, body }: HookResponse) => {
    const length = String(Buffer.byteLength(body));
    response.writeHead(status, [...always, "content-type", type, "content-length", length]);
    response.end(body);
  };

  function refuse(request: IncomingMessage, response: ServerResponse, refusal: HookResponse): void {
    answer(response, refusal);
    request.removeAllListeners("data").resume();
    const limit = setTimeout(() => request.destroy(), drainMs);
    request.once("close", () => clearTimeout(limit));
  }

  function receive(request: IncomingMessage, response: ServerResponse, signature: string | null): void {
    const place = inFlightLimit.enter();
    const chunks: Buffer[] = [];
    let size = 0;
    let refused = false;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      const hasRoom = size <= maxBodyBytes && place.take(chunk.length);
      if (hasRoom) return chunks.push(chunk);
      refused = true;
      chunks.length = 0;
      place.leave();
      return refuse(request, response, size > maxBodyBytes ? tooLarge : notStored);
    });
    request.on("end", () => {
      if (refused) return;
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      void webhook
        .receive(body, signature)
        .then((reply) => answer(response, reply))
        .finally(() => place.leave());
    });
    request.on("close", () => {
      if (!request.complete) place.leave();
    });
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== "POST" || request.url?.split("?")[0] !== "/api/hooks/meta") return false;
    const header = request.headers["x-hub-signature-256"];
    const signature = typeof header === "string" ? header : null;
    const contentLength = Number(request.headers["content-length"] ?? 0);
    const refusal = webhook.refusalOf({ signature, contentLength });
    if (refusal) refuse(request, response, refusal);
    else receive(request, response, signature);
    return true;
  };
}
