import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { hourlyTotals } from "#app/db/schema/messaging/messages.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { newId } from "#app/platform/ids.ts";
import { createChats } from "#tests/support/chats.ts";
import { recordEntry } from "#tests/support/entries.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const { addTemplate, shopWithCustomer } = createChats(platform);

async function addContact(
  org: TestOrg,
  contact: { name: string; phone: string; tags?: string[]; optedOut?: boolean },
) {
  const id = newId("con");
  await platform.services.db.withOrg(org.orgId, (tx) =>
    tx.insert(contacts).values({
      orgId: org.orgId,
      id,
      name: contact.name,
      phone: contact.phone,
      tags: contact.tags ?? [],
      optedOutAt: contact.optedOut ? platform.clock.now() : null,
    }),
  );
  return id;
}

async function addAccount(
  org: TestOrg,
  status: "pending" | "connected" | "suspended",
  numbers: readonly { status: string; registeredAt?: null }[],
): Promise<void> {
  const { orgId } = org;
  const id = newId("wac");
  await platform.services.db.withOrg(orgId, async (tx) => {
    await tx.insert(whatsappAccounts).values({ orgId, id, wabaId: id, status });
    for (const number of numbers)
      await tx.insert(phoneNumbers).values({
        orgId,
        id: newId("pno"),
        whatsappAccountId: id,
        phoneNumberId: newId("evt"),
        displayPhoneNumber: "+254 700 111 222",
        registeredAt: platform.clock.now(),
        ...number,
      });
  });
}

describe("the overview", () => {
  it("shows a new organisation honest zeros and the status Setup", async () => {
    const org = await platform.createOrg("Mpya Ltd");
    expect(await platform.call("GET /dashboard", {}, org)).toMatchObject({
      messagesSent: 0,
      activeContacts: 0,
      templates: 0,
      accountStatus: "Setup",
      whatsapp: null,
      recentActivity: [],
    });
  });

  it.each([
    ["Active", "connected", [{ status: "CONNECTED", registeredAt: null }]],
    ["Active", "connected", [{ status: "PENDING", registeredAt: null }, { status: "CONNECTED" }]],
    ["Setup", "connected", [{ status: "DISCONNECTED" }]],
    ["Setup", "connected", []],
    ["Setup", "pending", [{ status: "CONNECTED" }]],
    ["Suspended", "suspended", [{ status: "CONNECTED" }]],
  ] as const)(
    "says %s where an account is %s with the numbers %j",
    async (accountStatus, status, numbers) => {
      const org = await platform.createOrg();
      await addAccount(org, status, numbers);
      expect(await platform.call("GET /dashboard", {}, org)).toMatchObject({
        accountStatus,
        whatsapp: { status, connected: accountStatus === "Active" },
      });
    },
  );

  it("shows Suspended before unfinished setup", async () => {
    const org = await platform.createOrg();
    await addAccount(org, "suspended", [{ status: "CONNECTED" }]);
    await addAccount(org, "pending", [{ status: "PENDING", registeredAt: null }]);
    expect(await platform.call("GET /dashboard", {}, org)).toMatchObject({ accountStatus: "Suspended" });
  });

  it("shows Active, and how many other accounts lost access, when one can send", async () => {
    const org = await platform.createOrg();
    await addAccount(org, "suspended", [{ status: "CONNECTED" }]);
    await addAccount(org, "connected", [{ status: "CONNECTED" }]);
    expect(await platform.call("GET /dashboard", {}, org)).toMatchObject({
      accountStatus: "Active",
      suspendedAccounts: 1,
    });
  });

  it("counts accepted messages and contacts that are not opted out, of its own organisation only", async () => {
    const org = await platform.createOrg();
    const other = await platform.createOrg();
    await addContact(org, { name: "Asha", phone: "+254712000001" });
    await addContact(org, { name: "Juma", phone: "+254712000002", optedOut: true });
    await addContact(other, { name: "Foreign", phone: "+254712000003" });
    await platform.services.db.withOrg(org.orgId, async (tx) => {
      const row = { orgId: org.orgId, hour: new Date(platform.clock.now().getTime() - 3_600_000) };
      await tx.insert(hourlyTotals).values([
        { ...row, direction: "out", state: "accepted", count: 7 },
        { ...row, direction: "out", state: "delivered", count: 5 },
        { ...row, direction: "in", state: "accepted", count: 3 },
      ]);
    });
    await recordEntry(org.ctx, { type: "settings", action: "Tried", details: "A test." });
    const shown = await platform.call("GET /dashboard", {}, org);
    expect(shown).toMatchObject({ messagesSent: 7, activeContacts: 1 });
    expect(shown.recentActivity.map((entry) => entry.action)).toEqual(["Tried"]);
    expect(await platform.call("GET /dashboard", {}, other)).toMatchObject({
      messagesSent: 0,
      activeContacts: 1,
    });
  });

  it("counts templates as the list shows them, and approved ones as its filter does", async () => {
    const org = await platform.createOrg();
    const staff = await platform.createOrg("Platform", "admin");
    const listed = async (status: "all" | "approved") =>
      (await platform.call("GET /templates", { status }, org)).total;
    const before = await platform.call("GET /admin/templates", {}, staff);
    for (const status of ["APPROVED", "FLAGGED", "PENDING", "DELETED", "DELETED"])
      await addTemplate(org, newId("wac"), { status });
    const shown = await platform.call("GET /dashboard", {}, org);
    expect(shown).toMatchObject({ templates: 3, approvedTemplates: 2 });
    expect([await listed("all"), await listed("approved")]).toEqual([3, 2]);
    const after = await platform.call("GET /admin/templates", {}, staff);
    expect(after.counts.total).toBe(before.counts.total + 3);
  });
});

