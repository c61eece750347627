import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { copyTemplate } from "#tests/support/database.ts";
import { eventually } from "#tests/support/server.ts";
import { buildIndexes } from "./buildIndexes.server.ts";
import type { LargeIndex } from "./largeIndexes.ts";

let copy: Awaited<ReturnType<typeof copyTemplate>>;
let owner: pg.Client;
let writer: pg.Client;
beforeAll(async () => {
  copy = await copyTemplate();
  [owner, writer] = [new pg.Client(copy.url), new pg.Client(copy.url)];
  await Promise.all([owner.connect(), writer.connect()]);
});
afterAll(async () => {
  await Promise.all([owner.end(), writer.end()]);
  await copy.drop();
});

const onContacts: LargeIndex = {
  name: "contacts_by_try",
  table: "contacts",
  definition: "using btree (org_id, created_at)",
};
const onMessages: LargeIndex = {
  name: "messages_by_try",
  table: "messages",
  definition: "using btree (org_id, wamid) where wamid is not null",
};
const indexes = [onContacts, onMessages];
beforeEach(async () => {
  await writer.query("rollback");
  for (const { name } of indexes) await owner.query(`drop index if exists ${name}`);
});

const query = async (text: string) => (await owner.query(text)).rows;

/** Every part of an index, the whole included, and whether queries may use it. */
const partsOf = async ({ name }: LargeIndex) =>
  (
    await query(
      `select c.relname as name, i.indisvalid as valid, c.relispartition as attached
        from pg_class c join pg_index i on i.indexrelid = c.oid where c.relname like '%${name}' order by 1`,
    )
  ).map(({ name, valid, attached }) => ({ name, valid, attached }));

const addContact = (client: pg.Client, id: string) =>
  client.query(`insert into contacts (org_id, id, phone, name) values ('org_duka', $1, $1, 'Asha')`, [id]);

/** The backend of a build that waits for an open transaction. */
const waitingBuild = () =>
  eventually("the build to wait", async () => {
    const [row] = await query(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'tarishi-indexes'
        and wait_event_type = 'Lock' and query like 'create index concurrently%'`,
    );
    return row?.pid as number | undefined;
  });

it("builds an index while others write", async () => {
  await writer.query("begin");
  await addContact(writer, "con_1");
  const built = buildIndexes(copy.url, { indexes });
  await waitingBuild();
  await addContact(owner, "con_2");
  await writer.query("commit");
  expect(await built).toBe(true);
  expect(await partsOf(onContacts)).toEqual([{ name: "contacts_by_try", valid: true, attached: false }]);
  const parts = await partsOf(onMessages);
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.filter(({ valid }) => !valid)).toEqual([]);
});

it("replaces an index whose build was killed", async () => {
  await writer.query("begin");
  await addContact(writer, "con_3");
  const killed = buildIndexes(copy.url, { indexes }).catch((error: Error) => error.message);
  await owner.query("select pg_terminate_backend($1)", [await waitingBuild()]);
  expect(await killed).toMatch(/terminat/);
  expect(await partsOf(onContacts)).toMatchObject([{ valid: false }]);
  await writer.query("rollback");
  expect(await buildIndexes(copy.url, { indexes })).toBe(true);
  expect(await partsOf(onContacts)).toMatchObject([{ valid: true }]);
});

it("continues on a partitioned table after a kill, with partitions that were added in the meantime", async () => {
  const [last] = await query(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'messages'::regclass order by 1 desc limit 1`,
  );
  await writer.query(`begin; lock table ${last.name} in row exclusive mode`);
  const killed = buildIndexes(copy.url, { indexes: [onMessages] }).catch((error: Error) => error.message);
  await owner.query("select pg_terminate_backend($1)", [await waitingBuild()]);
  expect(await killed).toMatch(/terminat/);
  const left = await partsOf(onMessages);
  const unfinished = ["messages_by_try", `${last.name.replace("partitions.", "")}_messages_by_try`];
  expect(new Set(left.filter(({ valid }) => !valid).map(({ name }) => name))).toEqual(new Set(unfinished));
  await writer.query("rollback");
  await query("select keep_partitions('messages', 4, null, now())");
  expect(await buildIndexes(copy.url, { indexes: [onMessages] })).toBe(true);
  const partitions = await query("select 1 from pg_inherits where inhparent = 'messages'::regclass");
  const [whole] = await query(
    `select indisvalid as valid, (select count(*)::int from pg_inherits where inhparent = indexrelid) as parts
      from pg_index where indexrelid = 'messages_by_try'::regclass`,
  );
  expect(whole).toEqual({ valid: true, parts: partitions.length });
});

it("is done by one process", async () => {
  await writer.query("begin");
  await addContact(writer, "con_4");
  const first = buildIndexes(copy.url, { indexes });
  await waitingBuild();
  expect(await buildIndexes(copy.url, { indexes })).toBe(false);
  await writer.query("rollback");
  expect(await first).toBe(true);
  expect(await buildIndexes(copy.url, { indexes })).toBe(true);
});
