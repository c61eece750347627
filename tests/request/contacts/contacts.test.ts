import { beforeEach, describe, expect, it } from "vitest";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();
let org: TestOrg;
beforeEach(async () => {
  org = await platform.createOrg();
});

const make = (
  contact: { phone: string; name?: string; tags?: string | string[]; consent?: "granted" | "none" },
  as = org,
) => platform.call("POST /contacts", contact, as);
const listed = async (filters: Record<string, string>, as = org) =>
  (await platform.call("GET /contacts", filters, as)).contacts.map((contact) => contact.name);
const actionsOf = async (as = org) =>
  (await platform.call("GET /activity-logs", {}, as)).logs.map((entry) => entry.action);

describe("the search", () => {
  it("ignores accents and case, in names and tags, and is updated by changes", async () => {
    const { contactId } = await make({ phone: "0712345678", name: "Aïcha Traoré", tags: "Élite, Café" });
    await make({ phone: "0722000111", name: "Zoe" });
    for (const search of ["aicha", "AÏCHA", "traore", "elite", "CAFÉ", "ai\u0308cha"])
      expect(await listed({ search }), search).toEqual(["Aïcha Traoré"]);
    expect(await listed({ search: "zoë" })).toEqual(["Zoe"]);
    // No match across two tags, and no wildcards.
    for (const search of ["traore elite", "elitecafe", "a%a", "aic_a"])
      expect(await listed({ search })).toEqual([]);
    await platform.call("PUT /contacts/:contactId", { contactId, phone: "0712345678", name: "Éva" }, org);
    expect(await listed({ search: "eva" })).toEqual(["Éva"]);
    expect(await listed({ search: "aicha" })).toEqual([]);
  });
});

describe("a contact", () => {
  it("that is saved unchanged logs nothing", async () => {
    const saved = { phone: "0712345678", name: "Wanjiru", tags: "vip", consent: "granted" } as const;
    const { contactId } = await make(saved);
    await platform.call("PUT /contacts/:contactId", { contactId, ...saved }, org);
    expect(await actionsOf()).toEqual(["Contact created"]);
    await platform.call("PUT /contacts/:contactId", { contactId, ...saved, tags: "vip, new" }, org);
    expect(await actionsOf()).toEqual(["Contact edited", "Contact created"]);
  });

  it("is created with a normalised number, tidy tags and a dated consent", async () => {
    const { contactId } = await make({
      phone: "0712 345 678",
      name: " Wanjiru ",
      tags: "VIP,  Nairobi  West,Vip",
      consent: "granted",
    });
    const { contact } = await platform.call("GET /contacts/:contactId", { contactId }, org);
    expect(contact).toMatchObject({
      phone: "+254712345678",
      name: "Wanjiru",
      tags: ["vip", "nairobi west"],
      consent: "granted",
      consentSource: "member",
      consentAt: platform.clock.now().toISOString(),
      optedOutAt: null,
    });
    expect(await actionsOf()).toEqual(["Contact created"]);
  });

  it("with an invalid number is refused at the phone field", async () => {
    const response = await platform.request("POST /contacts", { phone: "2.54712E+11" }, org);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: "contact.bad_phone",
      fields: { phone: expect.stringContaining("Format the column as text") },
    });
  });

  it("exists once per number, however it is written", async () => {
    await make({ phone: "0712345678" });
    const response = await platform.request("POST /contacts", { phone: "+254 712 345678" }, org);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: "contact.phone_taken" });
  });

  it("can be changed, but cannot take another contact's number", async () => {
    await make({ phone: "0712345678" });
    const { contactId } = await make({ phone: "0722000000", name: "Otieno", consent: "granted" });
    platform.clock.advance(1000);
    await platform.call(
      "PUT /contacts/:contactId",
      { contactId, phone: "0733000000", name: "Otieno Jr", tags: ["a"], consent: "granted" },
      org,
    );
    const { contact } = await platform.call("GET /contacts/:contactId", { contactId }, org);
    expect(contact).toMatchObject({
      phone: "+254733000000",
      name: "Otieno Jr",
      tags: ["a"],
      consent: "granted",
    });
    expect(new Date(contact.consentAt!).getTime()).toBe(platform.clock.now().getTime() - 1000);
    const taken = await platform.request("PUT /contacts/:contactId", { contactId, phone: "0712345678" }, org);
    expect(taken.status).toBe(409);
  });

  it("that opted out cannot be given consent until it opts in again", async () => {
    const { contactId } = await make({ phone: "0712345678", consent: "granted" });
    await platform.call("POST /contacts/:contactId/opt-out", { contactId, source: "phone call" }, org);
    const refused = await platform.request(
      "PUT /contacts/:contactId",
      { contactId, phone: "0712345678", consent: "granted" },
      org,
    );
    expect([refused.status, (await refused.json()).code]).toEqual([409, "contact.opted_out"]);
    const { contact } = await platform.call("GET /contacts/:contactId", { contactId }, org);
    expect(contact).toMatchObject({
      consent: "none",
      consentSource: "phone call",
      optedOutAt: platform.clock.now().toISOString(),
    });

    await platform.call("POST /contacts/:contactId/opt-in", { contactId }, org);
    const back = await platform.call("GET /contacts/:contactId", { contactId }, org);
    expect(back.contact).toMatchObject({ consent: "granted", optedOutAt: null });
    expect(await actionsOf()).toEqual(["Contact opted in", "Contact opted out", "Contact created"]);
  });

  it("is deleted once", async () => {
    const { contactId } = await make({ phone: "0712345678" });
    await platform.call("DELETE /contacts/:contactId", { contactId }, org);
    const again = await platform.request("DELETE /contacts/:contactId", { contactId }, org);
    expect(again.status).toBe(404);
    expect(await listed({})).toEqual([]);
  });
});

