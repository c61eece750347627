/* One sweep, longer than a file of code may be because its last test counts what all the others have seen. */
import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createApi } from "#app/api/app.server.ts";
import { callsAMinute } from "#app/api/v1/admit.server.ts";
import { calls, type DocumentedCall } from "#app/api/v1/openapi.ts";
import { apiAnswers } from "#app/db/schema/organisations/apiKeys.ts";
import { paymentRequests } from "#app/db/schema/sales/payments.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import { addHits, windowOf } from "#app/domain/accounts/rateLimits/countHit.server.ts";
import { publicEventNames } from "#app/domain/insights/events/publicEvents.ts";
import { revokeKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { scopes } from "#app/domain/organisations/apiKeys/words.ts";
import { newId } from "#app/platform/ids.ts";
import { addBook } from "#tests/support/books.ts";
import { createChats } from "#tests/support/chats.ts";
import { idFieldsOf, shapeOf } from "#tests/support/idFields.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import {
  createPublicCaller,
  declaredCodesOf,
  faultsOf,
  fieldsOf,
  newKey,
  sampleOf,
  takesJson,
} from "#tests/support/publicApi.ts";
import { fillWallet } from "#tests/support/sending.ts";
import { addOpenSequence } from "#tests/support/sequences.ts";
import { setUp } from "#tests/support/setUp.ts";
import { createWorld, imprintOf, secretOf } from "#tests/support/world.ts";
import { orderSituations } from "./orderSituations.ts";
import { sequenceSituations } from "./sequenceSituations.ts";
import { elsewhere, setUpRefusals, situations } from "./situations.ts";

/** Every call by every status that it declares. The list comes from the contract, so a new call is covered automatically. */
const platform = setUpPlatform({ env: { WEBHOOKS_TO_LOOPBACK: "on" } });
const { ask, seen } = createPublicCaller(platform);
const ours = setUp(() => platform.createOrg());
const theirs = setUp(() => platform.createOrg("Shop of others"));
const ourWorld = setUp(() => createWorld(platform, ours));
const theirWorld = setUp(() => createWorld(platform, theirs));
const ourKey = setUp(() => newKey(ours));
const theirKeys = setUp(async () => ({
  live: (await newKey(theirs)).key,
  test: (await newKey(theirs, { mode: "test" })).key,
}));
const modes = ["live", "test"] as const;

// A minute allows a thousand calls of an organisation, and this sweep makes more.
beforeEach(() => platform.clock.advance(5000));

const named = (list: DocumentedCall[]) => list.map((each) => [each.key, each] as const);
const worksIn = (mode: "live" | "test") => (each: DocumentedCall) =>
  mode === "live" || each.call.inTestMode !== undefined;

