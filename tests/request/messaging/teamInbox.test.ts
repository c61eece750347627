import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { maxTags } from "#app/domain/contacts/schemas.ts";
import { createChats, minutes, newKey } from "#tests/support/chats.ts";
import { joinOrganisation } from "#tests/support/members.ts";
import { setUpPlatform, type TestOrg, type TestPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const chats = createChats(platform);
const call: TestPlatform["call"] = (key, input, as) => platform.call(key, input, as);

/** A shop whose customer waits, and a colleague of its owner. */
async function shop() {
  const made = await chats.shopWithCustomer({ unread: 1 });
  const { conversationId, org } = made;
  await waits(org, conversationId, minutes(1));
  return { ...made, colleague: await joinOrganisation(platform, org, "agent") };
}

const waits = (org: TestOrg, conversationId: string, forMs: number) =>
  platform.services.db.withOrg(org.orgId, (tx) =>
    tx
      .update(conversations)
      .set({
        state: "waiting",
        awaitsFirstReply: true,
        waitingSince: new Date(platform.clock.now().getTime() - forMs),
      })
      .where(and(eq(conversations.orgId, org.orgId), eq(conversations.id, conversationId))),
  );

const open = async (as: { cookie: string }, conversationId: string) =>
  (await call("GET /conversations/:conversationId", { conversationId }, as)).conversation;

const notificationsOf = async (as: { cookie: string }) =>
  (await call("GET /notifications", {}, as)).notifications.map(({ title, body }) => ({ title, body }));

describe("an unassigned conversation", () => {
  it("goes to the first member who claims it; of two in one second one wins, and the other is shown who", async () => {
    const { org, colleague, conversationId } = await shop();
    const claims = [org, colleague].map((as) =>
      platform.request("POST /conversations/:conversationId/claim", { conversationId }, as),
    );
    const answers = await Promise.all(claims);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers[0]!.status === 200 ? org.userId : colleague.memberId;
    expect((await open(org, conversationId)).assignedTo).toBe(winner);
    const refused = (await answers.find(({ status }) => status === 409)!.json()) as { message: string };
    expect(refused.message).toBe(
      `${winner === org.userId ? "Asha Mwangi" : "Njeri Otieno"} has just taken this conversation.`,
    );
  });

  it("is claimed twice by one member without harm", async () => {
    const { org, conversationId } = await shop();
    const claim = () => call("POST /conversations/:conversationId/claim", { conversationId }, org);
    expect(await claim()).toMatchObject({ changed: true });
    expect(await claim()).toMatchObject({ changed: false });
  });

  it("is assigned to the member who replies", async () => {
    const { org, colleague, conversationId } = await shop();
    const answer = { conversationId, text: "Karibu", key: newKey() };
    await call("POST /conversations/:conversationId/messages", answer, colleague);
    expect(await open(org, conversationId)).toMatchObject({ assignedTo: colleague.memberId, state: "open" });
  });
});

describe("assigning", () => {
  const handOn = "PUT /conversations/:conversationId/owner" as const;

  it("notifies the new owner, and is refused when someone else has it by now", async () => {
    const { org, colleague, conversationId } = await shop();
    await call(handOn, { conversationId, memberId: colleague.memberId, from: "" }, org);
    expect(await notificationsOf(colleague)).toContainEqual({
      title: "Conversation assigned to you",
      body: "Asha Mwangi",
    });
    const late = { conversationId, memberId: org.userId, from: "" };
    expect(await chats.refusal(handOn, late, org)).toMatchObject({
      status: 409,
      code: "conversation.taken",
      message: "Njeri Otieno has just taken this conversation.",
    });
    await call(handOn, { conversationId, memberId: "", from: colleague.memberId }, colleague);
    expect((await open(org, conversationId)).assignedTo).toBeNull();
  });

  it("is possible to members of the organisation only", async () => {
    const { org, conversationId } = await shop();
    const stranger = await platform.createOrg();
    const refused = await chats.refusal(handOn, { conversationId, memberId: stranger.userId, from: "" }, org);
    expect(refused).toMatchObject({ status: 404, code: "member.not_found" });
  });

  it("a member who leaves the organisation is unassigned from their conversations", async () => {
    const { org, colleague, conversationId } = await shop();
    await call("POST /conversations/:conversationId/claim", { conversationId }, colleague);
    await call("DELETE /members/:memberId", { memberId: colleague.memberId }, org);
    expect(await open(org, conversationId)).toMatchObject({ assignedTo: null, state: "waiting" });
  });
});

describe("the state of a conversation", () => {
  const put = "PUT /conversations/:conversationId/state" as const;

  it("changes as a member chooses, within the allowed states", async () => {
    const { org, conversationId } = await shop();
    await call(put, { conversationId, state: "closed" }, org);
    expect(await open(org, conversationId)).toMatchObject({ state: "closed", waitingSince: null });
    expect(await call(put, { conversationId, state: "closed" }, org)).toMatchObject({ changed: false });
    expect(await chats.refusal(put, { conversationId, state: "waiting" }, org)).toMatchObject({
      status: 409,
      code: "conversation.bad_move",
    });
    await call(put, { conversationId, state: "open" }, org);
    await call(put, { conversationId, state: "waiting" }, org);
    expect((await open(org, conversationId)).waitingSince).not.toBeNull();
  });

  it("of many is closed at once, all or none", async () => {
    const { org, phoneNumberId, conversationId } = await shop();
    const second = await chats.addCustomer(
      org,
      phoneNumberId,
      { phone: "+254733000111" },
      { wroteAt: platform.clock.now(), unread: 0, text: "Hello" },
    );
    const { conversationId: foreign } = await shop();
    const close = "POST /conversations/close" as const;
    const ids = [conversationId, second.conversationId];
    const refused = await chats.refusal(close, { conversationIds: [...ids, foreign] }, org);
    expect(refused).toMatchObject({ status: 404, code: "conversation.not_found" });
    expect((await call("GET /conversations", { queue: "closed" }, org)).total).toBe(0);
    expect(await call(close, { conversationIds: ids }, org)).toEqual({ closed: 2 });
    expect((await call("GET /conversations", { queue: "closed" }, org)).total).toBe(2);
    expect(await call(close, { conversationIds: ids }, org)).toEqual({ closed: 0 });
  });
});

describe("the queues", () => {
  it("show mine, unassigned, all and closed, each with its count", async () => {
    const { org, colleague, conversationId } = await shop();
    const countsOf = async (as: { cookie: string }) => (await call("GET /conversations", {}, as)).counts;
    expect(await countsOf(org)).toMatchObject({ waiting: 1, mine: 0, unassigned: 1, all: 1, closed: 0 });
    await call("POST /conversations/:conversationId/claim", { conversationId }, colleague);
    expect(await countsOf(colleague)).toMatchObject({ mine: 1, unassigned: 0, all: 1, closed: 0 });
    expect(await countsOf(org)).toMatchObject({ mine: 0, unassigned: 0, all: 1 });
    const mine = await call("GET /conversations", { queue: "mine" }, colleague);
    expect(mine.conversations).toMatchObject([{ id: conversationId, owner: { isYou: true } }]);
    expect((await call("GET /conversations", { queue: "mine" }, org)).conversations).toEqual([]);
  });

  it("show the longest waiting first, by state", async () => {
    const { org, phoneNumberId, conversationId } = await shop();
    const wroteAt = platform.clock.now();
    const second = await chats.addCustomer(
      org,
      phoneNumberId,
      { phone: "+254733000111" },
      { wroteAt, unread: 1, text: "Hello" },
    );
    await waits(org, second.conversationId, minutes(30));
    const { conversations: shown } = await call("GET /conversations", { state: "waiting" }, org);
    expect(shown.map(({ id }) => id)).toEqual([second.conversationId, conversationId]);
  });

  it("filter by labels of the conversation, and by tags of its contact", async () => {
    const { org, conversationId } = await shop();
    const labels = ["complaint", "refund"];
    await call(
      "PUT /conversations/:conversationId/labels",
      { conversationId, add: "Complaint, refund" },
      org,
    );
    expect((await open(org, conversationId)).labels).toEqual(labels);
    const found = async (filter: object) => (await call("GET /conversations", filter, org)).total;
    expect(await found({ label: "Refund" })).toBe(1);
    expect(await found({ label: "vip" })).toBe(0);
    expect(await found({ tag: "refund" })).toBe(0);
    expect((await call("GET /conversations/labels", {}, org)).labels).toEqual(labels);
  });

  it("keep each label that another member added or removed in the meantime", async () => {
    const { org, colleague, conversationId } = await shop();
    const change = (labels: object, as: Parameters<typeof call>[2]) =>
      call("PUT /conversations/:conversationId/labels", { conversationId, ...labels }, as);
    await change({ add: "complaint, refund" }, org);
    await Promise.all([
      change({ add: "vip" }, org),
      change({ remove: "complaint" }, colleague),
      change({ add: "delivery" }, colleague),
    ]);
    expect((await open(org, conversationId)).labels.toSorted()).toEqual(["delivery", "refund", "vip"]);
    const many = Array.from({ length: maxTags }, (_, index) => `label ${index}`);
    await expect(change({ add: many.join(",") }, org)).rejects.toThrow(`more than ${maxTags} labels`);
    expect((await open(org, conversationId)).labels).toHaveLength(3);
  });

  it("a conversation can be left unread for later", async () => {
    const { org, conversationId } = await shop();
    await call("POST /conversations/:conversationId/read", { conversationId }, org);
    await call("POST /conversations/:conversationId/unread", { conversationId }, org);
    expect((await call("GET /conversations", { unread: "on" }, org)).conversations).toMatchObject([
      { id: conversationId, unread: 1 },
    ]);
  });
});

describe("notes", () => {
  const note = "POST /conversations/:conversationId/notes" as const;

  it("are shown to members in the thread, once, and notify mentioned members", async () => {
    const { org, colleague, conversationId } = await shop();
    const key = newKey();
    const written = { conversationId, note: "@njeri can you look? Mail njeri@duka.test", key };
    expect(await call(note, written, org)).toMatchObject({ notified: ["Njeri Otieno"] });
    await call(note, written, org);
    const thread = await call("GET /conversations/:conversationId", { conversationId }, colleague);
    expect(thread.notes).toMatchObject([{ text: written.note, author: { firstName: "Asha" } }]);
    const bell = await notificationsOf(colleague);
    expect(bell.filter(({ title }) => /mentioned in a note/.test(title))).toHaveLength(1);
    expect((await chats.outgoing(org)).length).toBe(0);
  });

  it("outlive the member who wrote them", async () => {
    const { org, colleague, conversationId } = await shop();
    await call(note, { conversationId, note: "Prefers the phone", key: newKey() }, colleague);
    await platform.services.db.withSystem((tx) =>
      tx.delete(members).where(eq(members.userId, colleague.memberId)),
    );
    const thread = await call("GET /conversations/:conversationId", { conversationId }, org);
    expect(thread.notes).toMatchObject([{ text: "Prefers the phone", author: { firstName: "Njeri" } }]);
  });
});

describe("a reply to a conversation that changed in the meantime", () => {
  const reply = "POST /conversations/:conversationId/messages" as const;

  it("is kept as a draft instead of sent, and the newer message is shown next to it", async () => {
    const { org, colleague, conversationId } = await shop();
    const { lastMessageId: seen } = await open(org, conversationId);
    const first = { conversationId, text: "Yes, at five", key: newKey(), seen };
    await call(reply, first, colleague);
    const second = { conversationId, text: "No, tomorrow", key: newKey(), seen };
    expect(await call(reply, second, org)).toEqual({ messageId: null });
    const thread = await call("GET /conversations/:conversationId", { conversationId }, org);
    expect(thread.draft).toBe("No, tomorrow");
    expect(thread.messages.map(({ content }) => content)).toContain("Yes, at five");
    expect(await chats.outgoing(org)).toHaveLength(1);

    // The earlier form, posted again by a browser that lost the response, is still one message.
    const again = await call(reply, first, colleague);
    expect(again.messageId).not.toBeNull();
    const fresh = { ...second, key: newKey(), seen: thread.conversation.lastMessageId };
    expect((await call(reply, fresh, org)).messageId).not.toBeNull();
    expect(await chats.outgoing(org)).toHaveLength(2);
    expect((await call("GET /conversations/:conversationId", { conversationId }, org)).draft).toBe("");
  });

  it("a change of owner, label or state does not affect a draft", async () => {
    const { org, colleague, conversationId } = await shop();
    await call("POST /conversations/:conversationId/draft", { conversationId, text: "Habari za" }, org);
    await call("POST /conversations/:conversationId/claim", { conversationId }, colleague);
    await call("PUT /conversations/:conversationId/labels", { conversationId, add: "x" }, colleague);
    await call("PUT /conversations/:conversationId/state", { conversationId, state: "closed" }, colleague);
    const { draft } = await call("GET /conversations/:conversationId", { conversationId }, org);
    expect(draft).toBe("Habari za");
  });

  it("a colleague sees who is typing now", async () => {
    const { org, colleague, conversationId } = await shop();
    await call("POST /conversations/:conversationId/draft", { conversationId, text: "Habari" }, org);
    const seen = () => call("GET /conversations/:conversationId", { conversationId }, colleague);
    expect((await seen()).writing).toEqual(["Asha"]);
    platform.clock.advance(minutes(1));
    expect((await seen()).writing).toEqual([]);
  });
});
