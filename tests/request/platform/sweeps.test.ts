import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import type { CallKey } from "#app/api/client.server.ts";
import { contract } from "#app/api/contract.ts";
import type { Endpoint } from "#app/api/endpoint.ts";
import { v1 } from "#app/api/v1/contract.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { newId } from "#app/platform/ids.ts";
import type { Noun } from "#app/platform/objectIds.ts";
import { type Act, callerOf, may } from "#app/platform/roles/acts.server.ts";
import { goodPassword, setPassword } from "#tests/support/identity.ts";
import { idFieldsOf, shapeOf } from "#tests/support/idFields.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";
import { kindOf, sequenceInputs } from "#tests/support/stepKinds.ts";
import { tillInputs } from "#tests/support/tills.ts";
import { createWorld, imprintOf, secretOf, type World } from "#tests/support/world.ts";

/**
 * The two standing sweeps take their list from the contract, so a new call is included automatically: without
 * a session every private call refuses, and with another organisation's session every object is not found and
 * unchanged.
 */
const calls = Object.entries(contract) as [CallKey, Endpoint<Act, z.ZodType, unknown>][];

const later = { at: "2026-12-24T09:00", key: "k".repeat(24) };

/** Required input of a call besides ids. */
const inputs: Partial<Record<CallKey, Record<string, unknown>>> = {
  "POST /bots": { name: "Taken over", about: "A shop in Nairobi." },
  "PUT /bots/:botId": { name: "Taken over", about: "A shop in Nairobi." },
  "POST /bots/:botId/entries": { questionEn: "Taken?", answerEn: "Over." },
  "PUT /bots/:botId/entries/:entryId": { questionEn: "Taken?", answerEn: "Over." },
  "POST /bots/:botId/pages": { url: "https://duka.test/" },
  "POST /bots/:botId/questions": { question: "Taken over?", expects: "entry" },
  "PUT /sms": { account: "platform" },
  "PUT /templates/:templateId/sms": { text: "Taken over", waitSeconds: 10, maxKes: 5 },
  "PUT /inbox/settings": { workingWeek: null, autoAssign: false },
  "GET /sandbox/file": { file: "1234567890123456" },
  "POST /sandbox/reply": { phone: "+254712345678", text: "Habari" },
  "POST /sandbox/prompts/answer": { phone: "+254712345678", answer: "accept" },
  "POST /campaigns": { name: "Sale", key: "k".repeat(24) },
  "PUT /campaigns/:campaignId": { name: "Taken over" },
  "PUT /campaigns/:campaignId/beyond-limit": { beyondLimit: "wait" },
  "POST /campaigns/:campaignId/duplicate": { key: "k".repeat(24) },
  "POST /campaigns/:campaignId/follow-up": { to: "not_read", key: "k".repeat(24) },
  "POST /campaigns/:campaignId/test": { phones: ["+254712345678"], key: "k".repeat(24) },
  "POST /campaigns/:campaignId/reschedule": { scheduledFor: "2099-01-01T09:00:00Z" },
  "PUT /contacts/:contactId": { name: "Taken over", phone: "0711000000" },
  "POST /contacts/bulk": { act: "add_tag", ofTag: "taken over" },
  "PUT /segments/:segmentId": {
    name: "Taken over",
    conditions: { match: "all", conditions: [{ about: "tag", op: "is", value: "vip" }] },
  },
  "POST /contacts/:contactId/template": { key: "k".repeat(24) },
  "POST /conversations/:conversationId/messages": { text: "Habari", key: "k".repeat(24) },
  "POST /conversations/:conversationId/scheduled": { text: "Habari", ...later },
  "POST /conversations/:conversationId/scheduled/template": later,
  "PUT /conversations/:conversationId/scheduled/:scheduledMessageId": { at: "2026-12-24T09:00" },
  "POST /conversations/:conversationId/location": { latitude: -1.3, longitude: 36.8, key: "k".repeat(24) },
  "POST /conversations/:conversationId/card": { name: "Ali", phone: "0722000111", key: "k".repeat(24) },
  "POST /conversations/:conversationId/choices": { text: "When?", choices: "Now", key: "k".repeat(24) },
  "POST /conversations/:conversationId/reaction": { emoji: "👍", key: "k".repeat(24) },
  "POST /conversations/:conversationId/draft": { text: "Habari" },
  "POST /conversations/:conversationId/notes": { note: "Habari", key: "k".repeat(24) },
  "POST /conversations/:conversationId/canned": { text: "Habari" },
  "POST /conversations/:conversationId/macro": { key: "k".repeat(24) },
  "PUT /conversations/:conversationId/state": { state: "closed" },
  "POST /conversations/label": { labels: "taken over" },
  "PUT /conversations/:conversationId/labels": { add: "taken over" },
  "POST /canned-replies": { title: "Taken over", body: "Habari", sharing: "team" },
  "PUT /canned-replies/:cannedReplyId": { title: "Taken over", body: "Habari", sharing: "team" },
  "POST /teams": { name: "Taken over" },
  "PUT /teams/:teamId": { name: "Taken over" },
  "POST /conversations/:conversationId/template": { key: "k".repeat(24) },
  "POST /billing/invoices/:invoiceId/dispute": { reason: "This is not what we agreed on." },
  "POST /contacts/:contactId/requests": { kind: "export", note: "They asked by phone." },
  "POST /privacy/requests/:personRequestId/refuse": { refusal: "Taken over by others." },
  "PUT /flows/:flowId": { name: "Taken over", language: "en" },
  "POST /flows/:flowId/steps": { kind: "template" },
  "PUT /flows/:flowId/steps/:stepId": { kind: "template" },
  "POST /flows/:flowId/steps/:stepId/move": { direction: "up" },
  "POST /flows/:flowId/trial": { message: "Habari" },
  ...sequenceInputs,
  "POST /flows/:flowId/tests": { name: "Taken over", expects: "end" },
  "POST /conversations/:conversationId/flow": { key: "k".repeat(24) },
  "POST /books": { name: "Taken over", kind: "rent" },
  "PUT /books/:bookId": { name: "Taken over", kind: "rent" },
  ...{ "GET /books/:bookId/tagged": { tag: "taken" }, "POST /books/:bookId/tagged": { tag: "taken" } },
  "POST /books/:bookId/dues": { label: "Taken", amount: "10", dueOn: "2027-01-31" },
  "POST /books/:bookId/import": { rows: "label,amount,date\nTaken,10,2027-01-31", apply: true },
  "POST /dues/:dueId/request": { way: "account", key: "k".repeat(24) },
  "POST /orders": { key: "k".repeat(24) },
  "POST /orders/:orderId/items": { name: "Taken over", price: "10" },
  "POST /orders/:orderId/state": { state: "packed" },
  "POST /conversations/:conversationId/products": {
    ...{ key: "k".repeat(24), items: [{ productId: newId("prd") }] },
  },
  "POST /products": { name: "Taken over", price: "10" },
  "PUT /products/:productId": { name: "Taken over", price: "10" },
  "POST /deals": { title: "Taken over" },
  "PUT /deals/:dealId": { title: "Taken over" },
  "PUT /deals/:dealId/stage": { from: "" },
  "POST /deal-stages": { name: "Taken over" },
  "PUT /deal-stages/:stageId": { name: "Taken over" },
  "POST /conversations/snooze": { until: "2026-12-24T09:00" },
  "PUT /conversations/:conversationId/snooze": { until: "2026-12-24T09:00" },
  "POST /tasks": { title: "Taken over", dueAt: "2026-12-24T09:00" },
  "PUT /tasks/:taskId": { title: "Taken over", dueAt: "2026-12-24T09:00" },
  ...tillInputs,
  "PUT /tills/:tillId": { name: "Taken over" },
  "PUT /tills/:tillId/keys": { consumerKey: "k", consumerSecret: "s", passkey: "p" },
  "POST /till-payments/:tillPaymentId/refund": { way: "by_hand", note: "Taken over" },
  "POST /tills/:tillId/differences/:tillDifferenceId/close": { explanation: "Taken over" },
  "POST /tills/:tillId/test": { phone: "+254712345678" },
  "POST /rules": {
    name: "Taken over",
    event: "message.received",
    tag: "vip",
    dealTitle: "A",
    taskTitle: "B",
  },
  "PUT /rules/:ruleId": {
    ...{ name: "Taken over", event: "message.received", tag: "vip" },
    ...{ dealTitle: "A", taskTitle: "B" },
  },
  "POST /rules/:ruleId/switch": { isOn: true },
  "POST /payments": { method: "bank", key: "k".repeat(24) },
  "POST /payment-requests": { amount: "100", reason: "Fees", way: "account", key: "k".repeat(24) },
  "POST /conversations/:conversationId/payment-requests": {
    ...{ amount: "100", reason: "Fees", way: "account", key: "k".repeat(24) },
  },
  "PUT /members/:memberId": { role: "agent" },
  "DELETE /sessions/:id": { password: goodPassword },
  "PUT /templates/:templateId": { category: "UTILITY", body: "Taken over by somebody else." },
  "POST /templates": {
    name: "order_ready",
    category: "UTILITY",
    language: "en",
    body: "Your order is ready.",
  },
  "POST /whatsapp/numbers/:phoneNumberId/register": { pin: "123456" },
  "PUT /whatsapp/numbers/:phoneNumberId/profile": { vertical: "RETAIL" },
  "PUT /notifications/choices": { choices: { money: "mail" } },
};