describe("the list of contacts", () => {
  beforeEach(async () => {
    await make({ phone: "0712345678", name: "Wanjiru", tags: "VIP", consent: "granted" });
    await make({ phone: "0722000111", name: "Otieno 100%", tags: "VIP,Kisumu" });
    const { contactId } = await make({ phone: "0733000222", name: "Achieng" });
    await platform.call("POST /contacts/:contactId/opt-out", { contactId }, org);
  });

  it.each([
    [{ search: "wanj" }, ["Wanjiru"]],
    [{ search: "0712 345" }, ["Wanjiru"]],
    [{ search: "254722" }, ["Otieno 100%"]],
    [{ search: "0001" }, ["Otieno 100%"]],
    [{ search: "000 111" }, ["Otieno 100%"]],
    [{ search: "kisu" }, ["Otieno 100%"]],
    [{ search: "100%" }, ["Otieno 100%"]],
    [{ search: "_" }, []],
    [{ tag: "VIP" }, ["Otieno 100%", "Wanjiru"]],
    [{ tag: "vi" }, []],
    [{ consent: "opted_out" }, ["Achieng"]],
    [{ consent: "granted" }, ["Wanjiru"]],
    [{ consent: "none", tag: "VIP" }, ["Otieno 100%"]],
    [{ page: "99" }, ["Achieng", "Otieno 100%", "Wanjiru"]],
    [{ page: "abc" }, ["Achieng", "Otieno 100%", "Wanjiru"]],
  ])("with %j shows %j", async (filters, names) => {
    expect((await listed(filters)).toSorted()).toEqual(names);
  });

  it("counts the tags in use", async () => {
    expect(await platform.call("GET /contacts/tags", {}, org)).toEqual({
      tags: [
        { tag: "vip", count: 2 },
        { tag: "kisumu", count: 1 },
      ],
    });
  });

  it("is split into pages", async () => {
    for (let n = 0; n < 50; n++) await make({ phone: `07440000${String(n).padStart(2, "0")}` });
    const first = await platform.call("GET /contacts", {}, org);
    const second = await platform.call("GET /contacts", { page: "2" }, org);
    expect([first.total, first.pages, first.contacts.length, second.contacts.length]).toEqual([
      53, 3, 25, 25,
    ]);
    const third = await platform.call("GET /contacts", { page: "3" }, org);
    const all = [first, second, third].flatMap(({ contacts }) => contacts);
    expect(new Set(all.map(({ id }) => id)).size).toBe(53);
  });
});

describe("another organisation", () => {
  it("sees, changes and deletes none of our contacts", async () => {
    const { contactId } = await make({ phone: "0712345678", name: "Wanjiru", tags: "VIP" });
    const other = await platform.createOrg("Soko Safi");
    const before = await platform.call("GET /contacts/:contactId", { contactId }, org);
    for (const [key, input] of [
      ["GET /contacts/:contactId", {}],
      ["PUT /contacts/:contactId", { phone: "0799999999", name: "Stolen" }],
      ["DELETE /contacts/:contactId", {}],
      ["POST /contacts/:contactId/opt-out", {}],
      ["POST /contacts/:contactId/opt-in", {}],
    ] as const) {
      const response = await platform.request(key, { contactId, ...input }, other);
      expect([key, response.status]).toEqual([key, 404]);
    }
    expect(await platform.call("GET /contacts", {}, other)).toMatchObject({ contacts: [], total: 0 });
    expect(await platform.call("GET /contacts/tags", {}, other)).toEqual({ tags: [] });
    expect(await platform.call("GET /contacts/:contactId", { contactId }, org)).toEqual(before);
    // The same number is free in the other organisation.
    await make({ phone: "0712345678" }, other);
  });
});

describe("the export of contacts", () => {
  it("is a file that an import understands, and is logged", async () => {
    await make({ phone: "0712345678", name: "=Wanjiru, A.", tags: "vip, Nairobi", consent: "granted" });
    await platform.call(
      "POST /contacts",
      { phone: "0712345679", name: "Otieno", fields: { town: "Kisumu" } },
      org,
    );
    const response = await platform.request("GET /contacts/export", {}, org);
    expect(response.headers.get("content-disposition")).toMatch(/filename="contacts_\d{4}-\d\d-\d\d\.csv"/);
    const [header, first, second, ...rest] = (await response.text()).trim().split("\r\n");
    expect(header).toBe("phone,name,tags,consent,KRA PIN,opted out,last seen,added,town");
    expect(first).toMatch(/^254712345678,"'=Wanjiru, A\.",vip; nairobi,yes,,,,20\S+\+03:00,$/);
    expect(second).toMatch(/^254712345679,Otieno,,no,,,,20\S+\+03:00,Kisumu$/);
    expect(rest).toEqual([]);
    expect(await actionsOf()).toContain("Contacts exported");
  });

  it("holds the contacts that match the filters, and none of another organisation", async () => {
    await make({ phone: "0712345678", name: "Wanjiru", tags: "vip" });
    await make({ phone: "0712345679", name: "Otieno" });
    const file = async (filters: Record<string, string>, as: TestOrg) =>
      (await platform.request("GET /contacts/export", filters, as)).text();
    expect(await file({ tag: "vip" }, org)).toContain("Wanjiru");
    expect(await file({ tag: "vip" }, org)).not.toContain("Otieno");
    const other = await platform.createOrg("Soko Safi");
    expect((await file({}, other)).trim().split("\r\n")).toHaveLength(1);
  });
});