describe.each(modes)("2xx with a %s key", (mode) => {
  const rank = ({ key, method, status, parameters }: DocumentedCall & { status: number }) => {
    if (key === "POST /v1/webhook-endpoints") return 0;
    if (method === "DELETE") return 3;
    return method === "PUT" || (status !== 200 && parameters.length === 0) ? 1 : 2;
  };
  const ranked = calls
    .filter(worksIn(mode))
    .map((each) => ({ ...each, status: each.call.status ?? 200 }))
    .toSorted((a, b) => rank(a) - rank(b));

  /** A shop with money, a customer who just wrote, and the template of the examples; `ids` learns what the calls create. */
  const shop = setUp(async () => {
    const chats = createChats(platform);
    const made = await chats.shopWithCustomer({ wroteMsAgo: -3_600_000 });
    await chats.addTemplate(made.org, made.accountId);
    await connectNumbers(made.org.orgId);
    await fillWallet(platform, made.org, 1000);
    await platform.services.db.withOrg(made.org.orgId, (tx) =>
      tx.insert(apiAnswers).values({
        ...{ orgId: made.org.orgId, mode, key: "used", fingerprint: randomBytes(32) },
        ...{ status: 200, body: "{}", startedAt: platform.clock.now() },
      }),
    );
    const { key } = await newKey(made.org, { mode });
    const idleRequestId = await addIdleRequest(made);
    const ids: Record<string, string> = {
      contact_id: made.contactId,
      conversation_id: made.conversationId,
      memberId: made.org.userId,
      idleRequestId,
      book_id: await addBook(platform, made.org),
      sequence_id: await addOpenSequence(made.org.ctx),
    };
    return { ...made, key, ids };
  });

  /** A paybill, and a request that can be cancelled: the one that the sweep creates is prompted. */
  const addIdleRequest = async ({ org: { orgId }, contactId }: { org: TestOrg; contactId: string }) => {
    const [id, tillId] = [newId("pmr"), newId("til")];
    await platform.services.db.withOrg(orgId, async (tx) => {
      await tx.insert(tills).values({
        orgId,
        id: tillId,
        name: "Fees",
        kind: "paybill",
        number: "522533",
        keysEncrypted: "sealed",
      });
      await tx.insert(paymentRequests).values({
        ...{ orgId, id, tillId, contactId, accountNumber: "4821937H", amountCents: 150_000, reason: "Fees" },
        ...{ source: "api", key: id, expiresAt: new Date("2099-01-01T00:00:00Z") },
      });
    });
    return id;
  };

  const connectNumbers = (orgId: string) =>
    platform.services.db.owner.query("update phone_numbers set status = 'CONNECTED' where org_id = $1", [
      orgId,
    ]);

  const inPathOf = ({ parameters }: DocumentedCall, input: Record<string, unknown>) =>
    Object.fromEntries(parameters.map((name) => [name, input[name]]));

  /** The parameter that names what a list or a creation returns: that of the path one step longer. */
  function learn(each: DocumentedCall, body: { id?: string; data?: { id?: string }[] }): void {
    const longer = calls.find(({ path }) => path.startsWith(`${each.path}/:`));
    const name = each.path.endsWith("/deliveries") ? "delivery_id" : longer?.parameters.at(-1);
    const id = body.id ?? body.data?.[0]?.id;
    if (name && id) shop.ids[name] ??= id;
  }

  it.each(ranked.map((each) => [each.key, each] as const))(
    "%s succeeds as its schema says, once for an Idempotency-Key",
    async (_, each) => {
      const { key, ids, org } = shop;
      const filtered = sampleOf(each, ids);
      const isList = each.method === "GET" && "limit" in filtered;
      if (isList) expect((await ask(each, { key, input: filtered })).status).toBe(200);
      const input = isList ? inPathOf(each, filtered) : filtered;
      if (each.id === "cancel-a-payment-request") input.payment_request_id = ids.idleRequestId;
      if (each.key === "POST /v1/webhook-endpoints") input.events = publicEventNames;
      const once: Record<string, string> =
        each.method === "GET" ? {} : { "idempotency-key": `sweep-${each.id}` };
      const answer = await ask(each, { key, input, headers: once });
      expect(answer.status, answer.text).toBe(each.status);
      expect(answer.headers.get("ratelimit-limit")).toBe(String(callsAMinute));
      if (each.call.answersFile) return expect(answer.text).toBe("Bei ya leo");
      expect(faultsOf(each, answer.status, answer.body)).toEqual([]);
      // Nothing more leaves than the contract names.
      expect(each.call.output.parse(answer.body)).toEqual(answer.body);
      learn(each, answer.body);
      if (each.method === "GET") return;
      const replayed = await ask(each, { key, input, headers: once });
      expect([replayed.status, replayed.body]).toEqual([answer.status, answer.body]);
      expect(replayed.headers.get("idempotent-replayed")).toBe("true");
      const reused = await ask(each, { key, input, headers: { "idempotency-key": "used" } });
      expect(reused.body).toMatchObject({ code: "idempotency.key_reused" });
      await platform.services.db.withOrg(org.orgId, (tx) =>
        tx
          .update(apiAnswers)
          .set({ status: null, body: null, startedAt: platform.clock.now() })
          .where(eq(apiAnswers.key, `sweep-${each.id}`)),
      );
      const early = await ask(each, { key, input, headers: once });
      expect(early.body).toMatchObject({ code: "idempotency.in_flight" });
      expect(Number(early.headers.get("retry-after"))).toBeGreaterThan(0);
    },
  );
});

