import { createHmac } from "node:crypto";
import type { webhookEndpoints } from "#app/db/schema/record/webhooks.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import { randomBytes } from "#app/platform/secrets/random.ts";
import { openSecret, sealSecret } from "#app/platform/secrets/secretBox.server.ts";

export type Endpoint = typeof webhookEndpoints.$inferSelect;

/** How long the secret before signs next to the new one. */

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

const mostKeys = 10_000;
/**
 * Signing keys by the sealed secret they came from. A sealed secret never changes its meaning: rotating a secret stores
 * another one, so nothing has to be invalidated.
 */
const signingKeys = new Map<string, Buffer>();

function signingKey(
  config: Pick<Config, "encryptionKeys">,
  endpoint: Pick<Endpoint, "orgId" | "id" | "secretEncrypted">,
): Buffer {
  const bound = `${boundTo(endpoint)} ${endpoint.secretEncrypted}`;
  const known = signingKeys.get(bound);
  if (known) return known;
  const key = Buffer.from(openEndpointSecret(config, endpoint).replace(/^whsec_/, ""), "base64");
  if (key.length === 0) throw new Error("a signing secret is empty");
  if (signingKeys.size >= mostKeys) signingKeys.clear();
  signingKeys.set(bound, key);
  return key;
}

/** The headers of Standard Webhooks, with a signature by every secret that is good now. */
export function signedHeaders(
  config: Pick<Config, "encryptionKeys">,
  endpoint: Signing,
  message: { id: string; body: string; at: Date },
): Record<string, string> {
  const keys = [signingKey(config, endpoint)];
  const { previousSecretEncrypted: previous, previousSecretUntil: until } = endpoint;
  if (previous !== null && until !== null && until > message.at)
    keys.push(signingKey(config, { ...endpoint, secretEncrypted: previous }));
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": keys
      .map((key) => `v1,${createHmac("sha256", key).update(signed).digest("base64")}`)
      .join(" "),
  };
}
