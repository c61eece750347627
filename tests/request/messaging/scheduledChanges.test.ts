import { describe, expect, it } from "vitest";
import { hours, minutes, newKey } from "#tests/support/chats.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { cancel, createScheduled, schedule, scheduled, sendNow } from "#tests/support/scheduled.ts";

const platform = setUpPlatform({ startsAt: "2026-11-26T07:00:00Z" });
const { chats, call, later, inForm, set, shop, open, history, reply, rows, due, sent } =
  createScheduled(platform);

describe("a member", () => {
  it("changes text and time, sends it at once, or cancels it, and each only once", async () => {
    const shopped = await shop();
    const { org, colleague, conversationId } = shopped;
    const { scheduledMessageId } = await reply(shopped);
    const one = { conversationId, scheduledMessageId };
    await call(scheduled, { ...one, text: "It is ready.", at: inForm(later(hours(3))) }, colleague);
    platform.clock.advance(hours(2));
    expect(await due(org)).toEqual(["scheduled"]);
    const { messageId } = await call(sendNow, one, colleague);
    expect(await call(sendNow, one, org)).toEqual({ messageId });
    expect(await sent(shopped)).toEqual(["It is ready."]);
    expect(await chats.refusal(cancel, one, org)).toMatchObject({ code: "scheduled_message.ended" });
    const other = { conversationId, scheduledMessageId: (await reply(shopped)).scheduledMessageId };
    await call(cancel, other, org);
    await call(cancel, other, org);
    expect(await chats.refusal(sendNow, other, org)).toMatchObject({ code: "scheduled_message.ended" });
    expect(await chats.refusal(scheduled, { ...other, at: inForm(later(hours(1))) }, org)).toMatchObject({
      code: "scheduled_message.ended",
    });
    platform.clock.advance(hours(3));
    expect((await due(org)).sort()).toEqual(["cancelled", "sent"]);
    expect((await history(shopped)).filter((line) => line.includes("chedule"))).toHaveLength(4);
  });

  it("clears one that was not sent from the thread", async () => {
    const shopped = await shop();
    const { scheduledMessageId } = await reply(shopped);
    await set(shopped.org, shopped.conversationId, { windowEndsAt: later(hours(1)) });
    platform.clock.advance(hours(2));
    await due(shopped.org);
    await call(cancel, { conversationId: shopped.conversationId, scheduledMessageId }, shopped.org);
    expect((await open(shopped)).scheduled).toEqual([]);
    expect(await rows(shopped.org)).toMatchObject([{ state: "cancelled", body: "" }]);
  });

  it("sees another member's change at once", async () => {
    const shopped = await shop();
    const marks = [(await open(shopped)).change];
    const { scheduledMessageId } = await reply(shopped);
    marks.push((await open(shopped)).change);
    await call(cancel, { conversationId: shopped.conversationId, scheduledMessageId }, shopped.org);
    marks.push((await open(shopped)).change);
    for (const [n, mark] of marks.slice(1).entries()) expect(mark).not.toBe(marks[n]);
  });

  it("schedules 20 messages in a conversation at most", async () => {
    const shopped = await shop();
    for (let n = 0; n < 20; n++) await reply(shopped, { text: `Number ${n}` });
    await expect(reply(shopped)).rejects.toThrow("A conversation can have 20 scheduled messages.");
    expect((await open(shopped)).scheduled).toHaveLength(20);
  });
});

describe("a contact with scheduled messages", () => {
  it("keeps them when it is merged into another", async () => {
    const shopped = await shop();
    const { org, contactId, phoneNumberId } = shopped;
    const other = await chats.addCustomer(
      org,
      phoneNumberId,
      { name: "Asha M.", phone: "+254733000111" },
      { wroteAt: later(-minutes(5)), unread: 0, text: "Habari" },
    );
    await reply(shopped);
    await call(
      "POST /contacts/:contactId/merge",
      { contactId: other.contactId, otherContactId: contactId },
      org,
    );
    const merged = await open({ ...shopped, conversationId: other.conversationId });
    expect(merged.scheduled).toHaveLength(1);
    platform.clock.advance(hours(2));
    expect(await due(org)).toEqual(["sent"]);
    expect(await chats.outgoing(org)).toMatchObject([{ contactId: other.contactId }]);
  });

  it("takes them along when it is deleted", async () => {
    const shopped = await shop();
    await reply(shopped);
    await call("DELETE /contacts/:contactId", { contactId: shopped.contactId }, shopped.org);
    expect(await rows(shopped.org)).toEqual([]);
    platform.clock.advance(hours(2));
    await due(shopped.org);
    expect(await sent(shopped)).toEqual([]);
  });
});

it("no one schedules, changes or cancels in another organisation's conversation", async () => {
  const shopped = await shop();
  const { scheduledMessageId } = await reply(shopped);
  const stranger = await platform.createOrg();
  const one = { conversationId: shopped.conversationId, scheduledMessageId };
  const text = { text: "Hello", at: inForm(later(hours(1))), key: newKey() };
  for (const [key, input] of [
    [schedule, { conversationId: one.conversationId, ...text }],
    [scheduled, { ...one, ...text }],
    [sendNow, one],
    [cancel, one],
  ] as const)
    expect(await chats.refusal(key, input, stranger)).toMatchObject({ status: 404 });
  expect((await open(shopped)).scheduled).toMatchObject([{ state: "scheduled" }]);
});
