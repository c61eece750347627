import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { mergeContacts } from "#app/domain/contacts/merge.server.ts";
import { giveToMembers } from "#app/domain/messaging/conversations/giveToMembers.server.ts";
import { applyEchoes } from "#app/domain/messaging/webhooks/echoes.server.ts";
import { newId } from "#app/platform/ids.ts";
import { hours, minutes, newKey } from "#tests/support/chats.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { createSnoozes } from "#tests/support/snoozes.ts";

// A Thursday, ten in the morning in Nairobi.
const platform = setUpPlatform({ startsAt: "2026-11-26T07:00:00Z" });
const {
  chats,
  call,
  later,
  set,
  shop,
  snooze,
  unsnooze,
  open,
  returnDue,
  ends,
  notifiedOf,
  listed,
  history,
  writes,
} = createSnoozes(platform);

describe("a snoozed conversation", () => {
  it("returns at its time, once, however many workers look", async () => {
    const shopped = await shop();
    const { org, colleague, conversationId, since } = shopped;
    await set(org, conversationId, { assignedTo: colleague.memberId });
    await snooze(shopped, later(hours(3)));
    platform.clock.advance(hours(3) - minutes(1));
    await returnDue();
    expect(await ends(shopped)).toBe(0);
    platform.clock.advance(minutes(1));
    await Promise.all([1, 2, 3, 4].map(returnDue));
    expect((await open(shopped)).conversation).toMatchObject({
      ...{ state: "waiting", waitingSince: since.toISOString(), snoozedUntil: null },
      assignedTo: colleague.memberId,
    });
    expect(await notifiedOf(colleague)).toEqual(["Asha Mwangi"]);
    expect(await notifiedOf(org)).toEqual([]);
    expect((await history(shopped)).filter((line) => line.startsWith("Snooze ended"))).toEqual([
      "Snooze ended: Asha Mwangi: its time came",
    ]);
  });

  it("returns above customers who wrote later", async () => {
    const shopped = await shop();
    await snooze(shopped, later(hours(1)));
    await writes(shopped, "254733000222");
    platform.clock.advance(hours(1));
    await returnDue();
    expect((await listed(shopped.org, "waiting"))[0]).toBe(shopped.conversationId);
  });

  it("returns as open when the customer has a reply", async () => {
    const shopped = await shop();
    const { org, conversationId } = shopped;
    await snooze(shopped, later(hours(1)));
    const answer = { conversationId, text: "Karibu", key: newKey() };
    await call("POST /conversations/:conversationId/messages", answer, org);
    expect((await open(shopped)).conversation).toMatchObject({ state: "snoozed", assignedTo: org.userId });
    platform.clock.advance(hours(1));
    await returnDue();
    expect((await open(shopped)).conversation).toMatchObject({ state: "open", waitingSince: null });
    expect(await notifiedOf(org)).toEqual(["Asha Mwangi"]);
  });

  it("stays snoozed when the business answers in its own app, and returns as open", async () => {
    const shopped = await shop();
    await snooze(shopped, later(hours(1)));
    await platform.services.db.withSystem((tx) =>
      applyEchoes(
        tx,
        platform.services,
        { orgId: shopped.org.orgId, phoneNumberId: shopped.phoneNumberId },
        {
          message_echoes: [
            {
              ...{ to: "254712345678", id: `wamid.${newId("msg")}`, type: "text", text: { body: "Karibu" } },
              ...{ from: shopped.phoneNumberId, timestamp: String(platform.clock.now().getTime() / 1000) },
            },
          ],
        },
      ),
    );
    expect((await open(shopped)).conversation.state).toBe("snoozed");
    platform.clock.advance(hours(1));
    await returnDue();
    expect((await open(shopped)).conversation.state).toBe("open");
  });

  it("notifies the member who snoozed it while it is unassigned", async () => {
    const shopped = await shop();
    await snooze(shopped, later(hours(1)), shopped.colleague);
    platform.clock.advance(hours(1));
    await returnDue();
    expect(await notifiedOf(shopped.colleague)).toEqual(["Asha Mwangi"]);
    expect(await notifiedOf(shopped.org)).toEqual([]);
  });

  it("returns as soon as the customer writes, waiting since their first unanswered message", async () => {
    const shopped = await shop();
    await snooze(shopped, later(hours(3)));
    platform.clock.advance(minutes(10));
    await writes(shopped);
    await writes(shopped);
    expect((await open(shopped)).conversation).toMatchObject({
      ...{ state: "waiting", waitingSince: shopped.since.toISOString(), snoozedUntil: null },
    });
    platform.clock.advance(hours(3));
    await returnDue();
    expect((await history(shopped)).filter((line) => line.startsWith("Snooze ended"))).toEqual([
      "Snooze ended: Asha Mwangi: the customer wrote",
    ]);
    expect(await notifiedOf(shopped.org)).toEqual([]);
  });

  it("returns once when the customer writes at the very time", async () => {
    const shopped = await shop();
    await snooze(shopped, later(hours(1)));
    platform.clock.advance(hours(1));
    await Promise.all([returnDue(), writes(shopped), returnDue()]);
    expect(await ends(shopped)).toBe(1);
    expect((await open(shopped)).conversation.state).toBe("waiting");
  });

  it("is ended early by a member, and ending it again changes nothing", async () => {
    const shopped = await shop();
    await snooze(shopped, later(hours(1)));
    expect(await unsnooze(shopped)).toEqual({ state: "waiting", changed: true });
    expect(await unsnooze(shopped)).toEqual({ state: "waiting", changed: false });
    platform.clock.advance(hours(1));
    await returnDue();
    expect(await ends(shopped)).toBe(1);
  });

  it("is ended by closing", async () => {
    const shopped = await shop();
    const { org, conversationId } = shopped;
    await snooze(shopped, later(hours(1)));
    await call("PUT /conversations/:conversationId/state", { conversationId, state: "closed" }, org);
    expect((await open(shopped)).conversation).toMatchObject({ state: "closed", snoozedUntil: null });
    expect((await history(shopped)).slice(-2)).toEqual([
      "Snooze ended: Asha Mwangi: conversation closed",
      "Conversation closed: Asha Mwangi",
    ]);
    platform.clock.advance(hours(1));
    await returnDue();
    expect((await open(shopped)).conversation.state).toBe("closed");
  });

  it("is ended when a bot or flow hands it over", async () => {
    const shopped = await shop();
    const { org, conversationId } = shopped;
    await snooze(shopped, later(hours(1)));
    await platform.services.db.withOrg(org.orgId, (tx) =>
      giveToMembers(tx, org.ctx, { conversationId, note: "They ask for a person" }),
    );
    expect((await open(shopped)).conversation).toMatchObject({ state: "waiting", snoozedUntil: null });
    expect(await history(shopped)).toContain("Snooze ended: Asha Mwangi: handed over to the team");
  });
});