describe.each(named(calls))("400: %s", (_, each) => {
  it("names the field that is unknown or wrong", async () => {
    const key = theirKeys.live;
    const input = sampleOf(each, {});
    const unknown = await ask(each, { key, input: { ...input, colour: "red" } });
    expect(unknown.body).toMatchObject({ code: "request.invalid", param: "colour" });
    expect(unknown.headers.get("x-request-id")).toBe(unknown.body.request_id);
    for (const name of fieldsOf(each)) {
      // No field takes a list of numbers; in a query, all is text.
      const wrong = takesJson(each) ? [17] : "x".repeat(5000);
      if (!takesJson(each) && shapeOf(each.call.input)[name]!.safeParse(wrong).success) continue;
      const { body } = await ask(each, { key, input: { ...input, [name]: wrong } });
      expect(body, name).toMatchObject({ code: "request.invalid" });
      expect(body.param.split(".")[0], name).toBe(name);
    }
  });

  it("refuses texts that can't be stored, cursors and Idempotency-Keys of others", async () => {
    const key = theirKeys.live;
    const input = sampleOf(each, {});
    const codeOf = async (sent: Parameters<typeof ask>[1]) => (await ask(each, { key, ...sent })).body.code;
    expect(await codeOf({ input: { ...input, colour: "\u0000" } })).toBe("request.unreadable_text");
    if (fieldsOf(each).includes("cursor"))
      expect(["request.bad_cursor", `${each.parameters[0]?.slice(0, -3)}.not_found`]).toContain(
        await codeOf({ input: { ...sampleOf(each, theirWorld), cursor: "made up" } }),
      );
    if (each.method !== "GET")
      expect(await codeOf({ input: sampleOf(each, theirWorld), headers: { "idempotency-key": "a b" } })).toBe(
        "idempotency.bad_key",
      );
  });
});

describe.each(named(calls.filter(takesJson)))("400 and 413: %s", (_, each) => {
  it("refuses bodies that are too large, no object, or not JSON", async () => {
    const key = theirKeys.live;
    const codeOf = async (body: string, headers = {}) => (await ask(each, { key, body, headers })).body.code;
    expect(await codeOf(`{"text":"${"x".repeat(10 * 1024 * 1024)}"}`)).toBe("request.too_large");
    for (const body of ["[]", '"text"', "{", "null"])
      expect(await codeOf(body), body).toBe("request.malformed_json");
    expect(await codeOf("a=b", { "content-type": "text/plain" })).toBe("request.not_json");
  });

  it("never fails at the value of a field", async () => {
    for (const value of [null, [], {}, "", -1, 1e308, "x".repeat(5000), { $ne: 1 }])
      for (const name of fieldsOf(each)) {
        const answer = await ask(each, {
          key: theirKeys.live,
          input: { ...sampleOf(each, {}), [name]: value },
        });
        expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(500);
      }
  });
});

describe("401 and 403", () => {
  const keys = setUp(async () => {
    const revoked = await newKey(theirs);
    await revokeKey({ ctx: theirs.ctx, input: { keyId: revoked.keyId } });
    const expired = await newKey(theirs, { expiresAt: new Date(platform.clock.now().getTime() - 1) });
    return { revoked: revoked.key, expired: expired.key, wrong: "tarishi_live_made_up" };
  });

  it.each(named(calls))(
    "%s refuses a request without a key, or with one that isn't valid",
    async (_, each) => {
      for (const key of [undefined, ...Object.values(keys)]) {
        const answer = await ask(each, { key, input: sampleOf(each, ourWorld) });
        expect(answer.body).toMatchObject({ code: "auth.key_required" });
        expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      }
    },
  );

  it.each(named(calls))(
    "%s refuses a key without its scope or mode, before it reads anything",
    async (_, each) => {
      const narrow = await newKey(theirs, { scopes: scopes.filter((scope) => scope !== each.call.scope) });
      const { body } = await ask(each, { key: narrow.key, input: { colour: "red" } });
      expect(body).toMatchObject({ code: "key.scope_missing" });
      await revokeKey({ ctx: theirs.ctx, input: { keyId: narrow.keyId } });
      if (each.call.inTestMode) return;
      const inTest = await ask(each, { key: theirKeys.test, input: sampleOf(each, theirWorld) });
      expect(inTest.body).toMatchObject({ code: "key.test_mode" });
    },
  );
});

describe.each(modes)("404 with another organisation's %s key", (mode) => {
  const targets = calls
    .filter(worksIn(mode))
    .flatMap((each) =>
      [...idFieldsOf(each.call.input).keys()].map((field) => ({ key: each.key, field, each })),
    );

  /** What is ours must not appear, and must stay as it is. */
  async function askAsOthers(each: DocumentedCall, input: Record<string, unknown>) {
    const before = await imprintOf(platform, ours);
    const answer = await ask(each, { key: theirKeys[mode], input });
    expect(answer.text).not.toContain(secretOf(ours));
    expect(await imprintOf(platform, ours)).toEqual(before);
    return answer;
  }

  it.each(targets)(
    "$key: our $field is not found and unchanged, as is one of nowhere",
    async ({ each, field }) => {
      for (const world of [ourWorld, {} as Record<string, string>]) {
        const input = sampleOf(each, theirWorld);
        const { noun } = idFieldsOf(each.call.input).get(field)!;
        if (world === ourWorld) expect(world[`${noun}Id`], `createWorld makes no ${noun}`).toBeDefined();
        input[field] = world[`${noun}Id`] ?? "nowhere";
        const { status, text, body } = await askAsOthers(each, input);
        const isInPath = each.parameters.includes(field);
        // A list by an object of others is empty; a field of a body may be refused at that field.
        const isEmptyList = !isInPath && each.method === "GET" && status === 200 && body.data.length === 0;
        const isRefusedField = !isInPath && status === 400 && body.param === field;
        expect(status === 404 || isEmptyList || isRefusedField, `${status} ${text}`).toBe(true);
        expect(body.code).not.toBe("request.invalid");
      }
    },
  );

  const lists = calls.filter(
    (each) => each.method === "GET" && each.parameters.length === 0 && worksIn(mode)(each),
  );
  it.each(named(lists))("%s shows nothing of others", async (_, each) => {
    expect((await askAsOthers(each, { ...each.call.example })).status).toBe(200);
  });
});

