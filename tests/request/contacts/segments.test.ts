import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { audienceOf } from "#app/domain/contacts/segments/audience.server.ts";
import type { Conditions } from "#app/domain/contacts/segments/schemas.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { createWorld } from "#tests/support/world.ts";

const platform = setUpPlatform();
let org: TestOrg;
beforeEach(async () => {
  org = await platform.createOrg();
});

type Given = { about: string; op: string; of?: string; value?: string | number };

const field = async (name: string, type: string, options: string[] = []) =>
  (await platform.call("POST /fields", { name, type, options } as never, org)).fieldId;
const make = async (name: string, phone: string, more: Record<string, unknown> = {}) =>
  (await platform.call("POST /contacts", { name, phone, ...more }, org)).contactId;
/** Contacts that match the conditions, by name. */
async function who(given: Given[], match: "all" | "any" = "all"): Promise<string[]> {
  const conditions = { match, conditions: given } as Conditions;
  return platform.services.db.withOrg(org.orgId, async (tx) => {
    const now = platform.clock.now();
    const audience = await audienceOf(tx, { orgId: org.orgId, conditions, marketing: false, now });
    const { rows } = await tx.execute<{ id: string }>(audience.ids);
    const { rows: named } = await tx.execute<{ name: string }>(
      sql`select name from contacts where id = any(${sql.param(rows.map(({ id }) => id))}::text[]) order by name`,
    );
    return named.map(({ name }) => name);
  });
}
const counted = async (given: Given[], match: "all" | "any" = "all") =>
  platform.call("GET /conditions", { conditions: JSON.stringify({ match, conditions: given }) }, org);

describe("a field", () => {
  it("accepts only values of its type, in any notation", async () => {
    await field("Balance", "number");
    await field("Birthday", "date");
    await field("Member", "yes_no");
    await field("Town", "choice", ["Nakuru", "Kisumu"]);
    const contactId = await make("Asha", "0712345678", {
      fields: { balance: "KSh 1,250.50", Birthday: "5/3/1990", Member: true, Town: "nakuru", Notes: "free" },
    });
    const { contact } = await platform.call("GET /contacts/:contactId", { contactId }, org);
    expect(contact.fields).toEqual({
      Balance: "1250.5",
      Birthday: "1990-03-05",
      Member: "yes",
      Town: "Nakuru",
      Notes: "free",
    });
    for (const fields of [
      { Balance: "much" },
      { Birthday: "31/2/2026" },
      { Member: "maybe" },
      { Town: "Paris" },
    ]) {
      const answer = await platform.request(
        "POST /contacts",
        { name: "B", phone: "0712000001", fields },
        org,
      );
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: "contact.bad_field" });
    }
  });

  it("takes over an imported column, and leaves what does not fit", async () => {
    const fits = await make("Asha", "0712345678", { fields: { "Last Order": "12/11/2026" } });
    const other = await make("Ben", "0712345679", { fields: { "last order": "soon" } });
    const of = await field("Last order", "date");
    expect(await who([{ about: "field", of, op: "set" }])).toEqual(["Asha"]);
    const fieldsOf = async (contactId: string) =>
      (await platform.call("GET /contacts/:contactId", { contactId }, org)).contact.fields;
    expect(await fieldsOf(fits)).toEqual({ "Last Order": "2026-11-12" });
    expect(await fieldsOf(other)).toEqual({ "last order": "soon" });
    await platform.call("DELETE /fields/:fieldId", { fieldId: of }, org);
    expect(await counted([{ about: "field", of, op: "set" }])).toMatchObject({
      count: 0,
      words: [{ problem: "this field was deleted: no contact matches" }],
    });
  });

  it("has a unique name, and belongs to its organisation", async () => {
    const fieldId = await field("Town", "text");
    const again = await platform.request("POST /fields", { name: "TOWN", type: "text", options: [] }, org);
    expect(again.status).toBe(409);
    const other = await platform.createOrg("Soko Safi");
    for (const key of ["GET /fields/:fieldId", "PUT /fields/:fieldId", "DELETE /fields/:fieldId"] as const)
      expect((await platform.request(key, { fieldId, options: [] }, other)).status).toBe(404);
  });
});

