import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { hours, minutes } from "#tests/support/chats.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { newKey as newApiKey } from "#tests/support/publicApi.ts";
import { createSnoozes, type SnoozeShop } from "#tests/support/snoozes.ts";

// A Thursday, ten in the morning in Nairobi.
const platform = setUpPlatform({ startsAt: "2026-11-26T07:00:00Z" });
const { chats, call, later, inForm, set, shop, snooze, unsnooze, open, returnDue, ends, listed, history } =
  createSnoozes(platform);

describe("a snoozed conversation", () => {
  it("leaves the lists of work, and is found under Snoozed with the time of its return", async () => {
    const shopped = await shop();
    const { org, conversationId } = shopped;
    const until = later(hours(3));
    expect(await snooze(shopped, until)).toEqual({ snoozedUntil: until.toISOString() });
    for (const queue of ["waiting", "unassigned", "all"] as const)
      expect(await listed(org, queue)).toEqual([]);
    const list = await call("GET /conversations", { queue: "snoozed" }, org);
    expect(list.conversations).toMatchObject([
      { id: conversationId, state: "snoozed", snoozedUntil: until.toISOString(), waitingSince: null },
    ]);
    expect(list.counts).toMatchObject({ waiting: 0, unassigned: 0, all: 0, snoozed: 1, closed: 0 });
    expect((await call("GET /notifications/unread", {}, org)).waitingConversations).toBe(0);
    expect(await history(shopped)).toContain(
      "Conversation snoozed: Asha Mwangi, until 26 Nov 2026, 13:00, Kenya time",
    );
  });

  it("is listed by its return, soonest first", async () => {
    const first = await shop();
    const second = await chats.addCustomer(
      first.org,
      first.phoneNumberId,
      { phone: "+254733000111" },
      { wroteAt: later(-minutes(5)), unread: 0, text: "Habari" },
    );
    await snooze(first, later(hours(5)));
    await snooze({ ...first, ...second }, later(hours(2)));
    expect(await listed(first.org, "snoozed")).toEqual([second.conversationId, first.conversationId]);
  });

  it("counts in no member's load", async () => {
    const shopped = await shop();
    await set(shopped.org, shopped.conversationId, { assignedTo: shopped.colleague.memberId });
    const load = async () =>
      (await open(shopped)).team.find(({ id }) => id === shopped.colleague.memberId)?.load;
    expect(await load()).toBe(1);
    await snooze(shopped, later(hours(3)));
    expect(await load()).toBe(0);
  });

  it("gets a new time when it is snoozed again, and the customer still waits at its return", async () => {
    const shopped = await shop();
    await snooze(shopped, later(hours(1)));
    await snooze(shopped, later(hours(2)));
    platform.clock.advance(hours(1));
    await returnDue();
    expect(await ends(shopped)).toBe(0);
    platform.clock.advance(hours(1));
    await returnDue();
    expect(await ends(shopped)).toBe(1);
    expect((await open(shopped)).conversation.waitingSince).toBe(shopped.since.toISOString());
  });

  it("shows in its thread who snoozed it until when, and that it ended", async () => {
    const shopped = await shop();
    await snooze(shopped, "2026-12-24T08:00", shopped.colleague);
    await unsnooze(shopped);
    expect((await open(shopped)).events).toMatchObject([
      { until: "2026-12-24T05:00:00.000Z", reason: null, author: { firstName: "Njeri", isYou: false } },
      { until: null, reason: "ended_early", author: { isYou: true } },
    ]);
  });

  it("changes the mark of open pages when it is snoozed and when it returns", async () => {
    const shopped = await shop();
    const marks = [(await open(shopped)).change];
    await snooze(shopped, later(hours(1)));
    marks.push((await open(shopped)).change);
    await snooze(shopped, later(hours(2)));
    marks.push((await open(shopped)).change);
    platform.clock.advance(hours(2));
    await returnDue();
    marks.push((await open(shopped)).change);
    for (const [n, mark] of marks.slice(1).entries()) expect(mark).not.toBe(marks[n]);
  });
});

