import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { scheduledMessages } from "#app/db/schema/messaging/scheduled.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { toZoneInput } from "#app/platform/time/zones.ts";
import { hours, minutes, newKey } from "#tests/support/chats.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { createScheduled, schedule, scheduled } from "#tests/support/scheduled.ts";
import { addContacts, connectWhatsapp, createPrepaidOrg } from "#tests/support/sending.ts";

// A Thursday, ten in the morning in Nairobi.
const platform = setUpPlatform({ startsAt: "2026-11-26T07:00:00Z" });
const {
  chats,
  call,
  later,
  inForm,
  set,
  shop,
  open,
  history,
  writes,
  reply,
  rows,
  due,
  sent,
  change,
  notices,
} = createScheduled(platform);

describe("a reply that is sent later", () => {
  it("is in its thread until its time, and is sent then as its author's", async () => {
    const shopped = await shop();
    const { sendAt } = await reply(shopped, { as: shopped.colleague });
    expect(sendAt).toBe(later(hours(2)).toISOString());
    expect((await open(shopped)).scheduled).toMatchObject([
      {
        text: "Your order is ready.",
        sendAt,
        state: "scheduled",
        author: { firstName: "Njeri", isYou: false },
      },
    ]);
    platform.clock.advance(hours(2) - minutes(1));
    expect(await due(shopped.org)).toEqual(["scheduled"]);
    platform.clock.advance(minutes(1));
    expect(await due(shopped.org)).toEqual(["sent"]);
    const thread = await open(shopped);
    expect(thread.scheduled).toEqual([]);
    expect(thread.messages.at(-1)).toMatchObject({
      content: "Your order is ready.",
      author: { firstName: "Njeri" },
    });
    expect(thread.conversation).toMatchObject({ state: "open", assignedTo: shopped.colleague.memberId });
    expect(await rows(shopped.org)).toMatchObject([{ state: "sent", body: "" }]);
  });

  it("is sent once, however many workers look", async () => {
    const shopped = await shop();
    for (const text of ["One", "Two", "Three"]) await reply(shopped, { text });
    platform.clock.advance(hours(2));
    await Promise.all([due(shopped.org), due(shopped.org), due(shopped.org)]);
    expect(await due(shopped.org)).toEqual(["sent", "sent", "sent"]);
    expect((await sent(shopped)).sort()).toEqual(["One", "Three", "Two"]);
  });

  it("is one message when its form is sent twice", async () => {
    const shopped = await shop();
    const key = newKey();
    const first = await reply(shopped, { key });
    expect(await reply(shopped, { key })).toEqual(first);
    expect((await open(shopped)).scheduled).toHaveLength(1);
  });

  it("replaces the draft", async () => {
    const shopped = await shop();
    const { org, conversationId } = shopped;
    await call("POST /conversations/:conversationId/draft", { conversationId, text: "Your order" }, org);
    expect(await call("GET /conversations/:conversationId/scheduled", { conversationId }, org)).toMatchObject(
      { draft: "Your order", windowOpen: true },
    );
    await reply(shopped);
    expect((await open(shopped)).draft).toBe("");
  });

  it.each([
    ["Choose a time in the future.", () => inForm(later(-minutes(1)))],
    ["Choose a time within the next 365 days.", () => inForm(later(hours(366 * 24)))],
    [
      "The customer service window closes before that time. Choose an earlier time, or schedule a template.",
      () => inForm(later(hours(23.5))),
    ],
    ["Enter a date and a time.", () => "tomorrow"],
  ])("is refused: %s", async (text, at) => {
    const { org, conversationId } = await shop();
    const refused = await chats.refusal(
      schedule,
      { conversationId, text: "Habari", at: at(), key: newKey() },
      org,
    );
    expect(refused.fields?.at).toContain(text);
    expect(await rows(org)).toEqual([]);
  });

  it("is refused when the window is closed", async () => {
    const shopped = await shop();
    await set(shopped.org, shopped.conversationId, { windowEndsAt: later(-minutes(1)) });
    await expect(reply(shopped)).rejects.toThrow("The 24-hour window has closed.");
  });

  it("expires when the window closed before it was sent, and its members learn what to do", async () => {
    const shopped = await shop();
    const { org, colleague, conversationId } = shopped;
    await set(org, conversationId, { assignedTo: org.userId });
    await set(org, conversationId, { windowEndsAt: later(minutes(90)) });
    await reply(shopped, { at: later(hours(1)), as: colleague });
    // The worker was down.
    platform.clock.advance(minutes(100));
    expect(await due(org)).toEqual(["expired"]);
    expect(await sent(shopped)).toEqual([]);
    const text = "Asha Mwangi: The 24-hour window has closed. Send a template;";
    expect(await notices(org)).toEqual([expect.stringContaining(text)]);
    expect(await notices(colleague)).toEqual([expect.stringContaining(text)]);
    expect((await open(shopped)).scheduled).toMatchObject([
      { state: "expired", text: "Your order is ready.", problem: expect.stringContaining("Send a template") },
    ]);
    expect(await due(org)).toEqual(["expired"]);
    expect(await notices(org)).toHaveLength(1);
  });

  it("stays when the customer writes before", async () => {
    const shopped = await shop();
    await reply(shopped);
    await writes(shopped);
    expect((await open(shopped)).scheduled).toHaveLength(1);
    platform.clock.advance(hours(2));
    expect(await due(shopped.org)).toEqual(["sent"]);
  });

  it("does not go to a customer who opted out since", async () => {
    const shopped = await shop();
    await reply(shopped);
    await change(shopped.org, { optedOutAt: later(minutes(1)) });
    platform.clock.advance(hours(2));
    expect(await due(shopped.org)).toEqual(["failed"]);
    expect(await notices(shopped.org)).toEqual([
      "Asha Mwangi: The contact opted out after the message was written.",
    ]);
  });

  it("is sent although its author left, and names long in any script", async () => {
    const shopped = await shop();
    const { org, colleague } = shopped;
    const name = `${"Wanjikũ ".repeat(5)}${"مريم ".repeat(8)}${"ወርቅነህ ".repeat(6)}`.slice(0, 120).trim();
    await change(org, { name });
    await reply(shopped, { as: colleague });
    await call("DELETE /members/:memberId", { memberId: colleague.memberId }, org);
    platform.clock.advance(hours(2));
    expect(await due(org)).toEqual(["sent"]);
    const { conversation } = await open(shopped);
    expect(conversation).toMatchObject({ name, assignedTo: null });
    expect((await history(shopped)).join("\n")).toContain(`Message scheduled: To ${name}, for`);
  });

  it("keeps its moment when the organisation changes its time zone", async () => {
    const shopped = await shop();
    const { org, conversationId } = shopped;
    const { sendAt, scheduledMessageId } = await reply(shopped);
    await platform.services.db.withSystem((tx) =>
      tx.update(organisations).set({ timezone: "Africa/Lagos" }).where(eq(organisations.id, org.orgId)),
    );
    const form = await call(
      "GET /conversations/:conversationId/scheduled",
      { conversationId, scheduledMessageId },
      org,
    );
    expect(form.scheduled).toMatchObject({ at: toZoneInput(new Date(sendAt), "Africa/Lagos"), sendAt });
    const at = later(hours(3));
    const { sendAt: changed } = await call(
      scheduled,
      { conversationId, scheduledMessageId, at: toZoneInput(at, "Africa/Lagos") },
      org,
    );
    expect(changed).toBe(at.toISOString());
  });
});

