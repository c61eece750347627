import { eq, getTableName } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import { contactTables } from "#app/contactTables.ts";
import { outgoingEvents, webhookDeliveries } from "#app/db/schema/record/webhooks.ts";
import { mergeContacts } from "#app/domain/contacts/merge.server.ts";
import { newId } from "#app/platform/ids.ts";
import { createChats, minutes } from "#tests/support/chats.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const chats = createChats(platform);

/** A value of each type, unlike in every row. */
const anyValue = (type: string): string => {
  if (type === "ARRAY") return "{}";
  if (type === "jsonb") return "{}";
  if (type === "boolean") return "false";
  if (type === "text") return newId("med");
  return /timestamp|date/.test(type) ? "2026-11-26" : "1";
};

/** Inserts a row with these values, and any others that the table asks for; rows it refers to may be missing. */
async function insertRow(org: TestOrg, table: string, values: Record<string, string>): Promise<void> {
  const { owner } = platform.services.db;
  const { rows } = await owner.query<{ name: string; type: string; required: boolean }>(
    `select column_name as name, data_type as type, is_nullable = 'NO' and column_default is null as required
     from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const row = Object.fromEntries(
    rows.flatMap(({ name, type, required }) => {
      const value = name === "org_id" ? org.orgId : (values[name] ?? (required ? anyValue(type) : undefined));
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const client = await owner.connect();
  try {
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    const places = Object.keys(row).map((_, index) => `$${index + 1}`);
    await client.query(
      `insert into ${table} (${Object.keys(row).map((name) => `"${name}"`)}) values (${places})`,
      Object.values(row),
    );
    await client.query("commit");
  } finally {
    client.release();
  }
}

/** How many rows of each table about contacts have this value. */
async function rowsWith(name: "contact_id" | "conversation_id", value: string) {
  const counts: Record<string, number> = {};
  for (const { table } of contactTables)
    if (getTableConfig(table).columns.some((column) => column.name === name)) {
      const { rows } = await platform.services.db.owner.query<{ count: number }>(
        `select count(*)::int as count from ${getTableName(table)} where ${name} = $1`,
        [value],
      );
      counts[getTableName(table)] = rows[0]!.count;
    }
  return counts;
}

/** A customer with a row in every table that can refer to them. */
async function customerEverywhere() {
  const shop = await chats.shopWithCustomer({ unread: 1, contact: { tags: ["vip"] } });
  const { org, contactId, conversationId } = shop;
  const { owner } = platform.services.db;
  await insertRow(org, "custom_fields", { name: "Town", type: "text" });
  await owner.query(`update contacts set fields = '{"Town": "Kisumu"}' where id = $1`, [contactId]);
  const [stage, flow, sequence] = [newId("dst"), newId("flw"), newId("seq")];
  await insertRow(org, "deal_stages", { id: stage });
  await insertRow(org, "flows", { id: flow });
  await insertRow(org, "sequences", { id: sequence });
  const rows = {
    ...(await rowsWith("conversation_id", conversationId)),
    ...(await rowsWith("contact_id", contactId)),
  };
  for (const [table, count] of Object.entries(rows))
    if (count === 0)
      await insertRow(org, table, {
        contact_id: contactId,
        conversation_id: conversationId,
        stage_id: stage,
        flow_id: flow,
        sequence_id: sequence,
        ...(table === "person_requests" ? { kind: "export", state: "done" } : {}),
      });
  return { ...shop, tables: Object.keys(rows) };
}

const left = (counts: Record<string, number>) => Object.keys(counts).filter((table) => counts[table]! > 0);

it("erases a contact's rows from every table, but what figures count and the requests they made", async () => {
  const { org, contactId, conversationId, tables } = await customerEverywhere();
  expect(tables.length).toBeGreaterThan(15);
  expect(left(await rowsWith("contact_id", contactId)).length).toBeGreaterThan(8);
  await platform.call("DELETE /contacts/:contactId", { contactId }, org);
  expect(left(await rowsWith("contact_id", contactId)).sort()).toEqual(["contact_hours", "person_requests"]);
  expect(left(await rowsWith("conversation_id", conversationId))).toEqual([]);
});

it("merges a contact's rows into the kept contact, with what other services know them by", async () => {
  const { org, contactId } = await customerEverywhere();
  const { contactId: keptId } = await chats.addCustomer(
    org,
    newId("pno"),
    { name: "Asha M.", phone: "+254712000111" },
    { wroteAt: platform.clock.now(), unread: 0, text: "Hello" },
  );
  const at = platform.clock.now();
  await platform.services.db.withOrg(org.orgId, (tx) =>
    mergeContacts(tx, { orgId: org.orgId, keptId, goneId: contactId, at, jobs: platform.services.jobs }),
  );
  const moved = ["connection_links", "conversations", "crm_tasks", "deals", "messages", "person_requests"];
  expect(left(await rowsWith("contact_id", keptId))).toEqual(expect.arrayContaining(moved));
  expect(left(await rowsWith("contact_id", contactId)).sort()).toEqual(["contact_hours", "event_tasks"]);
});

it("gives a person every list of their copy, with the columns that it names", async () => {
  const { org, contactId } = await customerEverywhere();
  await platform.call("PUT /contacts/:contactId", { contactId, phone: "0712345678", name: "Asha W." }, org);
  const { personRequestId } = await platform.call(
    "POST /contacts/:contactId/requests",
    { contactId, kind: "export", note: "By mail, from the address that we know" },
    org,
  );
  const file = await platform.request(
    "GET /privacy/requests/:personRequestId/data",
    { personRequestId },
    org,
  );
  const [{ contact, ...lists }] = (await file.json()) as [Record<string, object[]> & { contact: object }];
  const copies = contactTables.flatMap(({ onExport }) => (typeof onExport === "string" ? [] : [onExport]));
  const columns = (row: object | undefined) => Object.keys(row ?? {}).sort();
  for (const copy of copies)
    expect([copy.name, columns(copy.name === "contact" ? contact : lists[copy.name]?.[0])]).toEqual([
      copy.name,
      columns(copy.columns),
    ]);
  expect(columns(lists)).toHaveLength(copies.length - 1);
});

it("deletes what was still to be sent about an erased contact, also under their merged contact's id", async () => {
  const { org, contactId, conversationId, phoneNumberId } = await chats.shopWithCustomer();
  const customer = (name: string, phone: string) =>
    chats.addCustomer(
      org,
      phoneNumberId,
      { name, phone },
      { wroteAt: platform.clock.now(), unread: 0, text: "Hi" },
    );
  const other = await customer("Brian Otieno", "+254712999888");
  const alias = await customer("Asha M.", "+254712000222");
  const wanted = "{contact.updated,contact.deleted,conversation.labelled}";
  await insertRow(org, "webhook_endpoints", { events: wanted, created_at: "2020-01-01" });
  for (const [id, phone] of [
    [contactId, "0712345678"],
    [other.contactId, "0712999888"],
    [alias.contactId, "0712000222"],
  ] as const)
    await platform.call("PUT /contacts/:contactId", { contactId: id, phone, name: "New name" }, org);
  await platform.call("PUT /conversations/:conversationId/labels", { conversationId, add: "vip" }, org);
  const at = platform.clock.now();
  await platform.services.db.withOrg(org.orgId, (tx) =>
    mergeContacts(tx, {
      orgId: org.orgId,
      keptId: contactId,
      goneId: alias.contactId,
      at,
      jobs: platform.services.jobs,
    }),
  );
  const stored = () =>
    platform.services.db.withOrg(org.orgId, async (tx) => {
      const events = await tx.select().from(outgoingEvents).where(eq(outgoingEvents.orgId, org.orgId));
      const deliveries = await tx
        .select()
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.orgId, org.orgId));
      return {
        subjects: events.map(({ type, subjectId }) => `${type} ${subjectId}`).sort(),
        deliveries: deliveries.length,
      };
    });
  expect((await stored()).subjects).toHaveLength(4);
  platform.clock.advance(minutes(1));
  await platform.call("DELETE /contacts/:contactId", { contactId }, org);
  expect(await stored()).toEqual({
    subjects: [`contact.deleted ${contactId}`, `contact.updated ${other.contactId}`],
    deliveries: 2,
  });
});
