import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { apiAnswers } from "#app/db/schema/organisations/apiKeys.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp/accounts.ts";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { everything } from "#app/domain/organisations/apiKeys/words.ts";
import { newId } from "#app/platform/ids.ts";
import { deliverDue } from "#app/worker/webhookDeliveries.server.ts";
import { createChats } from "#tests/support/chats.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { fillWallet } from "#tests/support/sending.ts";
import { setUp } from "#tests/support/setUp.ts";
import { createWorld } from "#tests/support/world.ts";

const platform = setUpPlatform();
const org = setUp(() => platform.createOrg());
const world = setUp(() => createWorld(platform, org));
const chats = createChats(platform);
const accountId = async () => {
  const numbers = await platform.services.db.withOrg(org.orgId, (tx) =>
    tx.select().from(phoneNumbers).where(eq(phoneNumbers.orgId, org.orgId)),
  );
  return numbers[0]!.whatsappAccountId;
};

const keyFor = async (
  owner: TestOrg,
  options: { mode?: "live" | "test"; scopes?: string[]; expiresAt?: Date } = {},
) =>
  createKey({
    ctx: owner.ctx,
    input: { name: "Shop", mode: "live", scopes: [everything], expiresAt: null, ...options },
  });

async function send(
  key: string,
  path: string,
  options: { method?: string; body?: unknown; once?: string } = {},
) {
  const response = await platform.api.fetch(
    new Request(`http://localhost:4000/api/v1${path}`, {
      method: options.method ?? (options.body === undefined ? "GET" : "POST"),
      headers: {
        authorization: `Bearer ${key}`,
        ...(options.body === undefined ? {} : { "content-type": "application/json" }),
        ...(options.once ? { "idempotency-key": options.once } : {}),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    }),
  );
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const templateName = () => `siri_${org.orgId.slice(-8)}`;
const toSend = () => ({ to: "+254712345678", template: templateName(), parameters: [] });

describe("a message by the API", () => {
  it("is accepted as the Developers page documents, once per Idempotency-Key", async () => {
    expect(world.templateId).toBeDefined();
    const { key } = await keyFor(org);
    await fillWallet(platform, org, 1000);
    const first = await send(key, "/messages", { body: toSend(), once: "order-17" });
    expect(first).toMatchObject({ status: 202, body: { status: "queued", to: "+254712345678" } });
    expect(Number(first.headers.get("ratelimit-remaining"))).toBeLessThan(1000);
    const again = await send(key, "/messages", { body: toSend(), once: "order-17" });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const changed = await send(key, "/messages", {
      body: { ...toSend(), to: "+254712000000" },
      once: "order-17",
    });
    expect(changed).toMatchObject({ status: 409, body: { code: "idempotency.key_reused" } });
    const cancelled = await send(key, `/messages/${first.body.id}/cancel`, { method: "POST" });
    expect(cancelled.body.status).toBe("cancelled");
  });

  it("takes effect once when requested a hundred times at once", async () => {
    const { key } = await keyFor(org);
    const body = { ...toSend(), to: "+254712777777" };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => send(key, "/messages", { body, once: "at-once" })),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses).toContain(202);
    // The others are replays, or are asked to repeat the call: 409 while it is in flight, 503 when it waited too long.
    expect([202, 409, 503]).toEqual(expect.arrayContaining([...statuses]));
    const rows = await platform.services.db.withSystem((tx) =>
      tx.select().from(messages).where(eq(messages.recipient, "+254712777777")),
    );
    expect(rows).toHaveLength(1);
  });
});

it("a campaign that was started stays as it is when it is drafted again with its key", async () => {
  const { key } = await keyFor(org);
  const body = {
    name: "Orders",
    template: templateName(),
    audience: { type: "all" },
    scheduled_for: new Date(platform.clock.now().getTime() + 3_600_000).toISOString(),
  };
  const { body: made } = await send(key, "/campaigns", { body, once: "orders-of-today" });
  const started = await send(key, `/campaigns/${made.id}/start`, { body: {} });
  expect(started.body).toMatchObject({ status: "scheduled" });
  // Its answer is kept for a week only.
  await platform.services.db.withSystem((tx) => tx.delete(apiAnswers).where(eq(apiAnswers.orgId, org.orgId)));
  const again = await send(key, "/campaigns", { body: { ...body, name: "Others" }, once: "orders-of-today" });
  expect(again).toMatchObject({ status: 201, body: started.body });
});