it("the sweep of others' objects bites: our own key finds them", async () => {
  const one = calls.find(({ key }) => key === "GET /v1/contacts/:contact_id")!;
  const { text } = await ask(one, { key: ourKey.key, input: { contact_id: ourWorld.contactId } });
  expect(text).toContain(secretOf(ours));
});

describe("what a call declares of its own", () => {
  const shop = setUpRefusals(platform);
  /** Rows of zeros, which a send that is refused has already locked. */
  const rowsToLock = ["ledger_accounts", "monthly_usage"];

  it.each(
    [...situations, ...orderSituations, ...sequenceSituations].flatMap(({ code, of, given }) =>
      of.map((key) => ({ code, key, given })),
    ),
  )("$code: $key", async ({ code, key, given }) => {
    const each = calls.find((one) => one.key === key)!;
    const { org, apiKey, ...sent } = await given(shop, each);
    const before = await imprintOf(platform, org);
    const { body, text } = await ask(each, { ...sent, key: apiKey });
    expect(body.code, text).toBe(code);
    const after = await imprintOf(platform, org);
    // The key's last use is recorded, and the log is written later.
    for (const table of ["api_keys", "api_calls", ...rowsToLock]) after[table] = before[table]!;
    expect(after, "what is refused changes nothing").toEqual(before);
  });
});

describe("429, 500 and 503", () => {
  it.each(named(calls))("%s says how long to wait when the minute is used up", async (_, each) => {
    const { key } = ourKey;
    platform.clock.advance(60_000);
    const window = windowOf(`api-key:${ours.orgId}`, { windowSeconds: 60 }, platform.clock.now());
    await addHits(platform.services, window, callsAMinute);
    const { body, headers } = await ask(each, { key, input: sampleOf(each, ourWorld) });
    expect(body).toMatchObject({ code: "rate_limit.exceeded" });
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(headers.get("ratelimit-remaining")).toBe("0");
  });

  it("every call says how long to wait when no connection is free", async () => {
    platform.clock.advance(60_000);
    const { tenant, system } = platform.services.db.for("api");
    const taken = await Promise.all(
      [tenant, system].flatMap((pool) => Array.from({ length: pool.options.max }, () => pool.connect())),
    );
    const answers = await Promise.all(
      calls.map((each) => ask(each, { key: ourKey.key, input: sampleOf(each, ourWorld) })),
    ).finally(() => {
      for (const client of taken) client.release();
    });
    for (const { body, headers } of answers)
      expect([body.code, headers.get("retry-after")]).toEqual(["server.busy", "5"]);
  });

  it.each(named(calls.filter(({ key }) => key !== "GET /v1/hooks/samples")))(
    "%s hides an unexpected error behind its request id",
    async (_, each) => {
      const broken = () => Promise.reject(new Error("relation does not exist"));
      const { services } = platform;
      const db = { ...services.db.for("api"), withOrg: broken, withSystem: broken };
      const api = createApi({ ...services, db: { ...services.db, for: () => db } });
      platform.clock.advance(60_000);
      const { body, text } = await ask(each, { api, key: ourKey.key, input: sampleOf(each, ourWorld) });
      expect(body).toMatchObject({ code: "server.unexpected" });
      expect(text).not.toContain("relation");
    },
  );
});

it("every code that a call declares was returned, or is tried elsewhere", () => {
  const unseen = calls.flatMap((each) =>
    declaredCodesOf(each)
      .filter((code) => !seen.get(each.key)?.has(code))
      .map((code) => `${code}: ${each.key}`),
  );
  expect(unseen.toSorted()).toEqual(Object.values(elsewhere).flat().toSorted());
});
