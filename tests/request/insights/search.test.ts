import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { findContactIds, findMessageIds, findProductIds, maxMessages } from "#app/db/search.server.ts";
import { createChats } from "#tests/support/chats.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const chats = createChats(platform);

/** Texts of one customer, oldest first: more than a search scans one by one. */
const saidBefore = (
  org: TestOrg,
  from: { contactId: string; phoneNumberId: string },
  { count, first, every }: { count: number; first: string; every: string },
) =>
  platform.services.db.withOrg(org.orgId, (tx) =>
    tx.execute(sql`
      insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, body, search_text)
      select ${org.orgId}, 'msg_' || lpad(n::text, 32, '0'), 'in', 'text', 'delivered', ${from.phoneNumberId}, ${from.contactId}, said, folded(said)
      from generate_series(1, ${count}::int) n, lateral (select case n when 1 then ${first} else ${every} || ' ' || n end as said) as text`),
  );

describe("a search of messages", () => {
  it("finds a rare word before five thousand newer messages by its index, as the tenant", async () => {
    const shop = await chats.shopWithCustomer();
    await saidBefore(shop.org, shop, { count: 6_000, first: "Mzigo wa Ramadhani", every: "asante" });
    await platform.services.db.owner.query("vacuum analyze messages");
    await platform.services.db.withOrg(shop.org.orgId, async (tx) => {
      expect(await findMessageIds(tx, shop.org.orgId, "RAMADHANI")).toEqual([`msg_${"1".padStart(32, "0")}`]);
      const { rows } = await tx.execute(sql`
        select max(pg_stat_get_xact_numscans(i.relid))::int as "byIndex",
          (select sum(pg_stat_get_xact_numscans(t.relid))::int from pg_partition_tree('messages') t) as "byTable"
        from pg_partition_tree('messages_texts') i`);
      // Of each month once.
      expect(rows).toEqual([{ byIndex: 1, byTable: 0 }]);
    });
  });

  it("stops at its limit with the newest, and says that there may be more", async () => {
    const shop = await chats.shopWithCustomer();
    await saidBefore(shop.org, shop, { count: 6_000, first: "Mzigo", every: "asante" });
    const found = await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      findMessageIds(tx, shop.org.orgId, "asante"),
    );
    expect(found).toHaveLength(maxMessages);
    expect(found[0]).toMatch(/6000$/);
    expect(await platform.call("GET /conversations", { q: "asante" }, shop.org)).toMatchObject({
      total: 1,
      more: true,
    });
  });

  it("is refused for another organisation than the transaction's, and for all other roles", async () => {
    const [{ org }, other] = [await chats.shopWithCustomer(), await chats.shopWithCustomer()];
    const { db } = platform.services;
    for (const search of [findMessageIds, findContactIds, findProductIds])
      await expect(db.withOrg(org.orgId, (tx) => search(tx, other.org.orgId, "order"))).rejects.toMatchObject(
        { cause: { code: "42501", message: "a search of another organisation" } },
      );
    await expect(
      db.withSystem((tx) =>
        tx.execute(
          sql`select has_function_privilege('public', 'search_messages(text, text, integer)', 'execute')`,
        ),
      ),
    ).resolves.toMatchObject({ rows: [{ has_function_privilege: false }] });
    const { rows } = await db.owner.query(
      "select proname, pg_get_userbyid(proowner) as owner, proconfig::text like '%search_path=pg_catalog, public, pg_temp%' as pinned from pg_proc where proname like 'search\\_%' and prosecdef order by 1",
    );
    expect(rows).toEqual([
      { proname: "search_contacts", owner: "tarishi_system", pinned: true },
      { proname: "search_messages", owner: "tarishi_system", pinned: true },
      { proname: "search_products", owner: "tarishi_system", pinned: true },
    ]);
  });
});

describe("suggestions while typing", () => {
  it("have the latest conversation of each contact found, and nothing of another organisation", async () => {
    const { org } = await chats.shopWithCustomer();
    const other = await platform.createOrg();
    const { suggestions } = await platform.call("GET /search/suggestions", { q: "asha" }, org);
    expect(suggestions.map(({ kind, title }) => [kind, title])).toEqual([
      ["contact", "Asha Mwangi"],
      ["conversation", "Asha Mwangi"],
    ]);
    const [, talk] = suggestions;
    const shown = await platform.call("GET /search", { q: "asha" }, org);
    expect(talk?.id).toBe(shown.conversations[0]?.id);
    expect(await platform.call("GET /search/suggestions", { q: "asha" }, other)).toEqual({ suggestions: [] });
  });

  it("are at most five contacts of 5,000 that match", async () => {
    const { org } = await chats.shopWithCustomer();
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.execute(sql`insert into contacts (org_id, id, name)
        select ${org.orgId}, 'con_' || lpad(n::text, 32, '0'), 'Zawadi ' || n from generate_series(1, 5000) n`),
    );
    const { suggestions } = await platform.call("GET /search/suggestions", { q: "ZAWADI" }, org);
    expect(suggestions.map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => "contact"));
  });

  it.each(["a", "%_\\", "x".repeat(120), "м".repeat(120), "你".repeat(120)])("are none for %j", async (q) => {
    const { org } = await chats.shopWithCustomer();
    expect(await platform.call("GET /search/suggestions", { q }, org)).toEqual({ suggestions: [] });
  });
});

describe("a search of everything", () => {
  it.each(["000 111", "000-111", "0733 000", "+254 733 000 111", "254733"])(
    "finds the number +254733000111 by %j, in contacts and chat",
    async (q) => {
      const { org, phoneNumberId } = await chats.shopWithCustomer();
      const wrote = { wroteAt: platform.clock.now(), unread: 0, text: "Sawa" };
      await chats.addCustomer(org, phoneNumberId, { name: "Otieno", phone: "+254733000111" }, wrote);
      await chats.addCustomer(org, phoneNumberId, { name: "Baraka", phone: "+254722222111" }, wrote);
      const found = await platform.call("GET /search", { q }, org);
      expect(found.contacts.map(({ name }) => name)).toEqual(["Otieno"]);
      expect(found.conversations.map(({ name }) => name)).toEqual(["Otieno"]);
      const listed = await platform.call("GET /contacts", { search: q }, org);
      expect(listed.contacts.map(({ name }) => name)).toEqual(["Otieno"]);
    },
  );

  it("shows the matching line, not the last message", async () => {
    const { org, contactId, phoneNumberId } = await chats.shopWithCustomer();
    await saidBefore(
      org,
      { contactId, phoneNumberId },
      { count: 1, first: "Je, mzigo wangu uko wapi?", every: "" },
    );
    const [hit] = (await platform.call("GET /search", { q: "MZIGO" }, org)).conversations;
    expect(hit).toMatchObject({ name: "Asha Mwangi", line: "Je, mzigo wangu uko wapi?" });
    const [listed] = (await platform.call("GET /conversations", { q: "mzigo" }, org)).conversations;
    expect(listed).toMatchObject({
      excerpt: "Je, mzigo wangu uko wapi?",
      lastMessage: "Habari, is my order ready?",
    });
  });
});
