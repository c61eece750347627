import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { newSecret, sealEndpointSecret, signedHeaders } from "./secrets.server.ts";

const config = { encryptionKeys: [{ id: "k1", key: randomBytes(32) }] };
const message = { id: "evt_1", body: '{"type":"message.read"}', at: new Date() };

function createEndpoint() {
  const key = { orgId: newId("org") as OrgId, id: newId("whk") };
  const secret = newSecret();
  const secretEncrypted = sealEndpointSecret(config, key, secret);
  return { ...key, secret, secretEncrypted, previousSecretEncrypted: null, previousSecretUntil: null };
}

it("signs as Standard Webhooks verifies", () => {
  const endpoint = createEndpoint();
  const headers = signedHeaders(config, endpoint, message);
  expect(new Webhook(endpoint.secret).verify(message.body, headers)).toEqual({ type: "message.read" });
});

it("opens a sealed secret once, and a new one when the secret is rotated", () => {
  const endpoint = createEndpoint();
  const first = signedHeaders(config, endpoint, message);
  expect(signedHeaders({ encryptionKeys: [] }, endpoint, message)).toEqual(first);

  const secret = newSecret();
  const rotated = { ...endpoint, secretEncrypted: sealEndpointSecret(config, endpoint, secret) };
  const headers = signedHeaders(config, rotated, message);
  expect(headers["webhook-signature"]).not.toBe(first["webhook-signature"]);
  expect(new Webhook(secret).verify(message.body, headers)).toBeTruthy();
});

it("opens no secret that was copied to another endpoint", () => {
  const [endpoint, other] = [createEndpoint(), createEndpoint()];
  signedHeaders(config, endpoint, message);
  const copied = { ...other, secretEncrypted: endpoint.secretEncrypted };
  expect(() => signedHeaders(config, copied, message)).toThrow();
});