describe("a template that is sent later", () => {
  async function paidShop(kes = 10) {
    const org = await createPrepaidOrg(platform, kes);
    const sender = await connectWhatsapp(platform, org);
    const [contactId] = await addContacts(platform, org, 1);
    const { conversationId } = await call(
      "POST /contacts/:contactId/template",
      {
        ...{ contactId: contactId!, phoneNumberId: sender.phoneNumberId, templateId: sender.templateId },
        ...{ variables: {}, key: newKey() },
      },
      org,
    );
    const send = (more: object = {}) =>
      call(
        "POST /conversations/:conversationId/scheduled/template",
        {
          ...{ conversationId, templateId: sender.templateId, variables: {}, key: newKey() },
          ...{ at: inForm(later(hours(2))), maxTotalCents: 200, ...more },
        },
        org,
      );
    const held = async () => (await call("GET /wallet", {}, org)).heldCents;
    return { org, conversationId, send, held };
  }

  it("goes at any time without a window, and is paid for when it is sent", async () => {
    const { org, send, held } = await paidShop();
    await send();
    expect(await held()).toBe(200);
    platform.clock.advance(hours(2));
    expect(await due(org)).toEqual(["sent"]);
    expect(await held()).toBe(400);
    expect(await chats.outgoing(org)).toHaveLength(2);
  });

  it("is not sent without money, and says so", async () => {
    const { org, conversationId, send } = await paidShop(2);
    await send();
    platform.clock.advance(hours(2));
    expect(await due(org)).toEqual(["failed"]);
    expect(await notices(org)).toHaveLength(1);
    const { scheduled: left } = await call("GET /conversations/:conversationId", { conversationId }, org);
    expect(left).toMatchObject([{ state: "failed", isTemplate: true }]);
  });

  it("is refused at a lower price than it has", async () => {
    const { send } = await paidShop();
    await expect(send({ maxTotalCents: 199 })).rejects.toThrow();
  });

  it("fails when the person has opted out by then", async () => {
    const { org, send } = await paidShop();
    await send();
    await change(org, { optedOutAt: later(hours(1)) });
    platform.clock.advance(hours(2));
    expect(await due(org)).toEqual(["failed"]);
    expect(await rows(org)).toMatchObject([
      { state: "failed", problem: expect.stringContaining("contact.opted_out:template") },
    ]);
  });

  it("fails when it is more than a day late", async () => {
    const { org, send } = await paidShop();
    await send();
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx
        .update(scheduledMessages)
        .set({ sendAt: later(-hours(25)) })
        .where(eq(scheduledMessages.orgId, org.orgId)),
    );
    expect(await due(org)).toEqual(["failed"]);
    expect(await notices(org)).toEqual([expect.stringContaining("Its time passed more than a day ago.")]);
  });
});
