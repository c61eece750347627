import { describe, expect, it } from "vitest";
import { createChats } from "#tests/support/chats.ts";
import { joinOrganisation } from "#tests/support/members.ts";
import { setUpPlatform, type TestOrg, type TestPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const chats = createChats(platform);
const call: TestPlatform["call"] = (key, input, as) => platform.call(key, input, as);

const open = async (as: TestOrg, conversationId: string) =>
  (await call("GET /conversations/:conversationId", { conversationId }, as)).conversation;

const notificationsOf = async (as: { cookie: string }) =>
  (await call("GET /notifications", {}, as)).notifications;

describe("several conversations at once", () => {
  async function shopWithTwo() {
    const made = await chats.shopWithCustomer();
    const second = await chats.addCustomer(
      made.org,
      made.phoneNumberId,
      { phone: "+254733000111", name: "Zuhura Omar" },
      { wroteAt: platform.clock.now(), unread: 0, text: "Hello" },
    );
    const colleague = await joinOrganisation(platform, made.org, "agent");
    return { ...made, colleague, ids: [made.conversationId, second.conversationId] };
  }

  it("are assigned, except those taken in the meantime; the new owner is notified once", async () => {
    const { org, colleague, ids } = await shopWithTwo();
    await call("POST /conversations/:conversationId/claim", { conversationId: ids[1]! }, org);
    const assign = "POST /conversations/assign" as const;
    const input = { conversationIds: ids, memberId: colleague.memberId };
    expect(await call(assign, input, org)).toEqual({ assigned: 1, left: 1 });
    expect((await open(org, ids[1]!)).assignedTo).toBe(org.userId);
    const seen = { ...input, owners: { [ids[1]!]: org.userId } };
    expect(await call(assign, seen, org)).toEqual({ assigned: 1, left: 0 });
    expect((await notificationsOf(colleague)).map(({ title }) => title)).toEqual([
      "Conversations assigned to you",
      "Conversations assigned to you",
    ]);
    const found = async (filter: object) => (await call("GET /conversations", filter, org)).total;
    expect(await found({ member: colleague.memberId })).toBe(2);
    expect(await found({ member: org.userId })).toBe(0);
  });

  it("get labels in addition to their own, all or none", async () => {
    const { org, ids } = await shopWithTwo();
    await call("PUT /conversations/:conversationId/labels", { conversationId: ids[0]!, add: "vip" }, org);
    const label = "POST /conversations/label" as const;
    const input = { conversationIds: ids, labels: "Refund, vip" };
    expect(await call(label, input, org)).toEqual({ labelled: 2 });
    expect((await open(org, ids[0]!)).labels).toEqual(["vip", "refund"]);
    expect(await call(label, input, org)).toEqual({ labelled: 0 });
    const full = Array.from({ length: 29 }, (_, n) => `label ${n}`).join();
    expect(await chats.refusal(label, { conversationIds: ids, labels: full }, org)).toMatchObject({
      status: 409,
      code: "conversation.too_many_labels",
    });
    expect((await open(org, ids[1]!)).labels).toEqual(["refund", "vip"]);
  });

  it("are filtered by the number that received the message", async () => {
    const { org, phoneNumberId } = await shopWithTwo();
    const found = async (number: string) => (await call("GET /conversations", { number }, org)).total;
    expect([await found(phoneNumberId), await found("1")]).toEqual([2, 0]);
    const { numbers, team } = await call("GET /conversations/labels", {}, org);
    expect([numbers.map(({ id }) => id), team.length]).toEqual([[phoneNumberId], 2]);
  });
});
