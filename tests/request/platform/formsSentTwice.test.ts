import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import type { CallKey } from "#app/api/client.server.ts";
import { contract } from "#app/api/contract.ts";
import type { Endpoint } from "#app/api/endpoint.ts";
import { formHeader, replayedHeader } from "#app/api/formHeaders.ts";
import { type Act, callerOf } from "#app/platform/roles/acts.server.ts";
import { toNairobiInput } from "#app/platform/time/nairobiTime.ts";
import { action as newProductScreen } from "#app/routes/products/new.tsx";
import { callInputs } from "#tests/support/callInputs.ts";
import { idFieldsOf } from "#tests/support/idFields.ts";
import { createOrderShops } from "#tests/support/orders.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";
import type { TestOrg } from "#tests/support/platform.ts";
import { formRequest, postForm } from "#tests/support/screens.ts";
import { setUp } from "#tests/support/setUp.ts";
import { papersOf } from "#tests/support/tills.ts";
import { createWorld, rowCountsOf } from "#tests/support/world.ts";

/**
 * A form that is sent twice, by two taps or by Back, makes one object. The list is the contract's, so a new call is
 * included automatically.
 */
type AnyEndpoint = Endpoint<Act, z.ZodType, unknown>;
const calls = (Object.entries(contract) as [CallKey, AnyEndpoint][]).filter(
  ([key, { act }]) => key.startsWith("POST ") && callerOf(act) === "member",
);
const creates = calls.filter(([, call]) => call.creates);
const others = calls.filter(([, call]) => !call.creates);

/** Calls that add a row each time, and why. */
const repeatable: Record<string, string> = {
  "POST /bots/:botId/evaluations": "each run is a row of the history",
  "POST /bots/:botId/publish": "each run is a row of the history",
  "POST /flows/:flowId/publish": "each version is a row of the history",
  "POST /conversations/:conversationId/messages": "the same words may be said twice; the composer has a key",
  "POST /conversations/:conversationId/template": "the same words may be said twice; the form has a key",
  "POST /contacts/:contactId/template": "the same words may be said twice; the form has a key",
  "POST /conversations/:conversationId/location": "the same words may be said twice; the form has a key",
  "POST /conversations/:conversationId/card": "the same words may be said twice; the form has a key",
  "POST /conversations/:conversationId/choices": "the same words may be said twice; the form has a key",
  "POST /conversations/:conversationId/reaction": "a reaction replaces the one before",
  "POST /developer/api-key/regenerate": "the answer is a secret, and the key before is revoked",
  "POST /developer/api-keys": "the answer is a secret, which is shown once",
  "POST /payments": "a prompt that failed is asked for again; the form has a key",
  "POST /books/:bookId/dues": "a due that exists is skipped",
  "POST /books/:bookId/tagged": "a member of before is skipped",
  "POST /embedded-signup": "an attempt in Meta's window may be repeated",
};

/** Fields of calls that the sweeps don't need. */
const inputs: Partial<Record<CallKey, Record<string, unknown>>> = {
  "POST /flows": { name: "Orders" },
  "POST /flows/ready-made": { key: "appointment" },
  "POST /flows/:flowId/tests": { name: "Taken", expects: "completed", inputs: "1" },
  "POST /contacts": { name: "Amina", phone: "0722000333" },
  "POST /sequences/:sequenceId/audience": { to: "segment" },
  "POST /products": { name: "Bread", price: "65", pictureId: "" },
  "POST /products/import": { rows: "name,price\nBread,65", apply: true },
  "POST /rules": { flowId: "", endpointId: "", templateId: "", name: "Thanks", tag: "vip" },
  "POST /invitations": { email: "new@duka.test", role: "agent" },
  "POST /fields": { name: "Town", type: "text" },
  "POST /segments": {
    name: "VIPs",
    conditions: { match: "all", conditions: [{ about: "tag", op: "is", value: "vip" }] },
  },
  "POST /tills": papersOf("600554"),
};

/** They need a campaign that was sent, or Meta. */
const elsewhere = new Set<string>(["POST /campaigns/:campaignId/follow-up", "POST /catalogues"]);

const platform = setUpPaymentPlatform();
const shops = createOrderShops(platform);
const shop = setUp(async () => {
  const { org, tillId } = await shops.newShop();
  return { org, world: { ...(await createWorld(platform, org)), tillId } };
});