/** Ids of no tenant's object: Meta's and Google's before they are ours, and words in a path. */
const notObjects = new Set(["shared_waba_id", "phone_number_id", "spreadsheetId", "provider", "feature"]);

const theirsOf = (world: World, noun: Noun): string => {
  const id = world[`${noun}Id`];
  if (id === undefined) throw new Error(`tests/support/world.ts makes no ${noun}`);
  return id;
};

const platform = setUpPlatform();
const ours = setUp(() => platform.createOrg("Duka Letu"));
const theirs = setUp(async () => {
  const org = await platform.createOrg("Shop of others");
  await setPassword(platform, org);
  return org;
});
const ourWorld = setUp(() => createWorld(platform, ours));
const theirWorld = setUp(() => createWorld(platform, theirs));

/** The path's parameters filled with unknown ids. */
const filler = (key: string) =>
  Object.fromEntries([...key.matchAll(/:(\w+)/g)].map((match) => [match[1]!, "nobodys"]));

async function asks(key: string, input: Record<string, unknown>, as?: TestOrg) {
  const response = await platform.request(key, input, as);
  const isStream = /event-stream/.test(response.headers.get("content-type") ?? "");
  if (isStream) await response.body?.cancel();
  const text = isStream ? "" : await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  return {
    status: response.status,
    text,
    body: (isJson && text ? JSON.parse(text) : {}) as { code?: string; fields?: Record<string, string> },
  };
}

