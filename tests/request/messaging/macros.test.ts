import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { members, organisations } from "#app/db/schema/organisations/organisations.ts";
import { hours, minutes, newKey } from "#tests/support/chats.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { createSnoozes, type SnoozeShop } from "#tests/support/snoozes.ts";

const platform = setUpPlatform();
const { chats, call, later, set, shop, open, history } = createSnoozes(platform);

const run = "POST /conversations/:conversationId/macro";

interface Actions {
  labels?: string;
  assignsToRunner?: boolean;
  memberId?: string;
  teamId?: string;
  end?: "close" | "later" | "tomorrow" | "monday";
}

const create = (
  as: { cookie: string },
  {
    body = "Asante {{first_name}}!",
    title = "Thanks",
    ...actions
  }: Actions & { body?: string; title?: string },
) => call("POST /canned-replies", { title, body, sharing: "team", ...actions }, as);

/** What the form of an open conversation sends. */
async function formOf(shopped: SnoozeShop, cannedReplyId: string) {
  const { conversation } = await open(shopped);
  return {
    conversationId: shopped.conversationId,
    cannedReplyId,
    key: newKey(),
    seen: conversation.lastMessageId,
    from: conversation.assignedTo ?? "",
  };
}
const sent = async ({ org }: SnoozeShop) => (await chats.outgoing(org)).map(({ body }) => body);