describe("the search of the top bar", () => {
  it("finds a contact by part of the name, by the number as Kenyans write it, and by tag", async () => {
    const org = await platform.createOrg();
    const id = await addContact(org, { name: "Wanjiru Kamau", phone: "+254722111222", tags: ["vip"] });
    for (const q of ["jiru", "0722 111", "254722111222", "vip"]) {
      const found = await platform.call("GET /search", { q }, org);
      expect(found.contacts.map((contact) => contact.id)).toEqual([id]);
    }
  });

  it("says how many there are beyond the first ten, as the list does", async () => {
    const org = await platform.createOrg();
    for (let number = 0; number < 12; number++)
      await addContact(org, { name: `Wanjirũ ${number}`, phone: `+2547221113${10 + number}` });
    const found = await platform.call("GET /search", { q: "WANJIRU" }, org);
    expect(found.contacts).toHaveLength(10);
    expect(found.totals).toEqual({ contacts: 12, templates: 0, conversations: 0 });
    expect((await platform.call("GET /contacts", { search: "WANJIRU" }, org)).total).toBe(12);
  });

  it("finds a contact by the last digits, including zeros", async () => {
    const org = await platform.createOrg();
    await addContact(org, { name: "Wanjiru", phone: "+254700000003" });
    for (const q of ["003", "0003", "000 003"])
      expect((await platform.call("GET /search", { q }, org)).contacts, q).toMatchObject([
        { name: "Wanjiru" },
      ]);
    expect((await platform.call("GET /search", { q: "0013" }, org)).contacts).toEqual([]);
  });

  it("treats % and _ literally, and finds nothing for spaces", async () => {
    const org = await platform.createOrg();
    await addContact(org, { name: "Wanjiru", phone: "+254722111333" });
    expect((await platform.call("GET /search", { q: "%" }, org)).contacts).toEqual([]);
    expect((await platform.call("GET /search", { q: "W_njiru" }, org)).contacts).toEqual([]);
    expect((await platform.call("GET /search", { q: "  " }, org)).contacts).toEqual([]);
  });

  it("finds conversations by their text, and never another organisation's", async () => {
    const { org } = await shopWithCustomer();
    const other = await platform.createOrg();
    const found = await platform.call("GET /search", { q: "my order" }, org);
    expect(found.conversations).toMatchObject([{ name: "Asha Mwangi", line: "Habari, is my order ready?" }]);
    const foreign = await platform.call("GET /search", { q: "my order" }, other);
    expect(foreign).toMatchObject({ contacts: [], templates: [], campaigns: [], conversations: [] });
  });
});

describe("the administrator's overview", () => {
  it("counts over all organisations, for staff only", async () => {
    const staff = await platform.createOrg("Platform", "admin");
    const member = await platform.createOrg("Counted Ltd");
    expect((await platform.request("GET /admin/overview", {}, member)).status).toBe(403);
    const before = await platform.call("GET /admin/overview", {}, staff);
    await platform.createOrg("One more");
    const after = await platform.call("GET /admin/overview", {}, staff);
    expect(after.organisations.total).toBe(before.organisations.total + 1);
    expect(after.joined.map(({ name }) => name)).toContain("One more");
  });
});
