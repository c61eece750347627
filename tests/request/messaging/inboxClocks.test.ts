import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { watchInboxes } from "#app/domain/messaging/inbox/alarm.server.ts";
import { fillCanned } from "#app/domain/messaging/inbox/cannedReplies/fill.ts";
import { receiveInInbox } from "#app/domain/messaging/inbox/receive.server.ts";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { createChats, hours, minutes, newKey } from "#tests/support/chats.ts";
import { joinOrganisation } from "#tests/support/members.ts";
import { setUpPlatform, type TestOrg, type TestPlatform } from "#tests/support/platform.ts";

// A Wednesday, ten in the morning in Nairobi.
const platform = setUpPlatform({ startsAt: "2026-11-18T07:00:00Z" });
const chats = createChats(platform);
const call: TestPlatform["call"] = (key, input, as) => platform.call(key, input, as);

const open = { from: "08:00", to: "17:00" };
const weekdaysOnly = [open, open, open, open, open, { from: "", to: "" }, { from: "", to: "" }];
const settings = {
  workingWeek: null,
  autoAssign: false,
  awayMessage: "",
  firstReplyMinutes: null,
  nextReplyMinutes: null,
  alarmMinutes: null,
};
const save = (org: TestOrg, changed: object) => call("PUT /inbox/settings", { ...settings, ...changed }, org);

let customers = 0;

/** A customer, new unless `from` is given, writes now. */
async function writes(shop: { org: TestOrg; phoneNumberId: string }, from?: string) {
  customers += 1;
  const who = from ?? `2547330${String(customers).padStart(5, "0")}`;
  const { db } = platform.services;
  const { orgId } = shop.org;
  const { waiting } = await db.withSystem(async (tx) => {
    const applied = await applyInbound(tx, platform.services, orgId, shop.phoneNumberId, {
      messages: [
        {
          from: who,
          id: `wamid.clock.${customers}`,
          timestamp: String(Math.floor(platform.clock.now().getTime() / 1000)),
          type: "text",
          text: { body: "Habari" },
        },
      ],
    });
    await receiveInInbox(tx, platform.services, orgId, applied.waiting);
    return applied;
  });
  return { from: who, conversationId: waiting[0]! };
}

const emptyShop = async () => {
  const shop = await chats.shopWithCustomer();
  return { ...shop, colleague: await joinOrganisation(platform, shop.org, "agent") };
};
const stateOf = async (org: TestOrg, conversationId: string) =>
  (await call("GET /conversations/:conversationId", { conversationId }, org)).conversation;

describe("conversations are assigned to available members", () => {
  it("longest waiting first within capacity; a freed place goes to the next", async () => {
    const shop = await emptyShop();
    const { org, colleague } = shop;
    await save(org, { autoAssign: true });
    const first = await writes(shop);
    platform.clock.advance(minutes(1));
    const second = await writes(shop);
    await platform.runJobs();
    expect((await stateOf(org, first.conversationId)).assignedTo).toBeNull();

    const { memberId } = colleague;
    await call("PUT /inbox/members", { members: [{ memberId, onDuty: true, capacity: 1 }] }, org);
    await platform.runJobs();
    expect((await stateOf(org, first.conversationId)).assignedTo).toBe(memberId);
    expect((await stateOf(org, second.conversationId)).assignedTo).toBeNull();
    const bell = (await call("GET /notifications", {}, colleague)).notifications;
    expect(bell).toContainEqual(expect.objectContaining({ title: "Conversation assigned to you" }));

    const { conversationId } = first;
    await call("PUT /conversations/:conversationId/state", { conversationId, state: "closed" }, colleague);
    await platform.runJobs();
    expect((await stateOf(org, second.conversationId)).assignedTo).toBe(memberId);
  });

  it("a reopened one returns to its member only while they are available", async () => {
    const shop = await emptyShop();
    const { org, colleague } = shop;
    const { conversationId, from } = await writes(shop);
    const close = () =>
      call("PUT /conversations/:conversationId/state", { conversationId, state: "closed" }, colleague);
    await call("POST /conversations/:conversationId/claim", { conversationId }, colleague);
    await close();
    await writes(shop, from);
    expect(await stateOf(org, conversationId)).toMatchObject({ state: "waiting", assignedTo: null });

    await call("PUT /inbox/duty", { onDuty: true }, colleague);
    await call("POST /conversations/:conversationId/claim", { conversationId }, colleague);
    await close();
    await writes(shop, from);
    expect((await stateOf(org, conversationId)).assignedTo).toBe(colleague.memberId);
  });

  it("everyone is notified once when no one takes a conversation", async () => {
    const shop = await emptyShop();
    await save(shop.org, { alarmMinutes: 15 });
    await writes(shop);
    const alarms = async () =>
      (await call("GET /notifications", {}, shop.colleague)).notifications.filter(({ title }) =>
        /conversation is unassigned/.test(title),
      ).length;
    await watchInboxes(platform.services);
    expect(await alarms()).toBe(0);
    platform.clock.advance(minutes(16));
    await watchInboxes(platform.services);
    await watchInboxes(platform.services);
    expect(await alarms()).toBe(1);
  });
});

