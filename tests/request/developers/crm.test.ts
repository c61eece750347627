import { expect, it } from "vitest";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { everything } from "#app/domain/organisations/apiKeys/words.ts";
import { createChats } from "#tests/support/chats.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUpPlatform();
const chats = createChats(platform);
const shop = setUp(() => chats.shopWithCustomer());
const other = setUp(() => chats.shopWithCustomer());

/** Calls of one organisation's key. */
async function callsOf(org: TestOrg, scopes: string[] = [everything]) {
  const settings = { name: "CRM", mode: "live" as const, scopes, expiresAt: null };
  const { key } = await createKey({ ctx: org.ctx, input: settings });
  return async (call: string, body?: object, once?: string) => {
    const [method = "", path = ""] = call.split(" ");
    const response = await platform.api.fetch(
      new Request(`http://localhost:4000/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body ? { "content-type": "application/json" } : {}),
          ...(once ? { "idempotency-key": once } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    );
    return { status: response.status, body: await response.json() };
  };
}

it("a deal is created once, partly updated, moved, closed and found", async () => {
  const api = await callsOf(shop.org);
  const stages = (await api("GET /deal-stages")).body.data;
  const [member] = (await api("GET /members")).body.data;
  expect(member).toMatchObject({ id: shop.org.userId });
  const fields = {
    contact_id: shop.contactId,
    title: "Ten chairs",
    note: "Pays half on order",
    value_cents: 1_250_000,
  };
  const first = await api("POST /deals", { ...fields, closes_on: "2026-12-31" }, "order-1");
  expect(first).toMatchObject({
    status: 201,
    body: { ...fields, status: "open", stage: "New", owner_id: null, closes_on: "2026-12-31" },
  });
  expect((await api("POST /deals", { ...fields, closes_on: "2026-12-31" }, "order-1")).body).toEqual(
    first.body,
  );
  const { id } = first.body;
  const changed = await api(`PATCH /deals/${id}`, {
    owner_id: member.id,
    closes_on: null,
    stage_id: stages[2].id,
  });
  expect(changed.body).toMatchObject({
    ...fields,
    ...{ owner_id: member.id, closes_on: null, stage: stages[2].name },
  });
  const refused = await api(`PATCH /deals/${id}`, { title: "Eleven chairs", stage_id: "dst_none" });
  expect(refused).toMatchObject({ status: 404, body: { code: "stage.not_found" } });
  expect((await api(`GET /deals/${id}`)).body).toMatchObject({ title: "Ten chairs" });
  const won = await api(`POST /deals/${id}/close`, { outcome: "won" });
  expect(won.body).toMatchObject({ status: "won", closed_at: expect.any(String) });
  expect((await api(`POST /deals/${id}/close`, { outcome: "won" })).body).toEqual(won.body);
  const listed = async (query: string) =>
    (await api(`GET /deals?${query}`)).body.data.map((deal: { id: string }) => deal.id);
  expect(await listed(`status=won&contact_id=${shop.contactId}`)).toEqual([id]);
  expect(await listed("status=open")).toEqual([]);
});

it("a task is created once, postponed, completed and reopened", async () => {
  const api = await callsOf(shop.org);
  const fields = { title: "Ring them", due_at: "2026-12-01T06:00:00.000Z", contact_id: shop.contactId };
  const first = await api("POST /tasks", fields, "task-1");
  expect(first).toMatchObject({ status: 201, body: { ...fields, done_at: null, member_id: null } });
  expect((await api("POST /tasks", fields, "task-1")).body).toEqual(first.body);
  const { id } = first.body;
  const later = await api(`PATCH /tasks/${id}`, {
    due_at: "2026-12-02T06:00:00Z",
    member_id: shop.org.userId,
  });
  expect(later.body).toMatchObject({
    title: "Ring them",
    due_at: "2026-12-02T06:00:00.000Z",
    member_id: shop.org.userId,
  });
  expect((await api(`POST /tasks/${id}/close`)).body).toMatchObject({ done_at: expect.any(String) });
  expect((await api("GET /tasks?status=open")).body.data).toEqual([]);
  expect((await api("GET /tasks?status=done")).body.data).toMatchObject([{ id }]);
  expect((await api(`POST /tasks/${id}/reopen`)).body).toMatchObject({ done_at: null });
});

it("lists are paged, newest first", async () => {
  const api = await callsOf(other.org);
  for (const title of ["One", "Two", "Three"]) {
    platform.clock.advance(1000);
    await api("POST /deals", { contact_id: other.contactId, title });
  }
  const first = (await api("GET /deals?limit=2")).body;
  expect(first.data.map(({ title }: { title: string }) => title)).toEqual(["Three", "Two"]);
  const rest = (await api(`GET /deals?limit=2&cursor=${first.next_cursor}`)).body;
  expect(rest).toMatchObject({ data: [{ title: "One" }], next_cursor: null });
});

it("objects of another organisation are not found, named or changed", async () => {
  const ours = await callsOf(shop.org);
  const theirs = await callsOf(other.org);
  const deal = (await ours("POST /deals", { contact_id: shop.contactId, title: "Ours" })).body;
  const task = (await ours("POST /tasks", { title: "Ours", due_at: "2026-12-01T06:00:00Z" })).body;
  const stage = (await ours("GET /deal-stages")).body.data[0];
  const due = { title: "Theirs", due_at: "2026-12-01T06:00:00Z" };
  const theirDeal = { contact_id: other.contactId, title: "Theirs" };
  for (const [call, body, code] of [
    [`GET /deals/${deal.id}`, undefined, "deal.not_found"],
    [`PATCH /deals/${deal.id}`, { title: "Mine" }, "deal.not_found"],
    [`POST /deals/${deal.id}/close`, { outcome: "lost" }, "deal.not_found"],
    [`GET /tasks/${task.id}`, undefined, "task.not_found"],
    [`PATCH /tasks/${task.id}`, { title: "Mine" }, "task.not_found"],
    [`POST /tasks/${task.id}/close`, undefined, "task.not_found"],
    ["POST /deals", { ...theirDeal, contact_id: shop.contactId }, "contact.not_found"],
    ["POST /deals", { ...theirDeal, stage_id: stage.id }, "stage.not_found"],
    ["POST /deals", { ...theirDeal, owner_id: shop.org.userId }, "member.not_found"],
    ["POST /tasks", { ...due, deal_id: deal.id }, "deal.not_found"],
    ["POST /tasks", { ...due, member_id: shop.org.userId }, "member.not_found"],
  ] as const)
    expect(await theirs(call, body), call).toMatchObject({ status: 404, body: { code } });
  expect((await ours(`GET /deals/${deal.id}`)).body).toEqual(deal);
});

it("a key changes only what its scopes allow", async () => {
  const reader = await callsOf(shop.org, ["deals:read"]);
  expect((await reader("GET /deals")).status).toBe(200);
  for (const [call, body] of [
    ["GET /tasks", undefined],
    ["POST /deals", { contact_id: shop.contactId, title: "A deal" }],
  ] as const)
    expect(await reader(call, body), call).toMatchObject({
      status: 403,
      body: { code: "key.scope_missing" },
    });
});