function inputOf(key: CallKey, call: AnyEndpoint): Record<string, unknown> {
  const ids = [...idFieldsOf(call.input)].map(([name, { noun, isList }]) => {
    const id = (shop.world as Record<string, string>)[`${noun}Id`];
    return [name, isList ? [id] : id] as const;
  });
  const given = { ...callInputs[key], ...inputs[key] };
  // Within the customer service window of the world's conversation.
  const at = { at: toNairobiInput(new Date(platform.clock.now().getTime() + 30 * 60_000)) };
  return { ...Object.fromEntries(ids), ...given, ...(key.endsWith("/scheduled") ? at : {}) };
}

/** A form as a page sends it; each visit of the page has a key of its own. */
async function send(org: TestOrg, key: string, input: Record<string, unknown>) {
  const response = await platform.request(key, { ...withKey(input) }, org, { [formHeader]: "1" });
  return {
    status: response.status,
    text: await response.text(),
    isReplayed: response.headers.has(replayedHeader),
  };
}

const withKey = (input: Record<string, unknown>) =>
  /^k+$/.test(String(input.key)) ? { ...input, key: crypto.randomUUID() } : input;

/** Rows that only say what was done. */
const logs = new Set(["events", "provider_calls", "api_answers", "notifications"]);

async function addedBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = await rowCountsOf(platform, shop.org);
  await work();
  const after = await rowCountsOf(platform, shop.org);
  return Object.keys(after).filter((name) => !logs.has(name) && after[name]! > before[name]!);
}

describe("a form that creates an object", () => {
  it.each(creates.filter(([key]) => !elsewhere.has(key)))(
    "%s: sent twice at once, and after Back",
    async (key, call) => {
      const input = inputOf(key, call);
      const twice = await Promise.all([send(shop.org, key, input), send(shop.org, key, input)]);
      expect(twice.map(({ status, text }) => `${status} ${status === 200 ? "" : text}`)).toEqual([
        "200 ",
        "200 ",
      ]);
      expect(twice[0]!.text).toBe(twice[1]!.text);
      expect(twice.map(({ isReplayed }) => isReplayed).sort()).toEqual([false, true]);
      const added = await addedBy(async () => {
        const again = await send(shop.org, key, input);
        expect(again).toEqual({ ...twice[0]!, isReplayed: true });
      });
      expect(added).toEqual([]);
    },
  );
});

/** What ends or removes an object comes last, so that the others find it. */
const isEnd = (key: string) =>
  /cancel|archive|disconnect|erase|merge|remove|off$|refuse|hand-over|regenerate|rotate|close/.test(key);

describe("every other form", () => {
  const inOrder = [...others.filter(([key]) => !isEnd(key)), ...others.filter(([key]) => isEnd(key))];
  it.each(inOrder)("%s adds nothing when it is sent twice, or says why", async (key, call) => {
    const input = inputOf(key, call);
    await send(shop.org, key, input);
    const added = await addedBy(() => send(shop.org, key, input));
    if (!repeatable[key]) expect(added, "give the call `creates: true`").toEqual([]);
  });

  it("that a screen for new objects sends is marked", () => {
    const sent = globSync("app/routes/**/{new,add}*.tsx").flatMap((file) => [
      ...readFileSync(file, "utf8").matchAll(/api\(\s*"(POST [^"]+)"/g),
    ]);
    const unmarked = sent
      .map(([, key]) => key as CallKey)
      .filter((key) => calls.some(([known]) => known === key))
      .filter((key) => !(contract[key] as AnyEndpoint).creates && !repeatable[key]);
    expect(unmarked).toEqual([]);
  });
});

describe("the screen of a form", () => {
  const post = (fields: Record<string, string>) =>
    postForm(platform, newProductScreen, formRequest("/products/new", fields, { cookie: shop.org.cookie }));

  it("opens what was made before and says so", async () => {
    const first = await post({ name: "Blue soap", price: "90" });
    const again = await post({ name: "Blue soap", price: "90" });
    expect([first.status, again.status, again.location]).toEqual([302, 302, first.location]);
    expect(first.cookies.join()).not.toContain("twice");
    expect(again.cookies.at(-1)).toContain("Nothing was added twice");
  });

  it("makes another object of other words, after ten minutes, and once the first is gone", async () => {
    const count = async () => (await rowCountsOf(platform, shop.org)).products!;
    const before = await count();
    const soap = { name: "Red soap", price: "90" };
    for (const fields of [soap, soap, { ...soap, price: "95" }]) await post(fields);
    expect(await count()).toBe(before + 2);
    platform.clock.advance(11 * 60_000);
    await post(soap);
    expect(await count()).toBe(before + 3);
    const { products } = await platform.call("GET /products", { q: "Red soap" }, shop.org);
    for (const { id } of products)
      await platform.call("POST /products/:productId/archive", { productId: id }, shop.org);
    await post(soap);
    expect(await count()).toBe(before + 4);
  });
});
