import { expect, it } from "vitest";
import type { V1Call } from "#app/api/v1/call.ts";
import { v1 } from "#app/api/v1/contract.ts";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { everything } from "#app/domain/organisations/apiKeys/words.ts";
import { countStatements } from "#app/platform/run/statementCount.server.ts";
import { idFieldsOf } from "#tests/support/idFields.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { connectWhatsapp, fillWallet } from "#tests/support/sending.ts";
import { setUp } from "#tests/support/setUp.ts";
import { createWorld } from "#tests/support/world.ts";

const mostStatements = 9;
const mostTransactions = 2;

/** Calls with more statements than the budget, and their figures; a ratchet: none may need more. */
const heavier: Record<string, { statements?: number; transactions?: number }> = {
  // Each room erases its rows about the contact.
  "DELETE /v1/contacts/:contact_id": { statements: 11 },
  "GET /v1/wallet": { statements: 15 },
  "PATCH /v1/deals/:deal_id": { statements: 12 },
  // With the message that has the account number.
  "POST /v1/payment-requests": { statements: 17 },
  // With its member, and the credit that pays it.
  "POST /v1/dues": { statements: 11 },
  // The same as a payment request, with the due and what was requested for it before.
  "POST /v1/dues/:due_id/request": { statements: 20 },
  // With the request that waits for it.
  "POST /v1/dues/:due_id/cancel": { statements: 11 },
  // With its number, lines and till.
  "POST /v1/orders": { statements: 10 },
  // A cancelled order returns its stock, ends its requests and owes refunds.
  "POST /v1/orders/:order_id/status": { statements: 11 },
  // It creates the contacts and conversations of new people.
  "POST /v1/messages/bulk": { statements: 12 },
  "POST /v1/campaigns/:campaign_id/cancel": { statements: 14 },
  "POST /v1/campaigns/:campaign_id/quote": { statements: 15 },
  "POST /v1/campaigns/:campaign_id/start": { statements: 16 },
};

/** Calls that need a special input here: a form, a state, or an object of another kind. */
const refused = new Set([
  "DELETE /v1/hooks/:hook_id",
  "DELETE /v1/media/:media_id",
  "GET /v1/events/:event_id",
  "GET /v1/media/:media_id/content",
  "POST /v1/deals/:deal_id/close",
  "POST /v1/media",
  "POST /v1/messages/:message_id/cancel",
  "POST /v1/payment-requests/:payment_request_id/cancel",
]);

const platform = setUpPlatform();
const org = setUp(() => platform.createOrg());
const world = setUp(async () => {
  const made = await createWorld(platform, org);
  await platform.services.db.owner.query("update tills set keys_encrypted = 'sealed'");
  return made;
});
const sending = setUp(async () => {
  const { phoneNumberId } = await connectWhatsapp(platform, org);
  await fillWallet(platform, org, 1000);
  const settings = { name: "Budget", mode: "live" as const, scopes: [everything], expiresAt: null };
  return { phoneNumberId, ...(await createKey({ ctx: org.ctx, input: settings })) };
});

const message = (to: string) => ({ to, from: sending.phoneNumberId, template: "order_ready" });

/** The input of a call, where its example is not enough. */
const inputsOf = (example: object): Record<string, Record<string, unknown>> => ({
  "POST /v1/messages": message("+254712000001"),
  "POST /v1/messages/bulk": { messages: [message("+254712000002")] },
  "PATCH /v1/deals/:deal_id": { title: "Taken over" },
  "PATCH /v1/tasks/:task_id": { title: "Taken over" },
  "PATCH /v1/webhook-endpoints/:endpoint_id": { enabled: false },
  "POST /v1/deals/:deal_id/close": { outcome: "won" },
  "POST /v1/campaigns": { ...example, from: sending.phoneNumberId, template: "order_ready", variables: {} },
});

interface Cost {
  key: string;
  status: number;
  statements: number;
  transactions: number;
  code: string;
}

async function costOf(key: string, call: V1Call): Promise<Cost> {
  const input: Record<string, unknown> = {
    ...(inputsOf(call.example ?? {})[key] ?? call.example),
  };
  for (const [name, { noun }] of idFieldsOf(call.input))
    if (name !== "from") input[name] = world[`${noun}Id`];
  const { result, count } = await countStatements(() =>
    platform.request(key, input, { apiKey: sending.key }),
  );
  const { code = "" } = JSON.parse((await result.text()) || "{}") as { code?: string };
  return { key, status: result.status, ...count, code };
}

/** Calls that end an object run after all calls that need it. */
const rank = (key: string) => (key.startsWith("DELETE ") ? 2 : /\/(close|cancel)$/.test(key) ? 1 : 0);

it("a call of the API takes few statements and transactions, and a message one transaction", async () => {
  const calls = (Object.entries(v1) as unknown as [string, V1Call][]).sort(([a], [b]) => rank(a) - rank(b));
  // A cluster takes functions that write the ledger in statements of their own; they share round trips.
  // The first calls record the key's use, reserve a share of the limit, and read prices until these are
  // cached.
  const send = v1["POST /v1/messages"] as unknown as V1Call;
  await expect
    .poll(() => costOf("POST /v1/messages", send))
    .toMatchObject({ status: 202, statements: 9, transactions: 1 });
  const costs: Cost[] = [];
  for (const [key, call] of calls) costs.push(await costOf(key, call));
  costs.sort((a, b) => b.statements - a.statements);
  const isLight = ({ key, statements, transactions }: Cost) =>
    statements <= (heavier[key]?.statements ?? mostStatements) &&
    transactions <= (heavier[key]?.transactions ?? mostTransactions);
  const heavy = costs.filter((cost) => !isLight(cost));
  if (heavy.length > 0) console.table(costs);
  expect(heavy).toEqual([]);
  expect(costs.filter(({ key, status }) => status >= 400 !== refused.has(key))).toEqual([]);
});