describe("merging contacts", () => {
  /** The state of the one conversation that is left of two. */
  async function merged(kept: Partial<typeof conversations.$inferInsert>) {
    const shopped = await shop();
    const { org, phoneNumberId, contactId, conversationId } = shopped;
    const until = later(hours(3));
    await snooze(shopped, until);
    const other = await chats.addCustomer(
      org,
      phoneNumberId,
      { phone: "+254733000111" },
      { wroteAt: later(-minutes(5)), unread: 0, text: "Habari" },
    );
    await set(org, other.conversationId, kept);
    await platform.services.db.withOrg(org.orgId, async (tx) => {
      await mergeContacts(tx, {
        ...{
          orgId: org.orgId,
          keptId: other.contactId,
          goneId: contactId,
          at: platform.clock.now(),
          jobs: platform.services.jobs,
        },
      });
    });
    const rows = await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.select().from(conversations).where(eq(conversations.orgId, org.orgId)),
    );
    expect(rows.map(({ id }) => id)).toEqual([other.conversationId]);
    expect(rows[0]!.id).not.toBe(conversationId);
    const { state, waitingSince, snoozedUntil, snoozedWaitingSince } = rows[0]!;
    return { shopped, until, row: { state, waitingSince, snoozedUntil, snoozedWaitingSince } };
  }

  it("keeps the snooze when the other conversation is closed", async () => {
    const { shopped, until, row } = await merged({ state: "closed" });
    expect(row).toEqual({
      ...{ state: "snoozed", waitingSince: null, snoozedUntil: until, snoozedWaitingSince: shopped.since },
    });
  });

  it("ends the snooze when the other conversation is open, and the customer waits", async () => {
    const { shopped, row } = await merged({ state: "open" });
    expect(row).toEqual({
      ...{ state: "waiting", waitingSince: shopped.since, snoozedUntil: null, snoozedWaitingSince: null },
    });
  });
});

it("erasing a contact leaves nothing to return", async () => {
  const shopped = await shop();
  await snooze(shopped, later(hours(1)));
  await call("DELETE /contacts/:contactId", { contactId: shopped.contactId }, shopped.org);
  platform.clock.advance(hours(1));
  await returnDue();
  expect(await ends(shopped)).toBe(0);
});