describe("the clocks of replies", () => {
  it("run in working hours, and longer waits are listed as late replies", async () => {
    const shop = await emptyShop();
    const { org } = shop;
    await save(org, { workingWeek: weekdaysOnly, firstReplyMinutes: 30, nextReplyMinutes: 60 });
    const { conversationId, from } = await writes(shop);
    expect(await stateOf(org, conversationId)).toMatchObject({ isLate: false });
    platform.clock.advance(minutes(31));
    expect(await stateOf(org, conversationId)).toMatchObject({ isLate: true });
    const late = () => call("GET /conversations/late", {}, org);
    expect((await late()).waiting).toMatchObject([{ conversationId, isFirstReply: true, owner: null }]);
    expect((await call("GET /conversations", { late: "on" }, org)).counts.late).toBe(1);

    await call(
      "POST /conversations/:conversationId/messages",
      { conversationId, text: "Karibu", key: newKey() },
      org,
    );
    const after = await late();
    expect(after.waiting).toEqual([]);
    expect(after.answered).toMatchObject([{ conversationId, answeredBy: "Asha Mwangi" }]);
    expect(after.week).toMatchObject({ answered: 1, timed: 1, inTime: 0, medianMinutes: 31 });

    await writes(shop, from);
    platform.clock.advance(minutes(31));
    expect(await stateOf(org, conversationId)).toMatchObject({ state: "waiting", isLate: false });
    // Resets the clock for later tests.
    platform.clock.advance(hours(24) - minutes(31 * 2));
  });
});

describe("outside working hours", () => {
  it("customers get the away message once, which does not end their wait", async () => {
    const shop = await emptyShop();
    const { org } = shop;
    await save(org, { workingWeek: weekdaysOnly, awayMessage: "We are closed. Kesho!" });
    const { conversationId, from } = await writes(shop);
    await platform.runJobs();
    expect(await chats.outgoing(org)).toEqual([]);
    platform.clock.advance(hours(12));
    await writes(shop, from);
    await platform.runJobs();
    await writes(shop, from);
    await platform.runJobs();
    expect((await chats.outgoing(org)).map(({ body }) => body)).toEqual(["We are closed. Kesho!"]);
    expect(await stateOf(org, conversationId)).toMatchObject({ state: "waiting", assignedTo: null });
    platform.clock.advance(hours(24));
    await writes(shop, from);
    await platform.runJobs();
    expect(await chats.outgoing(org)).toHaveLength(2);
  });

  it("invalid hours are refused", async () => {
    const { org } = await emptyShop();
    const put = (workingWeek: unknown) =>
      chats.refusal("PUT /inbox/settings", { ...settings, workingWeek }, org);
    const backwards = [{ from: "17:00", to: "08:00" }, ...weekdaysOnly.slice(1)];
    expect((await put(backwards)).fields).toEqual({
      "workingWeek.0": "The end must be after the start.",
    });
    expect((await put(Array(7).fill({ from: "", to: "" }))).message).toBe(
      "Enter the hours of at least one day.",
    );
    expect((await put([open])).message).toBe("Enter the hours of all seven days.");
  });
});

describe("canned replies", () => {
  const create = (as: { cookie: string }, reply: object) =>
    platform.request(
      "POST /canned-replies",
      { title: "Hours", body: "Open.", sharing: "personal", ...reply },
      as,
    );

  it("are filled for the customer, after the typed text", async () => {
    const { org, conversationId } = await emptyShop();
    const body = "Habari {{first_name}}, {{ my_name }} of {{business}}. {{field:town}}";
    const made = (await (await create(org, { body, sharing: "team" })).json()) as { cannedReplyId: string };
    const choice = { conversationId, cannedReplyId: made.cannedReplyId };
    const { text } = await call(
      "POST /conversations/:conversationId/canned",
      { ...choice, text: "Jambo." },
      org,
    );
    expect(text).toBe("Jambo.\nHabari Asha, Asha of Duka Letu.");
    const thread = await call("GET /conversations/:conversationId", { conversationId }, org);
    expect(thread.draft).toBe(text);
    expect(thread.canned).toEqual([{ id: made.cannedReplyId, title: "Hours" }]);
  });

  it("greet a customer without a name without leaving a gap", async () => {
    const values = { first_name: "", name: "", my_name: "Asha", business: "Duka Letu" };
    expect(
      fillCanned("Habari {{first_name}}, {{my_name}} of {{business}} {{odd}}.", values as never, {}),
    ).toBe("Habari, Asha of Duka Letu {{odd}}.");
  });

  it("personal ones are visible to their owner only, and team ones are written by managers", async () => {
    const { org, colleague } = await emptyShop();
    const made = (await (await create(colleague, {})).json()) as { cannedReplyId: string };
    expect((await call("GET /canned-replies", {}, org)).cannedReplies).toEqual([]);
    expect(await chats.refusal("DELETE /canned-replies/:cannedReplyId", made, org)).toMatchObject({
      status: 404,
    });
    expect((await create(colleague, { title: "Team", sharing: "team" })).status).toBe(403);
    expect((await create(colleague, {})).status).toBe(409);
    expect((await create(org, {})).status).toBe(200);
    await call("DELETE /canned-replies/:cannedReplyId", made, colleague);
    expect((await call("GET /canned-replies", {}, colleague)).cannedReplies).toEqual([]);
  });

  it("an unknown variable is refused", async () => {
    const { org } = await emptyShop();
    const refused = await chats.refusal(
      "POST /canned-replies",
      { title: "Hours", body: "Habari {{fistname}}", sharing: "team" },
      org,
    );
    expect(refused.fields).toEqual({
      body: "The variable {{fistname}} does not exist. The variables are listed below the text.",
    });
  });
});

it("a waiting row always has its start time", async () => {
  const { org, conversationId } = await emptyShop();
  const broken = platform.services.db.withOrg(org.orgId, (tx) =>
    tx
      .update(conversations)
      .set({ state: "waiting" })
      .where(and(eq(conversations.orgId, org.orgId), eq(conversations.id, conversationId))),
  );
  await expect(broken).rejects.toThrow();
});
