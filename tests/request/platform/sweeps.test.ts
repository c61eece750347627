import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import type { CallKey } from "#app/api/client.server.ts";
import { contract } from "#app/api/contract.ts";
import type { Endpoint } from "#app/api/endpoint.ts";
import { v1 } from "#app/api/v1/contract.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import type { Noun } from "#app/platform/objectIds.ts";
import { type Act, callerOf, may } from "#app/platform/roles/acts.server.ts";
import { callInputs } from "#tests/support/callInputs.ts";
import { setPassword } from "#tests/support/identity.ts";
import { idFieldsOf, shapeOf } from "#tests/support/idFields.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";
import { kindOf } from "#tests/support/stepKinds.ts";
import { createWorld, imprintOf, secretOf, type World } from "#tests/support/world.ts";

/**
 * The two standing sweeps take their list from the contract, so a new call is included automatically: without
 * a session every private call refuses, and with another organisation's session every object is not found and
 * unchanged.
 */
const calls = Object.entries(contract) as [CallKey, Endpoint<Act, z.ZodType, unknown>][];

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
    const input: Record<string, unknown> = { ...callInputs[key], ...kindOf(key, field) };
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
