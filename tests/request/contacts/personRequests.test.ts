import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { sealEvents } from "#app/domain/record/audit/seal.server.ts";
import { verifyAudit } from "#app/domain/record/audit/verify.server.ts";
import { createChats, minutes } from "#tests/support/chats.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const chats = createChats(platform);
const dayMs = 86_400_000;
const note = "By mail, from the address that we know";

/** All rows of an organisation in all tables, as text. */
async function everythingOf(orgId: string): Promise<string> {
  return platform.services.db.withSystem(async (tx) => {
    const { rows } = await tx.execute<{ name: string }>(sql`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`);
    const texts: string[] = [];
    for (const { name } of rows) {
      const found = await tx.execute<{ row: string }>(
        sql`select t::text as row from ${sql.identifier(name)} t where org_id = ${orgId}`,
      );
      texts.push(...found.rows.map(({ row }) => row));
    }
    return texts.join("\n");
  });
}

it("a person gets a copy of their data within seven days", async () => {
  const { org, contactId } = await chats.shopWithCustomer({ unread: 1 });
  const { personRequestId } = await platform.call(
    "POST /contacts/:contactId/requests",
    { contactId, kind: "export", note },
    org,
  );
  const again = { contactId, kind: "export", note };
  expect((await platform.request("POST /contacts/:contactId/requests", again, org)).status).toBe(409);
  const { request } = await platform.call("GET /privacy/requests/:personRequestId", { personRequestId }, org);
  expect(new Date(request.dueAt).getTime() - new Date(request.requestedAt).getTime()).toBe(7 * dayMs);
  const file = await platform.request(
    "GET /privacy/requests/:personRequestId/data",
    { personRequestId },
    org,
  );
  expect(file.headers.get("content-disposition")).toContain(personRequestId);
  const [data] = (await file.json()) as { contact: { id: string }; messages: { body: string }[] }[];
  expect(data!.contact.id).toBe(contactId);
  expect(data!.messages.length).toBeGreaterThan(0);
  await platform.call("POST /privacy/requests/:personRequestId/hand-over", { personRequestId }, org);
  const close = () =>
    platform.request("POST /privacy/requests/:personRequestId/hand-over", { personRequestId }, org);
  expect((await close()).status).toBe(409);
});

it("an erased person is removed from every table, with a certificate, and the sealed log stays valid", async () => {
  const { org, contactId } = await chats.shopWithCustomer({ unread: 1 });
  await platform.services.db.withSystem((tx) =>
    tx.execute(sql`insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, campaign_id, sequence, variables)
      values (${org.orgId}, 'msg_of_campaign', 'out', 'template', 'delivered', '1', ${contactId}, '+254712345678', 'cmp_1', 1, '{"1": "Asha"}')`),
  );
  const rename = { contactId, phone: "0712345678", name: "Asha Mwangi wa Duka" };
  await platform.call("PUT /contacts/:contactId", rename, org);
  const { personRequestId } = await platform.call(
    "POST /contacts/:contactId/requests",
    { contactId, kind: "erasure", note: "Asha Mwangi wrote to us" },
    org,
  );
  platform.clock.advance(minutes(1));
  await sealEvents(platform);
  expect(await everythingOf(org.orgId)).toMatch(/Asha Mwangi wa Duka/);
  const erase = () =>
    platform.request("POST /privacy/requests/:personRequestId/erase", { personRequestId }, org);
  const [one, other] = await Promise.all([erase(), erase()]);
  expect([one.status, other.status].sort()).toEqual([200, 409]);
  expect(await everythingOf(org.orgId)).not.toMatch(/Asha Mwangi wa|712345678|"Asha"/);
  const { request } = await platform.call("GET /privacy/requests/:personRequestId", { personRequestId }, org);
  expect(request).toMatchObject({ state: "done", certified: true, contact: null, note: "" });
  expect(request.certificate).toMatchObject({ conversations: 1, emptied: 1 });
  platform.clock.advance(minutes(1));
  await sealEvents(platform);
  const breaks = async () => (await verifyAudit(platform)).breaks.filter(({ orgId }) => orgId === org.orgId);
  expect(await breaks()).toEqual([]);
  // Tampering with the remaining rows outside the platform is detected.
  await platform.services.db.withSystem((tx) =>
    tx.execute(
      sql`update events set status = 'error' where org_id = ${org.orgId} and subject_id = ${contactId}`,
    ),
  );
  expect(await breaks()).toMatchObject([{ problem: "changed or moved" }]);
});

it("no one is erased while a message to them is in flight, and a forged certificate is detected", async () => {
  const { org, contactId } = await chats.shopWithCustomer({ unread: 1 });
  const { personRequestId } = await platform.call(
    "POST /contacts/:contactId/requests",
    { contactId, kind: "erasure", note },
    org,
  );
  const state = (to: string) =>
    platform.services.db.withSystem((tx) =>
      tx.execute(
        sql`update messages set state = ${to}::message_state where org_id = ${org.orgId} and contact_id = ${contactId}`,
      ),
    );
  await state("queued");
  const erase = () =>
    platform.request("POST /privacy/requests/:personRequestId/erase", { personRequestId }, org);
  expect((await erase()).status).toBe(409);
  await state("read");
  expect((await erase()).status).toBe(200);
  await platform.services.db.withSystem((tx) =>
    tx.execute(
      sql`update person_requests set certificate = certificate || '{"messages": 900}' where id = ${personRequestId}`,
    ),
  );
  const { request } = await platform.call("GET /privacy/requests/:personRequestId", { personRequestId }, org);
  expect(request.certified).toBe(false);
});

it("an open request is overdue after its due day, for the organisation and the console, and may be refused with a reason", async () => {
  const { org, contactId } = await chats.shopWithCustomer({ unread: 1 });
  const staff = await platform.createOrg("Tarishi", "admin");
  const { personRequestId } = await platform.call(
    "POST /contacts/:contactId/requests",
    { contactId, kind: "erasure", note },
    org,
  );
  platform.clock.advance(15 * dayMs - minutes(5));
  await platform.services.db.withSystem((tx) =>
    tx.execute(
      sql`update sessions set expires_at = expires_at + interval '30 days', seen_at = seen_at + interval '30 days'`,
    ),
  );
  const { requests } = await platform.call("GET /privacy/requests", {}, org);
  expect(requests).toMatchObject([{ id: personRequestId, isLate: true }]);
  expect((await platform.call("GET /admin/data", {}, staff)).counts.late).toBeGreaterThan(0);
  const refuse = (refusal: string) =>
    platform.request("POST /privacy/requests/:personRequestId/refuse", { personRequestId, refusal }, org);
  expect((await refuse("no")).status).toBe(400);
  expect((await refuse("They could not prove who they are")).status).toBe(200);
});
