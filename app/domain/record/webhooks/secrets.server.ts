import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import type { webhookEndpoints } from "#app/db/schema/developers.ts";
import type { Config } from "#app/platform/config.server.ts";
import { openSecret, sealSecret } from "#app/platform/secretBox.server.ts";

export type Endpoint = typeof webhookEndpoints.$inferSelect;

/** How long the secret before signs beside the new one. */
export const overlapHours = 24;

export const newSecret = (): string => `whsec_${randomBytes(24).toString("base64")}`;

const boundTo = ({ orgId, id }: Pick<Endpoint, "orgId" | "id">) => `webhook_endpoints:${orgId}:${id}`;

export const sealEndpointSecret = (
  config: Pick<Config, "encryptionKeys">,
  endpoint: Pick<Endpoint, "orgId" | "id">,
  secret: string,
): string => sealSecret(config.encryptionKeys, boundTo(endpoint), secret);

export const openEndpointSecret = (
  config: Pick<Config, "encryptionKeys">,
  endpoint: Pick<Endpoint, "orgId" | "id" | "secretEncrypted">,
): string => openSecret(config.encryptionKeys, boundTo(endpoint), endpoint.secretEncrypted);

type Signing = Pick<
  Endpoint,
  "orgId" | "id" | "secretEncrypted" | "previousSecretEncrypted" | "previousSecretUntil"
>;

/** The headers of Standard Webhooks, with a signature by every secret that is good now. */
export function signedHeaders(
  config: Pick<Config, "encryptionKeys">,
  endpoint: Signing,
  message: { id: string; body: string; at: Date },
): Record<string, string> {
  const secrets = [openEndpointSecret(config, endpoint)];
  const { previousSecretEncrypted: previous, previousSecretUntil: until } = endpoint;
  if (previous !== null && until !== null && until > message.at)
    secrets.push(openSecret(config.encryptionKeys, boundTo(endpoint), previous));
  return {
    "webhook-id": message.id,
    "webhook-timestamp": String(Math.floor(message.at.getTime() / 1000)),
    "webhook-signature": secrets
      .map((secret) => new Webhook(secret).sign(message.id, message.at, message.body))
      .join(" "),
  };
}
