import { beforeEach, describe, expect, it } from "vitest";
import { catalogue } from "#app/api/v1/catalogue.ts";
import { calls, type DocumentedCall } from "#app/api/v1/openapi.ts";
import { createKey, revokeKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { everything, scopes } from "#app/domain/organisations/apiKeys/words.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";
import { createWorld, imprintOf, secretOf } from "#tests/support/world.ts";

/** The list comes from the contract, so new calls are covered automatically. */
const platform = setUpPlatform();
const ours = setUp(() => platform.createOrg());
const theirs = setUp(() => platform.createOrg("Shop of others"));
const ourWorld = setUp(() => createWorld(platform, ours));

// The rate limit is a thousand calls a minute, and this sweep makes more.
beforeEach(() => platform.clock.advance(1000));

const keyOf = async (org: TestOrg, options: Partial<Parameters<typeof createKey>[0]["input"]> = {}) => {
  const input = { name: "Shop", mode: "live" as const, scopes: [everything], expiresAt: null, ...options };
  return createKey({ ctx: org.ctx, input });
};

interface Sent {
  key?: string;
  body?: string;
  ids?: Record<string, string>;
  headers?: Record<string, string>;
}

const named = (list: DocumentedCall[]) => list.map((each) => [each.key, each] as const);
const takesBody = ({ method }: DocumentedCall) => method !== "GET" && method !== "DELETE";
const takesJson = (each: DocumentedCall) => takesBody(each) && !each.call.takesFile;

/** The fields as a form with a valid file. */
function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new File(["Bei ya leo"], "prices.txt"));
  return form;
}

async function ask(call: DocumentedCall, { key, body, ids = {}, headers = {} }: Sent) {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? "nobodys");
  const hasBody = takesBody(call);
  const fields = JSON.parse(takesJson(call) ? "{}" : (body ?? "{}")) as Record<string, string>;
  const query = hasBody || !body ? "" : `?${new URLSearchParams(fields)}`;
  const response = await platform.api.fetch(
    new Request(`http://localhost:4000/api${path}${query}`, {
      method: call.method,
      headers: {
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(takesJson(call) ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      ...(hasBody ? { body: takesJson(call) ? (body ?? "{}") : formOf(fields) } : {}),
    }),
  );
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

const refusal = (code: string) => ({
  type: `http://localhost:4000/developers/docs/errors/${code}`,
  code,
  message: expect.any(String),
  request_id: expect.any(String),
});

describe.each(named(calls))("%s", (_, call) => {
  it("refuses a missing, revoked or expired key, or one without the scope", async () => {
    const revoked = await keyOf(theirs);
    await revokeKey({ ctx: theirs.ctx, input: { keyId: revoked.keyId } });
    const expired = await keyOf(theirs, { expiresAt: new Date(platform.clock.now().getTime() - 1) });
    for (const key of [undefined, "tarishi_live_made_up", revoked.key, expired.key]) {
      const answer = await ask(call, { ...(key ? { key } : {}) });
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject(refusal("auth.key_required"));
    }
    const narrow = await keyOf(theirs, { scopes: scopes.filter((scope) => scope !== call.call.scope) });
    const answer = await ask(call, { key: narrow.key });
    expect(answer.body).toMatchObject(refusal("key.scope_missing"));
    for (const { keyId } of [expired, narrow]) await revokeKey({ ctx: theirs.ctx, input: { keyId } });
  });

  it("names the invalid fields, and never crashes on them", async () => {
    const { key, keyId } = await keyOf(theirs);
    const unknown = await ask(call, { key, body: JSON.stringify({ ...call.call.example, colour: "red" }) });
    expect(unknown.status).toBe(400);
    expect(unknown.body).toMatchObject(refusal("request.invalid"));
    expect(unknown.headers.get("ratelimit-limit")).toBe("1000");
    expect(unknown.headers.get("x-request-id")).toBe(unknown.body.request_id);
    for (const value of [null, [], {}, "", "\u0000", -1, 1e308, "x".repeat(5000), { $ne: 1 }])
      for (const name of takesBody(call) ? Object.keys(call.call.input.shape) : []) {
        const answer = await ask(call, {
          key,
          body: JSON.stringify({ ...call.call.example, [name]: value }),
        });
        expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(500);
        expect(answer.body.code === undefined || answer.body.code in catalogue, answer.text).toBe(true);
      }
    await revokeKey({ ctx: theirs.ctx, input: { keyId } });
  });
});

describe.each(named(calls.filter(takesJson)))("%s", (_, call) => {
  it("refuses bodies that are too large, not an object, or not JSON", async () => {
    const { key, keyId } = await keyOf(theirs);
    const large = await ask(call, { key, body: `{"text":"${"x".repeat(10 * 1024 * 1024)}"}` });
    expect(large).toMatchObject({ status: 413, body: refusal("request.too_large") });
    for (const body of ["[]", '"text"', "{", "null"])
      expect((await ask(call, { key, body })).body, body).toMatchObject(refusal("request.malformed_json"));
    const form = await ask(call, { key, body: "a=b", headers: { "content-type": "text/plain" } });
    expect(form.body).toMatchObject(refusal("request.not_json"));
    await revokeKey({ ctx: theirs.ctx, input: { keyId } });
  });
});

describe.each(named(calls.filter(({ parameters }) => parameters.length > 0)))("%s", (_, call) => {
  it("finds nothing of another organisation, and leaves it unchanged", async () => {
    const { key, keyId } = await keyOf(theirs);
    const ids = Object.fromEntries(
      call.parameters.map((name) => [name, ourWorld[name.replace(/_id$/, "Id")] ?? "nobodys"]),
    );
    const before = await imprintOf(platform, ours);
    const answer = await ask(call, {
      key,
      ids,
      ...(call.call.example ? { body: JSON.stringify(call.call.example) } : {}),
    });
    expect(answer.status, answer.text).toBe(404);
    expect(answer.text).not.toContain(secretOf(ours));
    expect(await imprintOf(platform, ours)).toEqual(before);
    await revokeKey({ ctx: theirs.ctx, input: { keyId } });
  });
});
