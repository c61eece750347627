import { beforeEach, describe, expect, it } from "vitest";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { createWorld } from "#tests/support/world.ts";

const platform = setUpPlatform();
let org: TestOrg;
beforeEach(async () => {
  org = await platform.createOrg();
});

const make = async (name: string, phone: string, more: Record<string, unknown> = {}) =>
  (await platform.call("POST /contacts", { name, phone, ...more }, org)).contactId;
const get = async (contactId: string) =>
  (await platform.call("GET /contacts/:contactId", { contactId }, org)).contact;
const names = async (filters: Record<string, unknown>) =>
  (await platform.call("GET /contacts", filters, org)).contacts.map(({ name }) => name);
const actions = async () =>
  (await platform.call("GET /activity-logs", {}, org)).logs.map(({ action, details }) => [action, details]);

describe("many contacts", () => {
  it("get a tag or a value, or lose consent, together: selected or all that match", async () => {
    const asha = await make("Asha", "0712345671", { tags: "vip", consent: "granted" });
    const ben = await make("Ben", "0712345672", { consent: "granted" });
    const chao = await make("Chao", "0712345673", { tags: "vip" });
    const { fieldId } = await platform.call(
      "POST /fields",
      { name: "Visits", type: "number", options: [] },
      org,
    );
    const change = (given: Record<string, unknown>) =>
      platform.call("POST /contacts/bulk", given as never, org);

    expect(await change({ chosen: `${asha},${ben}`, act: "add_tag", ofTag: "Nairobi" })).toEqual({
      count: 2,
      left: 0,
      isQueued: false,
    });
    expect(await names({ tag: "nairobi", sort: "name" })).toEqual(["Asha", "Ben"]);
    await change({ tag: "vip", act: "set_field", fieldId, value: "1,200" });
    expect((await get(chao)).fields).toEqual({ Visits: "1200" });
    const bad = { tag: "vip", act: "set_field", fieldId, value: "many" } as const;
    expect((await platform.request("POST /contacts/bulk", bad, org)).status).toBe(400);
    expect(await change({ act: "withdraw_consent" })).toMatchObject({ count: 3 });
    expect(await names({ consent: "granted" })).toEqual([]);
    expect(await change({ tag: "vip", act: "delete" })).toMatchObject({ count: 2 });
    expect(await names({})).toEqual(["Ben"]);
    expect(await actions()).toContainEqual([
      "Contacts edited in bulk",
      "2 contacts deleted with their conversations",
    ]);
  });

  it("are updated by a job when they are many, and only those that existed", async () => {
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.execute(
        `insert into contacts (org_id, id, phone, name, created_at)
        select '${org.orgId}', 'con_' || lpad(n::text, 8, '0'), '+2547' || lpad(n::text, 8, '0'), 'P' || n, '${platform.clock.now().toISOString()}'
        from generate_series(1, 1500) n` as never,
      ),
    );
    const result = await platform.call("POST /contacts/bulk", { act: "add_tag", ofTag: "big" }, org);
    expect(result).toEqual({ count: 1500, left: 0, isQueued: true });
    platform.clock.advance(60_000);
    await make("Late", "0799000000");
    await platform.runJobs();
    expect((await platform.call("GET /contacts", { tag: "big" }, org)).total).toBe(1500);
    expect(await actions()).toContainEqual(["Contacts edited in bulk", "Tag big added to 1,500 contacts"]);
  });

  it("of another organisation cannot be selected", async () => {
    const other = await platform.createOrg("Soko Safi");
    const world = await createWorld(platform, other);
    const change = { chosen: world.contactId!, act: "delete" } as const;
    expect(await platform.call("POST /contacts/bulk", change, org)).toMatchObject({ count: 0 });
  });
});

describe("the list", () => {
  it("is sorted by name and by last seen, and filtered by conditions and segments", async () => {
    await make("Ben", "0712345672", { tags: "vip" });
    platform.clock.advance(1000);
    await make("Asha", "0712345671");
    expect(await names({})).toEqual(["Asha", "Ben"]);
    expect(await names({ sort: "-name" })).toEqual(["Ben", "Asha"]);
    const conditions = { match: "all", conditions: [{ about: "tag", op: "is", value: "vip" }] };
    expect(await names({ conditions: JSON.stringify(conditions) })).toEqual(["Ben"]);
    const { segmentId } = await platform.call("POST /segments", { name: "VIP", conditions } as never, org);
    expect(await names({ segmentId })).toEqual(["Ben"]);
    expect((await platform.request("GET /contacts", { segmentId: "seg_none" }, org)).status).toBe(404);
  });
});

describe("two contacts of one person", () => {
  it("are merged: chosen values stay, the history follows, and an opt-out holds", async () => {
    const kept = await make("Asha", "0712345671", {
      tags: "a",
      fields: { Town: "Nakuru", Size: "9" },
      consent: "granted",
    });
    const gone = await make("Asha Mwangi", "0712345672", {
      tags: "b",
      fields: { town: "Kisumu", Card: "7" },
    });
    await platform.call("POST /contacts/:contactId/opt-out", { contactId: gone }, org);
    const { differing } = await platform.call(
      "GET /contacts/:contactId/merge",
      { contactId: kept, otherContactId: gone },
      org,
    );
    expect(differing).toEqual([{ name: "town", kept: "Nakuru", gone: "Kisumu" }]);
    await platform.call(
      "POST /contacts/:contactId/merge",
      { contactId: kept, otherContactId: gone, name: "gone", fields: ["town"] },
      org,
    );
    expect(await get(kept)).toMatchObject({
      name: "Asha Mwangi",
      phone: "+254712345671",
      tags: ["a", "b"],
      fields: { town: "Kisumu", Card: "7", Size: "9" },
      consent: "none",
      optedOutAt: expect.any(String),
    });
    expect((await platform.request("GET /contacts/:contactId", { contactId: gone }, org)).status).toBe(404);
    const { entries } = await platform.call("GET /contacts/:contactId/timeline", { contactId: kept }, org);
    expect(entries.map(({ title }) => title).toSorted()).toEqual([
      "Contact created",
      "Contact created",
      "Contact opted out",
      "Contacts merged",
    ]);
    const again = { contactId: kept, otherContactId: gone };
    expect((await platform.request("POST /contacts/:contactId/merge", again, org)).status).toBe(404);
    const itself = { contactId: kept, otherContactId: kept };
    expect((await platform.request("POST /contacts/:contactId/merge", itself, org)).status).toBe(400);
  });
});

describe("the timeline", () => {
  it("continues after its last page, with each entry once", async () => {
    const contactId = await make("Asha", "0712345671");
    for (let n = 0; n < 40; n++) {
      platform.clock.advance(1000);
      await platform.call("PUT /contacts/:contactId", { contactId, phone: "0712345671", name: `A${n}` }, org);
    }
    const first = await platform.call("GET /contacts/:contactId/timeline", { contactId }, org);
    const second = await platform.call(
      "GET /contacts/:contactId/timeline",
      { contactId, before: first.next! },
      org,
    );
    expect([first.entries.length, second.entries.length, second.next]).toEqual([30, 11, null]);
    expect(new Set([...first.entries, ...second.entries].map(({ id }) => id)).size).toBe(41);
  });
});