describe("the time of a snooze", () => {
  it("is offered and read by the clocks of the organisation", async () => {
    const shopped = await shop();
    const { org, conversationId } = shopped;
    const { choices } = await call("GET /conversations/:conversationId/snooze", { conversationId }, org);
    expect(choices.map(({ choice }) => choice)).toEqual(["later", "tomorrow", "monday"]);
    expect(choices[0]).toMatchObject({
      value: inForm(later(hours(3))),
      until: later(hours(3)).toISOString(),
    });
    expect(choices[1]!.value).toBe(`${inForm(later(hours(24))).slice(0, 10)}T08:00`);
    await platform.services.db.withSystem((tx) =>
      tx.update(organisations).set({ timezone: "Africa/Lagos" }).where(eq(organisations.id, org.orgId)),
    );
    expect(await snooze(shopped, "2026-12-24T08:00")).toEqual({ snoozedUntil: "2026-12-24T07:00:00.000Z" });
    expect(await call("GET /conversations/:conversationId/snooze", { conversationId }, org)).toMatchObject({
      stored: "2026-12-24T08:00",
    });
  });

  it.each([
    ["2026-11-26T09:59", "Choose a time in the future."],
    ["2027-12-26T10:00", "Choose a time within the next 365 days."],
    ["tomorrow", "Enter a date and a time."],
  ])("is refused as %s: %s", async (until, text) => {
    const { org, conversationId } = await shop();
    const refused = await chats.refusal(
      "PUT /conversations/:conversationId/snooze",
      { conversationId, until },
      org,
    );
    expect(refused).toMatchObject({ status: 400, fields: { until: text } });
  });

  it("is refused while the conversation is closed", async () => {
    const { org, conversationId } = await shop();
    await set(org, conversationId, { state: "closed", waitingSince: null });
    const input = { conversationId, until: inForm(later(hours(1))) };
    expect(await chats.refusal("PUT /conversations/:conversationId/snooze", input, org)).toMatchObject({
      ...{ status: 409, code: "conversation.bad_move" },
    });
  });
});

describe("snoozing many", () => {
  it("skips closed ones", async () => {
    const shopped = await shop();
    const { org, conversationId, phoneNumberId } = shopped;
    const closed = await chats.addCustomer(
      org,
      phoneNumberId,
      { phone: "+254733000111" },
      { wroteAt: later(-minutes(5)), unread: 0, text: "Habari" },
    );
    await set(org, closed.conversationId, { state: "closed" });
    const until = later(hours(4));
    expect(
      await call(
        "POST /conversations/snooze",
        { conversationIds: [conversationId, closed.conversationId], until: inForm(until) },
        org,
      ),
    ).toEqual({ snoozed: 1, left: 1, snoozedUntil: until.toISOString() });
    expect(await listed(org, "snoozed")).toEqual([conversationId]);
  });
});

it("another organisation can neither see, snooze nor end it", async () => {
  const shopped = await shop();
  const { conversationId } = shopped;
  await snooze(shopped, later(hours(1)));
  const stranger = await platform.createOrg();
  const until = inForm(later(hours(2)));
  for (const [key, input] of [
    ["GET /conversations/:conversationId/snooze", { conversationId }],
    ["PUT /conversations/:conversationId/snooze", { conversationId, until }],
    ["DELETE /conversations/:conversationId/snooze", { conversationId }],
    ["POST /conversations/snooze", { conversationIds: [conversationId], until }],
  ] as const)
    expect((await platform.request(key, input, stranger)).status).toBe(404);
  expect((await open(shopped)).conversation.state).toBe("snoozed");
});

describe("the public API", () => {
  const send = async (shopped: SnoozeShop, path: string, body: object) => {
    const { key } = await newApiKey(shopped.org);
    const response = await platform.api.request(`/api/v1/conversations/${shopped.conversationId}/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };

  it("snoozes a conversation and ends the snooze", async () => {
    const shopped = await shop();
    const until = later(hours(2)).toISOString();
    expect(await send(shopped, "snooze", { until })).toEqual({
      ...{ status: 200, body: { id: shopped.conversationId, state: "snoozed", snoozed_until: until } },
    });
    expect((await open(shopped)).events).toMatchObject([{ until, author: null }]);
    expect(await send(shopped, "unsnooze", {})).toEqual({
      ...{ status: 200, body: { id: shopped.conversationId, state: "waiting" } },
    });
  });

  it("refuses a time in the past", async () => {
    const refused = await send(await shop(), "snooze", { until: "2020-01-01T00:00:00Z" });
    expect(refused).toMatchObject({ status: 400, body: { code: "conversation.bad_snooze", param: "until" } });
  });
});