describe("without a session", () => {
  const closed = calls.filter(([, { act }]) => callerOf(act) !== "anyone");

  it.each(closed.map(([key, { act }]) => ({ key, act })))("$key refuses", async ({ key, act }) => {
    const { status, body } = await asks(key, filler(key));
    expect({ status, code: body.code }, act).toEqual({ status: 401, code: "auth.required" });
  });

  it("a session is no API key", async () => {
    for (const key of Object.keys(v1)) expect((await asks(key, filler(key), ours)).status, key).toBe(401);
  });

  it("a forged cookie is no session", async () => {
    for (const cookie of ["tarishi_session=made.up.cookie", "tarishi_session=", "tarishi_session=%"]) {
      const response = await platform.request("GET /auth/me", {}, { cookie });
      expect(response.status).toBe(401);
    }
  });
});

describe("with an insufficient role", () => {
  it.each(calls.filter(([, { act }]) => callerOf(act) === "staff").map(([key]) => key))(
    "%s is for staff",
    async (key) => {
      expect((await asks(key, filler(key), ours)).status).toBe(403);
    },
  );

  it.each(calls.filter(([, { act }]) => callerOf(act) === "partner").map(([key]) => key))(
    "%s is for partners",
    async (key) => {
      expect((await asks(key, filler(key), ours)).status).toBe(403);
    },
  );

  it("a call for managers refuses an agent", async () => {
    const agent = await platform.createOrg("Shop with an agent");
    await platform.services.db.withSystem((tx) =>
      tx.update(members).set({ role: "agent" }).where(eq(members.userId, agent.userId)),
    );
    const forManagers = calls.filter(
      ([, { act }]) => callerOf(act) === "member" && !may({ role: "agent" }, act),
    );
    expect(forManagers.length).toBeGreaterThan(0);
    for (const [key] of forManagers) expect((await asks(key, filler(key), agent)).status, key).toBe(403);
  });
});

