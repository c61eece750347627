import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { apiKeys } from "#app/db/schema/organisations/apiKeys.ts";
import { outgoingEvents, webhookDeliveries, webhookEndpoints } from "#app/db/schema/record/webhooks.ts";
import { defaultKey } from "#app/domain/organisations/apiKeys/issue.server.ts";
import { boundTo, hashKey, newKey } from "#app/domain/organisations/apiKeys/key.server.ts";
import { endpointNote } from "#app/domain/record/webhooks/notes.ts";
import { newSecret, sealEndpointSecret } from "#app/domain/record/webhooks/secrets.server.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { sealSecret } from "#app/platform/secrets/secretBox.server.ts";

const dayMs = 86_400_000;
/** The figures of the Developers page. */
const callCount = 12_847;
const failedCalls = 25;

interface Owner {
  orgId: OrgId;
  userId: string;
}

/**
 * The default key and two more, a month of calls, and an endpoint that received events until its address
 * stopped responding.
 */
export async function addDeveloperDemo(
  tx: Tx,
  config: Pick<Config, "encryptionKeys">,
  { orgId, userId }: Owner,
  now: Date,
): Promise<void> {
  const shopKey = newId("key");
  const keys = [
    { ...defaultKey, id: newId("key") },
    {
      id: shopKey,
      name: "Web shop",
      mode: "live" as const,
      scopes: ["messages:write", "messages:read"],
      isDefault: false,
    },
    { id: newId("key"), name: "Tests", mode: "test" as const, scopes: ["*"], isDefault: false },
  ];
  for (const key of keys) {
    const text = newKey(key.mode);
    // Only the default key can be shown again.
    const keyEncrypted = key.isDefault ? sealSecret(config.encryptionKeys, boundTo(orgId, key.id), text) : "";
    await tx.insert(apiKeys).values({
      orgId,
      ...key,
      keyHash: hashKey(text),
      keyEncrypted,
      lastFour: text.slice(-4),
      createdBy: userId,
      lastUsedAt: now,
      createdAt: new Date(now.getTime() - 29 * dayMs),
    });
  }
  await addCalls(tx, orgId, shopKey, now);
  await addEndpoint(tx, config, { orgId, userId }, now);
}

/** Spread over the last 29 days; every seventh reads a message, the others send one. */
async function addCalls(tx: Tx, orgId: OrgId, keyId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into api_calls (org_id, id, key_id, mode, method, path, status, error_code, duration_ms, request_body, ip_address, user_agent, created_at)
    select ${orgId}, gen_random_uuid(), ${keyId}, 'live', case when reads then 'GET' else 'POST' end, '/api/v1/messages',
      case when fails then 400 when reads then 200 else 202 end, case when fails then 'contact.bad_phone' end,
      60 + (n * 37) % 121, case when not reads then '{"to":"…678","template":"order_ready","parameters":["(4 characters)"]}' end,
      '127.0.0.1', 'node', ${now.toISOString()}::timestamptz - n * interval '29 days' / ${callCount}
    from (select n, n % 7 = 0 as reads, n % ${Math.floor(callCount / failedCalls)} = 0 as fails
      from generate_series(1, ${callCount}) n) calls`);
}

async function addEndpoint(
  tx: Tx,
  config: Pick<Config, "encryptionKeys">,
  { orgId, userId }: Owner,
  now: Date,
): Promise<void> {
  const endpoint = { orgId, id: newId("whk") };
  const since = new Date(now.getTime() - 20 * dayMs);
  await tx.insert(webhookEndpoints).values({
    ...endpoint,
    url: "https://hooks.duka-letu.example/whatsapp",
    events: [
      ...["message.delivered", "message.read", "message.failed", "message.received", "message.reacted"],
      ...["contact.opted_out", "campaign.completed", "deal.moved"],
    ],
    isOn: false,
    offReason: endpointNote("endpoint.gone"),
    secretEncrypted: sealEndpointSecret(config, endpoint, newSecret()),
    secretCreatedAt: since,
    createdBy: userId,
    createdAt: since,
  });
  const samples = [
    { type: "message.delivered", state: "delivered", lastStatus: 204, lastAnswer: "", attempts: 1 },
    { type: "message.read", state: "delivered", lastStatus: 200, lastAnswer: "ok", attempts: 2 },
    { type: "message.received", state: "failed", lastStatus: 410, lastAnswer: "Gone", attempts: 1 },
    { type: "message.delivered", state: "off", lastStatus: null, lastAnswer: null, attempts: 0 },
  ] as const;
  for (const [index, { type, ...delivery }] of samples.entries()) {
    const at = new Date(now.getTime() - (samples.length - index) * dayMs);
    const eventId = newId("evt", at.getTime());
    const messageId = newId("msg", at.getTime());
    const data = { message_id: messageId, status: type.split(".")[1], to: "+254700000003" };
    await tx
      .insert(outgoingEvents)
      .values({ orgId, id: eventId, type, subjectId: messageId, data, occurredAt: at, createdAt: at });
    await tx.insert(webhookDeliveries).values({
      orgId,
      id: newId("dlv", at.getTime()),
      endpointId: endpoint.id,
      eventId,
      eventType: type,
      ...delivery,
      ...(delivery.attempts > 0 ? { durationMs: 84, triedAt: at } : {}),
      createdAt: at,
    });
  }
}