describe("a macro", () => {
  it("replies, labels, assigns and closes in one go, and says so in the activity log", async () => {
    const shopped = await shop();
    const { org, colleague } = shopped;
    const { cannedReplyId } = await create(org, {
      ...{ labels: "vip, refund", memberId: colleague.memberId, end: "close" },
    });
    expect(await call(run, await formOf(shopped, cannedReplyId), org)).toEqual({
      title: "Thanks",
      leaves: true,
    });
    expect(await sent(shopped)).toEqual(["Asante Asha!"]);
    expect((await open(shopped)).conversation).toMatchObject({
      state: "closed",
      assignedTo: colleague.memberId,
      labels: ["vip", "refund"],
    });
    expect(await history(shopped)).toEqual(
      expect.arrayContaining(["Macro run: Asha Mwangi: Thanks", "Reply sent: To Asha Mwangi"]),
    );
  });

  it("is in the menu of the thread with what it does, and canned replies are not", async () => {
    const shopped = await shop();
    const { org } = shopped;
    await create(org, { title: "Hours" });
    const { cannedReplyId } = await create(org, { body: "", assignsToRunner: true, end: "tomorrow" });
    const { canned, macros } = await open(shopped);
    expect(canned).toMatchObject([{ title: "Hours" }]);
    expect(macros).toEqual([
      {
        ...{ id: cannedReplyId, title: "Thanks", replies: false, labels: [] },
        ...{ assignee: { to: "runner" }, end: "tomorrow" },
      },
    ]);
  });

  it("without a text works when the window is closed, and snoozes by the organisation's clocks", async () => {
    const shopped = await shop();
    const { org, conversationId, colleague } = shopped;
    await platform.services.db.withSystem((tx) =>
      tx.update(organisations).set({ timezone: "Africa/Lagos" }).where(eq(organisations.id, org.orgId)),
    );
    await set(org, conversationId, { windowEndsAt: later(-minutes(1)) });
    const { cannedReplyId } = await create(org, { body: "", assignsToRunner: true, end: "tomorrow" });
    await call(run, await formOf(shopped, cannedReplyId), colleague);
    const { conversation } = await open(shopped);
    expect(conversation).toMatchObject({ state: "snoozed", assignedTo: colleague.memberId });
    expect(conversation.snoozedUntil).toMatch(/T07:00:00.000Z$/);
    expect(await sent(shopped)).toEqual([]);
  });

  it("does nothing when its reply can't be sent", async () => {
    const shopped = await shop();
    const { org, conversationId } = shopped;
    await set(org, conversationId, { windowEndsAt: later(-minutes(1)) });
    const { cannedReplyId } = await create(org, { labels: "vip", end: "close" });
    expect(await chats.refusal(run, await formOf(shopped, cannedReplyId), org)).toMatchObject({
      code: "conversation.window_closed",
      message: expect.stringContaining("Send a template"),
    });
    expect((await open(shopped)).conversation).toMatchObject({ state: "waiting", labels: [] });
  });

  it("does nothing when it assigns to a member who left, and says so", async () => {
    const shopped = await shop();
    const { org, colleague } = shopped;
    const { cannedReplyId } = await create(org, { labels: "vip", memberId: colleague.memberId });
    await call("DELETE /members/:memberId", { memberId: colleague.memberId }, org);
    expect(await chats.refusal(run, await formOf(shopped, cannedReplyId), org)).toMatchObject({
      code: "canned_reply.member_left",
    });
    expect(await sent(shopped)).toEqual([]);
    expect((await open(shopped)).conversation).toMatchObject({ state: "waiting", labels: [] });
    const saved = await call("GET /canned-replies/:cannedReplyId", { cannedReplyId }, org);
    expect(saved.team.map(({ id }) => id)).not.toContain(colleague.memberId);
    const update = { cannedReplyId, title: "Thanks", body: "Asante!", sharing: "team" };
    expect(
      await chats.refusal(
        "PUT /canned-replies/:cannedReplyId",
        { ...update, memberId: colleague.memberId },
        org,
      ),
    ).toMatchObject({ code: "member.not_found" });
  });

  it("assigns to a team after its reply: into the team's queue, unassigned", async () => {
    const shopped = await shop();
    const { org, colleague, conversationId } = shopped;
    const { teamId } = await call("POST /teams", { name: "Support", memberIds: [colleague.memberId] }, org);
    await call("POST /conversations/:conversationId/claim", { conversationId }, org);
    const { cannedReplyId } = await create(org, { teamId });
    const form = await formOf(shopped, cannedReplyId);
    expect(form.from).toBe(org.userId);
    expect(await call(run, form, org)).toEqual({ title: "Thanks", leaves: false });
    expect(await sent(shopped)).toEqual(["Asante Asha!"]);
    expect((await open(shopped)).conversation).toMatchObject({ teamId, assignedTo: null });
    expect(await history(shopped)).toEqual(expect.arrayContaining(["Macro run: Asha Mwangi: Thanks"]));
    // Again, it is there already.
    await call(run, await formOf(shopped, cannedReplyId), colleague);
    expect((await open(shopped)).conversation).toMatchObject({ teamId, assignedTo: null });
  });

  it("does nothing when it assigns to a deleted team, and says so", async () => {
    const shopped = await shop();
    const { org } = shopped;
    const { teamId } = await call("POST /teams", { name: "Support", memberIds: [org.userId] }, org);
    const { cannedReplyId } = await create(org, { labels: "vip", teamId, end: "close" });
    await call("DELETE /teams/:teamId", { teamId }, org);
    expect(await chats.refusal(run, await formOf(shopped, cannedReplyId), org)).toMatchObject({
      status: 409,
      code: "canned_reply.team_deleted",
      message: "The team it assigns to was deleted. Choose another one in the macro.",
    });
    expect(await sent(shopped)).toEqual([]);
    expect((await open(shopped)).conversation).toMatchObject({
      ...{ state: "waiting", labels: [], teamId: null, assignedTo: null },
    });
    const update = { cannedReplyId, title: "Thanks", body: "Asante!", sharing: "team", teamId };
    expect(await chats.refusal("PUT /canned-replies/:cannedReplyId", update, org)).toMatchObject({
      code: "team.not_found",
    });
    const saved = await call("GET /canned-replies/:cannedReplyId", { cannedReplyId }, org);
    expect(saved).toMatchObject({ actions: { assignee: { to: "team", teamId } }, teams: [] });
  });

  it("runs while its team is deleted: either moves the conversation or does nothing", async () => {
    const shopped = await shop();
    const { org } = shopped;
    const { teamId } = await call("POST /teams", { name: "Support", memberIds: [org.userId] }, org);
    const { cannedReplyId } = await create(org, { labels: "vip", teamId });
    const form = await formOf(shopped, cannedReplyId);
    const [answer, deleted] = await Promise.all([
      platform.request(run, form, org),
      platform.request("DELETE /teams/:teamId", { teamId }, org),
    ]);
    expect(deleted.status).toBe(200);
    expect([200, 409]).toContain(answer.status);
    const hasRun = answer.status === 200;
    expect((await sent(shopped)).length).toBe(hasRun ? 1 : 0);
    expect((await open(shopped)).conversation).toMatchObject({ teamId: null, labels: hasRun ? ["vip"] : [] });
  });

  it("runs once when its form is sent twice", async () => {
    const shopped = await shop();
    const { org } = shopped;
    const { cannedReplyId } = await create(org, { labels: "vip", assignsToRunner: true, end: "close" });
    const form = await formOf(shopped, cannedReplyId);
    const both = await Promise.all([call(run, form, org), call(run, form, org)]);
    expect(both[0]).toEqual(both[1]);
    expect(await sent(shopped)).toHaveLength(1);
    expect((await history(shopped)).filter((line) => line.startsWith("Macro run"))).toHaveLength(1);
  });

  it("of two members at once runs for one, and the other learns that messages arrived", async () => {
    const shopped = await shop();
    const { org, colleague } = shopped;
    const { cannedReplyId } = await create(org, { assignsToRunner: true, end: "close" });
    const [mine, theirs] = [await formOf(shopped, cannedReplyId), await formOf(shopped, cannedReplyId)];
    const answers = await Promise.all([
      platform.request(run, mine, org),
      platform.request(run, theirs, colleague),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(await refused.json()).toMatchObject({ code: "conversation.moved_on" });
    expect(await sent(shopped)).toHaveLength(1);
  });

  it("keeps a conversation that a colleague has taken, while another snoozes it", async () => {
    const shopped = await shop();
    const { org, colleague, conversationId } = shopped;
    const { cannedReplyId } = await create(org, { body: "", assignsToRunner: true, end: "later" });
    const form = await formOf(shopped, cannedReplyId);
    await call("POST /conversations/:conversationId/claim", { conversationId }, colleague);
    expect(await chats.refusal(run, form, org)).toMatchObject({
      code: "conversation.taken",
      message: "Njeri Otieno has just taken this conversation.",
    });
    const [claimed, snoozed] = await Promise.all([
      call(
        "PUT /conversations/:conversationId/owner",
        { conversationId, memberId: org.userId, from: colleague.memberId },
        org,
      ),
      call(
        "PUT /conversations/:conversationId/snooze",
        { conversationId, until: new Date(later(hours(8))).toISOString().slice(0, 16) },
        colleague,
      ),
    ]);
    expect(claimed).toMatchObject({ assignedTo: org.userId });
    expect(snoozed.snoozedUntil).toBeDefined();
    expect((await open(shopped)).conversation).toMatchObject({ state: "snoozed", assignedTo: org.userId });
  });

  it("has a text or an action", async () => {
    const { org } = await shop();
    const empty = { title: "Nothing", body: " ", sharing: "team" };
    expect(await chats.refusal("POST /canned-replies", empty, org)).toMatchObject({
      fields: { body: "Write a text or choose an action." },
    });
  });

  it("is not run in or from another organisation, and a canned reply is none", async () => {
    const shopped = await shop();
    const other = await shop();
    const macro = await create(shopped.org, { end: "close" });
    const plain = await create(shopped.org, { title: "Hours" });
    const form = await formOf(shopped, macro.cannedReplyId);
    expect(await chats.refusal(run, form, other.org)).toMatchObject({ status: 404 });
    const theirs = await formOf(other, macro.cannedReplyId);
    expect(await chats.refusal(run, theirs, other.org)).toMatchObject({ status: 404 });
    expect(
      await chats.refusal(run, { ...form, cannedReplyId: plain.cannedReplyId }, shopped.org),
    ).toMatchObject({ status: 404 });
    const [stranger] = await platform.services.db.withSystem((tx) =>
      tx
        .select({ id: members.userId })
        .from(members)
        .where(and(eq(members.orgId, other.org.orgId))),
    );
    expect(
      await chats.refusal(
        "POST /canned-replies",
        { title: "To a stranger", body: "", sharing: "team", memberId: stranger!.id },
        shopped.org,
      ),
    ).toMatchObject({ code: "member.not_found" });
    const { teamId } = await call("POST /teams", { name: "Theirs", memberIds: [stranger!.id] }, other.org);
    expect(
      await chats.refusal(
        "POST /canned-replies",
        { title: "To their team", body: "", sharing: "team", teamId },
        shopped.org,
      ),
    ).toMatchObject({ status: 404, code: "team.not_found" });
  });
});