describe("with another organisation's session", () => {
  // Staff's and partners' calls are refused before any lookup, which is tested above.
  const tenants = calls.filter(([, { act }]) => !["staff", "partner"].includes(callerOf(act)));
  const targets = tenants.flatMap(([key, call]) =>
    [...idFieldsOf(call.input).keys()].map((field) => ({ key, field })),
  );

  it("every id field is annotated with the object that it names", () => {
    const all = [
      ...tenants,
      ...calls.filter(([, { act }]) => callerOf(act) === "partner"),
      ...Object.entries(v1),
    ];
    const unmarked = all.flatMap(([key, call]) => {
      const inPath = [...key.matchAll(/:(\w+)/g)].map((match) => match[1]!);
      const inBody = Object.keys(shapeOf(call.input)).filter((name) => /(Ids?|_ids?|^id)$/.test(name));
      const marked = idFieldsOf(call.input);
      return [...new Set([...inPath, ...inBody])]
        .filter((name) => !marked.has(name) && !notObjects.has(name))
        .map((name) => `${key} ${name}`);
    });
    expect(unmarked).toEqual([]);
    expect(idFieldsOf(contract["POST /contacts/:contactId/merge"].input)).toEqual(
      new Map([
        ["contactId", { noun: "contact", isList: false }],
        ["otherContactId", { noun: "contact", isList: false }],
      ]),
    );
  });

  it.each(targets)("$key: a foreign $field is not found, and unchanged", async ({ key, field }) => {
    const call = contract[key] as Endpoint<Act, z.ZodType, unknown>;
    const input: Record<string, unknown> = { ...inputs[key], ...kindOf(key, field) };
    for (const [name, { noun, isList }] of idFieldsOf(call.input)) {
      const id = theirsOf(name === field ? ourWorld : theirWorld, noun);
      input[name] = isList ? [id] : id;
    }
    const before = await imprintOf(platform, ours);
    const { status, text, body } = await asks(key, input, theirs);
    const inPath = key.includes(`:${field}`);
    // A form field may be refused at that field; a path can only return "not found".
    const refusedAtField =
      status === 400 && body.code !== "request.invalid" && body.fields?.[field] !== undefined;
    const marksNothing = text === '{"marked":0}';
    expect(
      inPath ? status === 404 : status === 404 || refusedAtField || marksNothing,
      `${status} ${text}`,
    ).toBe(true);
    expect(body.code).not.toBe("api.no_such_call");
    expect(text).not.toContain(secretOf(ours));
    expect(await imprintOf(platform, ours)).toEqual(before);
  });

  it.each(calls.filter(([key]) => key.startsWith("GET ") && !key.includes(":")).map(([key]) => key))(
    "%s shows nothing of others",
    async (key) => {
      for (const input of [{}, { q: secretOf(ours), search: secretOf(ours), tag: secretOf(ours) }]) {
        const { text } = await asks(key, input, theirs);
        // The searched words may be echoed; their results may not.
        expect(text.replaceAll(`"${secretOf(ours)}"`, "")).not.toContain(secretOf(ours));
      }
    },
  );

  it("the list sweep bites: our own session sees our objects", async () => {
    const { text } = await asks("GET /contacts", {}, ours);
    expect(text).toContain(secretOf(ours));
  });
});