describe("the test mode", () => {
  it("fails by magic number, notifies test endpoints, and leaves live data unchanged", async () => {
    const { key } = await keyFor(org, { mode: "test" });
    const url = "https://hooks.example.com/tarishi";
    const endpoint = await send(key, "/webhook-endpoints", { body: { url } });
    expect(endpoint).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/^whsec_/) } });
    const sent = await send(key, "/messages", { body: { ...toSend(), to: "+254712131026" } });
    expect(sent.body).toMatchObject({ status: "failed", error: { code: 131026 } });
    const posted: { url: string; body: string }[] = [];
    await deliverDue(platform.services, {
      post: async (to, body) => {
        posted.push({ url: to, body });
        return { status: 200, text: "ok", retryAfterSeconds: undefined, durationMs: 1 };
      },
      close: async () => undefined,
    });
    expect(posted).toEqual([{ url, body: expect.stringContaining('"message.failed"') }]);
    expect(await send(key, "/contacts")).toMatchObject({ status: 403, body: { code: "key.test_mode" } });
  });
});

describe("a refused template", () => {
  const named = "order_packed";
  const template = async () =>
    chats.addTemplate(org, await accountId(), {
      name: named,
      language: "en",
      components: [
        {
          type: "BODY",
          text: "Hello {{1}}, collect it in {{2}}.",
          example: { body_text: [["Brian", "Nairobi"]] },
        },
      ],
    });

  it.each(["live", "test"] as const)(
    "names what is missing or unknown, with samples (%s key)",
    async (mode) => {
      const { key } = await keyFor(org, { mode });
      if (mode === "live") await template();
      const sendWith = async (parameters: unknown) =>
        (await send(key, "/messages", { body: { to: "+254712345678", template: named, parameters } })).body;
      expect(await sendWith(["Asha"])).toMatchObject({
        code: "template.variables_missing",
        param: "parameters.2",
        message: "Provide a value for {{2}}, for example Nairobi.",
      });
      expect(await sendWith({ "2": "Kisumu" })).toMatchObject({
        code: "template.variables_missing",
        param: "parameters.1",
        message: "Provide a value for {{1}}, for example Brian.",
      });
      expect(await sendWith({ "1": "Asha", "2": "Kisumu", town: "Kisumu" })).toMatchObject({
        code: "template.too_many_parameters",
        param: "parameters.town",
        message:
          "There is no variable town. The template has {{1}}, for example Brian and {{2}}, for example Nairobi.",
      });
      expect(await sendWith(["Asha", "Kisumu", "late"])).toMatchObject({
        code: "template.too_many_parameters",
        param: "parameters",
        message:
          "The template has 2 variables: {{1}}, for example Brian and {{2}}, for example Nairobi. You sent 3 values.",
      });
    },
  );
});

describe("a test key is refused like a live one", () => {
  const refusals = async (body: Record<string, unknown>) => {
    const both: unknown[] = [];
    for (const mode of ["live", "test"] as const) {
      const { key } = await keyFor(org, { mode });
      const answer = await send(key, "/messages", { body });
      both.push([answer.status, answer.body.code]);
    }
    return both;
  };
  const marketing = "weekend_deal";

  it("outside the window, without consent, after an opt-out, and for unknown objects", async () => {
    await chats.addTemplate(org, await accountId(), {
      name: marketing,
      category: "MARKETING",
      components: [{ type: "BODY", text: "Ten per cent off." }],
    });
    await chats.addTemplate(org, await accountId(), {
      name: "not_yet",
      status: "PENDING",
      components: [{ type: "BODY", text: "Soon." }],
    });
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.insert(contacts).values({
        orgId: org.orgId,
        id: newId("con"),
        phone: "+254712888888",
        consent: "none",
        optedOutAt: platform.clock.now(),
      }),
    );
    const twice = (status: number, code: string) => [
      [status, code],
      [status, code],
    ];
    const closed = { to: "+254712345999", text: "Karibu" };
    expect(await refusals(closed)).toEqual(twice(409, "conversation.window_closed"));
    const withoutConsent = { to: "+254712345998", template: marketing };
    expect(await refusals(withoutConsent)).toEqual(twice(409, "contact.no_consent"));
    const stopped = { to: "+254712888888", template: templateName() };
    expect(await refusals(stopped)).toEqual(twice(409, "contact.opted_out"));
    const pending = { to: "+254712345997", template: "not_yet" };
    expect(await refusals(pending)).toEqual(twice(409, "template.not_sendable"));
    const nowhere = { to: "+254712345997", template: "nowhere" };
    expect(await refusals(nowhere)).toEqual(twice(404, "template.not_found"));
    const stranger = { to: "+254712345997", template: templateName(), from: "1" };
    expect(await refusals(stranger)).toEqual(twice(404, "whatsapp_number.not_found"));
  });
});
