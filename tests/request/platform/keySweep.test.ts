import { describe, expect, it } from "vitest";
import type { V1Call } from "#app/api/v1/call.ts";
import { v1 } from "#app/api/v1/contract.ts";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { everything } from "#app/domain/organisations/apiKeys/words.ts";
import { idFieldsOf } from "#tests/support/idFields.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";
import { createWorld, imprintOf, secretOf } from "#tests/support/world.ts";

/** The sweep of the tenants' calls (sweeps.test.ts) over the public API: with another organisation's key. */
const calls = Object.entries(v1) as unknown as [string, V1Call][];

/** Required input of a call besides ids, where its example has none. */
const inputs: Record<string, Record<string, unknown>> = {
  "PATCH /v1/deals/:deal_id": { title: "Taken over" },
  "PATCH /v1/tasks/:task_id": { title: "Taken over" },
  "PATCH /v1/webhook-endpoints/:endpoint_id": { enabled: false },
  "POST /v1/conversations/:conversation_id/messages": { text: "Habari" },
  "POST /v1/deals/:deal_id/close": { outcome: "won" },
};

const platform = setUpPlatform();
const ours = setUp(() => platform.createOrg("Duka Letu"));
const theirs = setUp(() => platform.createOrg("Shop of others"));
const ourWorld = setUp(() => createWorld(platform, ours));
const theirWorld = setUp(() => createWorld(platform, theirs));

const keyOf = (mode: "live" | "test") =>
  createKey({
    ctx: theirs.ctx,
    input: { name: `Sweep ${mode}`, mode, scopes: [everything], expiresAt: null },
  });
const liveKey = setUp(() => keyOf("live"));
const testKey = setUp(() => keyOf("test"));

/** Our data must not appear, and must stay unchanged. */
async function answerTo(key: string, input: Record<string, unknown>, mode: "live" | "test") {
  const before = await imprintOf(platform, ours);
  const apiKey = (mode === "live" ? liveKey : testKey).key;
  const response = await platform.request(key, input, { apiKey });
  const text = await response.text();
  expect(text).not.toContain(secretOf(ours));
  expect(await imprintOf(platform, ours)).toEqual(before);
  return { status: response.status, text, body: JSON.parse(text || "{}") as Record<string, unknown> };
}

describe.each(["live", "test"] as const)("with another organisation's %s key", (mode) => {
  const targets = calls
    .filter(([, { inTestMode }]) => mode === "live" || inTestMode)
    .flatMap(([key, { input }]) => [...idFieldsOf(input).keys()].map((field) => ({ key, field })));

  it.each(targets)("$key: a foreign $field is not found, and unchanged", async ({ key, field }) => {
    const call = (v1 as unknown as Record<string, V1Call>)[key]!;
    const input: Record<string, unknown> = { ...call.example, ...inputs[key] };
    for (const [name, { noun }] of idFieldsOf(call.input)) {
      const id = (name === field ? ourWorld : theirWorld)[`${noun}Id`];
      expect(id, `tests/support/world.ts makes no ${noun}`).toBeDefined();
      input[name] = id;
    }
    const { status, text, body } = await answerTo(key, input, mode);
    const isFilter = key.startsWith("GET ") && !key.includes(`:${field}`);
    // A list by a foreign object is empty; a body field may be refused at that field.
    const isEmptyList = isFilter && status === 200 && (body.data as unknown[]).length === 0;
    const isRefusedField = !key.includes(`:${field}`) && status === 400 && body.param === field;
    expect(status === 404 || isEmptyList || isRefusedField, `${status} ${text}`).toBe(true);
    expect(String(body.code)).not.toMatch(/^(request\.invalid|api\.no_such_call)$/);
  });

  const lists = calls.filter(
    ([key, { inTestMode }]) => /^GET [^:]*$/.test(key) && (mode === "live" || inTestMode),
  );
  it.each(lists.map(([key]) => key))("%s shows nothing of others", async (key) => {
    expect(
      (await answerTo(key, (v1 as unknown as Record<string, V1Call>)[key]!.example ?? {}, mode)).status,
    ).toBe(200);
  });
});

it("the sweep bites: our own key finds our objects", async () => {
  const { key: apiKey } = await createKey({
    ctx: ours.ctx,
    input: { name: "Own", mode: "live", scopes: [everything], expiresAt: null },
  });
  const response = await platform.request(
    "GET /v1/contacts/:contact_id",
    { contact_id: ourWorld.contactId },
    { apiKey },
  );
  expect(await response.text()).toContain(secretOf(ours));
});