describe("conditions", () => {
  it("find contacts that match all or any of them", async () => {
    const balance = await field("Balance", "number");
    const due = await field("Due", "date");
    const town = await field("Town", "text");
    const day = (n: number) =>
      new Date(platform.clock.now().getTime() + n * 86_400_000).toISOString().slice(0, 10);
    await make("Asha", "0712345671", {
      tags: "wholesale",
      consent: "granted",
      fields: { Balance: 900, Due: day(3), Town: "Nakuru West" },
    });
    await make("Ben", "0712345672", { tags: "wholesale, vip", fields: { Balance: 1000.5, Due: day(-3) } });
    const gone = await make("Chao", "0712345673", { consent: "granted", fields: { Town: "Kisumu" } });
    await platform.call("POST /contacts/:contactId/opt-out", { contactId: gone }, org);
    const all: [Given[], string[]][] = [
      [[{ about: "tag", op: "is", value: "wholesale" }], ["Asha", "Ben"]],
      [[{ about: "tag", op: "is_not", value: "vip" }], ["Asha"]],
      [[{ about: "field", of: balance, op: "more", value: "900" }], ["Ben"]],
      [[{ about: "field", of: balance, op: "is", value: "1,000.50" }], ["Ben"]],
      [[{ about: "field", of: due, op: "in_next", value: "7" }], ["Asha"]],
      [[{ about: "field", of: due, op: "before", value: day(0) }], ["Ben"]],
      [[{ about: "field", of: town, op: "contains", value: "NAKURU" }], ["Asha"]],
      [[{ about: "field", of: town, op: "contains", value: "' or 1=1 --" }], []],
      [[{ about: "field", of: balance, op: "more", value: "abc" }], []],
      [[{ about: "field", of: balance, op: "less", value: "" }], []],
      [[{ about: "field", of: due, op: "within", value: "" }], []],
      [[{ about: "consent", op: "is", value: "granted" }], ["Asha"]],
      [[{ about: "created", op: "within", value: 2 }], ["Asha", "Ben"]],
      [[{ about: "last_seen", op: "not_within", value: 2 }], ["Asha", "Ben"]],
      [[{ about: "language", op: "is", value: "unknown" }], ["Asha", "Ben"]],
      [[{ about: "no_campaign", op: "within", value: 30 }], ["Asha", "Ben"]],
    ];
    for (const [given, names] of all) expect(await who(given), JSON.stringify(given)).toEqual(names);
    const two = [
      { about: "tag", op: "is", value: "vip" },
      { about: "consent", op: "is", value: "granted" },
    ];
    expect(await who(two)).toEqual([]);
    expect(await who(two, "any")).toEqual(["Asha", "Ben"]);
    expect(await counted(two, "any")).toMatchObject({ count: 2, sentence: "Tag is vip or consent is given" });
  });

  it("match a value that no contact has, and never match by another organisation's values", async () => {
    await make("Asha", "0712345671");
    const other = await platform.createOrg("Soko Safi");
    const world = await createWorld(platform, other);
    const foreign = { about: "campaign", of: world.campaignId!, op: "not_received" };
    expect(await counted([foreign])).toMatchObject({
      count: 0,
      sentence: expect.stringContaining("(deleted)"),
    });
    expect(await counted([{ about: "tag", op: "is", value: "gone" }])).toMatchObject({
      count: 0,
      words: [{ problem: "no contact has this tag: no contact matches" }],
    });
    const conditions = { match: "all", conditions: [foreign] };
    const refused = await platform.request("POST /segments", { name: "S", conditions }, org);
    expect(refused.status).toBe(404);
  });
});

describe("a segment", () => {
  const conditions: Conditions = {
    match: "all",
    conditions: [{ about: "tag", op: "is", value: "vip" }],
  };

  it("is counted on each request, and follows tags that are added and removed", async () => {
    const { segmentId } = await platform.call("POST /segments", { name: "VIP", conditions }, org);
    const count = async () => (await platform.call("GET /segments/:segmentId", { segmentId }, org)).count;
    expect(await count()).toBe(0);
    const contactId = await make("Asha", "0712345671", { tags: "vip" });
    expect(await count()).toBe(1);
    const { segments } = await platform.call("GET /segments", {}, org);
    expect(segments).toMatchObject([{ name: "VIP", words: "Tag is vip", count: 1 }]);
    await platform.call("PUT /contacts/:contactId", { contactId, phone: "0712345671", tags: "" }, org);
    expect(await count()).toBe(0);
    await platform.call("PUT /contacts/:contactId", { contactId, phone: "0712345671", tags: "vip" }, org);
    await platform.call("DELETE /contacts/:contactId", { contactId }, org);
    expect(await count()).toBe(0);
  });

  it("is refused without conditions, with another segment in it, and with an existing name", async () => {
    const { segmentId } = await platform.call("POST /segments", { name: "VIP", conditions }, org);
    const status = async (name: string, given: Given[]) =>
      (
        await platform.request(
          "POST /segments",
          { name, conditions: { match: "all", conditions: given } } as never,
          org,
        )
      ).status;
    expect(await status("None", [])).toBe(400);
    expect(await status("Nested", [{ about: "segment", of: segmentId, op: "is" }])).toBe(400);
    expect(await status("vip", [{ about: "tag", op: "is", value: "a" }])).toBe(409);
    const other = await platform.createOrg("Soko Safi");
    for (const key of ["GET /segments/:segmentId", "DELETE /segments/:segmentId"] as const)
      expect((await platform.request(key, { segmentId }, other)).status).toBe(404);
  });

  it("gives a campaign its recipients, with exclusions by reason", async () => {
    const { segmentId } = await platform.call("POST /segments", { name: "VIP", conditions }, org);
    await make("Asha", "0712345671", { tags: "vip", consent: "granted" });
    await make("Ben", "0712345672", { tags: "vip" });
    await make("Chao", "0712345673", { tags: "vip, staff", consent: "granted" });
    const gone = await make("Dan", "0712345674", { tags: "vip", consent: "granted" });
    await make("Eve", "0712345675", { consent: "granted" });
    await platform.call("POST /contacts/:contactId/opt-out", { contactId: gone }, org);
    const counts = await platform.services.db.withOrg(org.orgId, async (tx) => {
      const audience = await audienceOf(tx, {
        orgId: org.orgId,
        conditions: { match: "any", conditions: [{ about: "segment", of: segmentId, op: "is" }] },
        exclusions: [{ match: "all", conditions: [{ about: "tag", op: "is", value: "staff" }] }],
        marketing: true,
        now: platform.clock.now(),
      });
      const { rows } = await tx.execute(audience.ids);
      return { ...(await audience.count()), found: rows.length };
    });
    expect(counts).toEqual({
      matching: 4,
      excluded: 1,
      optedOut: 1,
      noPhone: 0,
      noConsent: 1,
      recipients: 1,
      found: 1,
    });
  });
});
