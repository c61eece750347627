import { describe, expect, it } from "vitest";
import { createChats } from "#tests/support/chats.ts";
import { setUpPlatform, type TestPlatform } from "#tests/support/platform.ts";
import { createTeamShops } from "#tests/support/teamShops.ts";

const platform = setUpPlatform();
const chats = createChats(platform);
const { shop, create, onDuty, open, move } = createTeamShops(platform);
const call: TestPlatform["call"] = (key, input, as) => platform.call(key, input, as);

const noticesOf = async (as: { cookie: string }) =>
  (await call("GET /notifications", {}, as)).notifications.map(({ title, body }) => ({ title, body }));

describe("a team", () => {
  it("is created, changed and deleted by managers only", async () => {
    const { org, amina, brian } = await shop();
    const members = [amina.memberId, brian.memberId];
    const teamId = await create(org, { memberIds: members, autoAssign: true });
    const { team } = await call("GET /teams/:teamId", { teamId }, amina);
    expect(team).toMatchObject({ name: "Sales", autoAssign: true, workingWeek: null });
    expect([...team.memberIds].sort()).toEqual([...members].sort());
    for (const [key, input] of [
      ["POST /teams", { name: "Mine" }],
      ["PUT /teams/:teamId", { teamId, name: "Mine" }],
      ["DELETE /teams/:teamId", { teamId }],
    ] as const)
      expect((await platform.request(key, input, amina)).status, key).toBe(403);
    const same = { teamId, name: "Sales", memberIds: members, autoAssign: true };
    expect(await call("PUT /teams/:teamId", same, org)).toMatchObject({ changed: false });
    expect(await call("PUT /teams/:teamId", { ...same, name: "Mauzo" }, org)).toMatchObject({
      changed: true,
    });
    const log = (await call("GET /activity-logs", {}, org)).logs.map(({ action }) => action);
    expect(log).toEqual(expect.arrayContaining(["Team created", "Team changed"]));
  });

  it("has a name of its own, of any script and at most 80 characters", async () => {
    const { org } = await shop();
    await create(org, { name: "Mauzo ya jumla – 销售 – المبيعات" });
    const refused = (name: string) => chats.refusal("POST /teams", { name }, org);
    expect(await refused("mauzo ya jumla – 销售 – المبيعات")).toMatchObject({ code: "team.name_taken" });
    for (const letter of ["a", "销", "م"])
      expect(await refused(letter.repeat(120))).toMatchObject({ status: 400 });
    expect(await refused("  ")).toMatchObject({ status: 400, fields: { name: "Enter the team’s name." } });
  });

  it("has only members of its organisation", async () => {
    const { org } = await shop();
    const stranger = await platform.createOrg();
    const input = { name: "Sales", memberIds: [stranger.userId] };
    expect(await chats.refusal("POST /teams", input, org)).toMatchObject({ code: "member.not_found" });
    expect((await call("GET /teams", {}, org)).teams).toEqual([]);
  });

  it("is not saved with a member who has left, and keeps its members; the refusal says so at the field", async () => {
    const { org, amina, brian } = await shop();
    const teamId = await create(org, { memberIds: [brian.memberId] });
    await call("DELETE /members/:memberId", { memberId: amina.memberId }, org);
    const input = { teamId, name: "Mauzo", memberIds: [amina.memberId, brian.memberId] };
    expect(await chats.refusal("PUT /teams/:teamId", input, org)).toMatchObject({
      code: "member.not_found",
      fields: { memberIds: "A chosen member has left the organisation. Check the members and save again." },
    });
    expect((await call("GET /teams/:teamId", { teamId }, org)).team).toMatchObject({
      ...{ name: "Sales", memberIds: [brian.memberId] },
    });
  });

  it("is saved or refused, and never fails, while one of its members leaves", async () => {
    const { org, amina, brian } = await shop();
    const teamId = await create(org, { memberIds: [amina.memberId] });
    const both = [amina.memberId, brian.memberId];
    const [created, changed, left] = await Promise.all([
      platform.request("POST /teams", { name: "Support", memberIds: both }, org),
      platform.request("PUT /teams/:teamId", { teamId, name: "Mauzo", memberIds: both }, org),
      platform.request("DELETE /members/:memberId", { memberId: amina.memberId }, org),
    ]);
    expect(left.status).toBe(200);
    for (const { status } of [created, changed]) expect([200, 404]).toContain(status);
    const { teams } = await call("GET /teams", {}, org);
    expect(teams.map(({ name }) => name).sort()).toEqual(
      [changed.status === 200 ? "Mauzo" : "Sales", ...(created.status === 200 ? ["Support"] : [])].sort(),
    );
    for (const { memberIds } of teams) expect(memberIds).not.toContain(amina.memberId);
  });
});

describe("a conversation in a team's queue", () => {
  it("is unassigned, listed in that queue, and logged", async () => {
    const { org, amina, conversationId } = await shop();
    const teamId = await create(org, { memberIds: [amina.memberId] });
    await call("POST /conversations/:conversationId/claim", { conversationId }, amina);
    await move(org, conversationId, teamId, { from: amina.memberId });
    expect(await open(org, conversationId)).toMatchObject({ teamId, assignedTo: null, state: "waiting" });
    const list = await call("GET /conversations", { queue: "waiting", team: teamId }, org);
    expect(list.conversations.map(({ id }) => id)).toEqual([conversationId]);
    expect(list.teams).toEqual([{ id: teamId, name: "Sales", waiting: 1 }]);
    await move(org, conversationId, "", { fromTeam: teamId });
    expect(await open(org, conversationId)).toMatchObject({ teamId: null });
  });

  it("stays where the first of two members put it, and the second is shown where", async () => {
    const { org, amina, brian, conversationId } = await shop();
    const [sales, support] = [await create(org, {}), await create(org, { name: "Support" })];
    const [one, other] = await Promise.all(
      [
        { as: amina, teamId: sales },
        { as: brian, teamId: support },
      ].map(({ as, teamId }) =>
        platform.request("PUT /conversations/:conversationId/team", { conversationId, teamId }, as),
      ),
    );
    expect([one!.status, other!.status].sort()).toEqual([200, 409]);
    const [winner, name] = one!.status === 200 ? [sales, "Sales"] : [support, "Support"];
    expect((await open(org, conversationId)).teamId).toBe(winner);
    const { message } = (await (one!.status === 200 ? other! : one!).json()) as { message: string };
    expect(message).toBe(`A colleague has just moved this conversation to ${name}.`);
  });

  it("is not taken from the member who claimed it in the meantime", async () => {
    const { org, amina, conversationId } = await shop();
    const teamId = await create(org, {});
    await call("POST /conversations/:conversationId/claim", { conversationId }, amina);
    const input = { conversationId, teamId, from: "" };
    expect(await chats.refusal("PUT /conversations/:conversationId/team", input, org)).toMatchObject({
      code: "conversation.taken",
    });
  });

  it("can't be put into another organisation's team", async () => {
    const { org, conversationId } = await shop();
    const teamId = await create(await platform.createOrg(), {});
    const input = { conversationId, teamId };
    expect(await chats.refusal("PUT /conversations/:conversationId/team", input, org)).toMatchObject({
      code: "team.not_found",
    });
  });
});

describe("a team that is no longer there", () => {
  it("keeps its conversations when its last member leaves: the organisation's queue has them, and managers are notified", async () => {
    const { org, amina, brian, conversationId } = await shop();
    const teamId = await create(org, { memberIds: [amina.memberId], autoAssign: true });
    await move(org, conversationId, teamId);
    await call("DELETE /members/:memberId", { memberId: amina.memberId }, org);
    expect(await noticesOf(org)).toContainEqual({
      title: "Team without members",
      body: "Sales. Now in the organisation’s queue: 1 conversation.",
    });
    expect(await open(org, conversationId)).toMatchObject({ teamId, assignedTo: null, state: "waiting" });
    const settings = { workingWeek: null, awayMessage: "", autoAssign: true };
    await call("PUT /inbox/settings", settings, org);
    await onDuty(org, brian.memberId, 5);
    await platform.runJobs();
    expect((await open(org, conversationId)).assignedTo).toBe(brian.memberId);
  });

  it("notifies managers once when two of its three members leave, and then the last", async () => {
    const { org, amina, brian } = await shop();
    await create(org, { memberIds: [amina.memberId, brian.memberId] });
    await call("DELETE /members/:memberId", { memberId: amina.memberId }, org);
    expect((await noticesOf(org)).filter(({ title }) => title === "Team without members")).toEqual([]);
    await call("DELETE /membership", {}, brian);
    expect((await noticesOf(org)).filter(({ title }) => title === "Team without members")).toHaveLength(1);
  });

  it("returns its conversations to the organisation's queue when it is deleted", async () => {
    const { org, amina, conversationId } = await shop();
    const teamId = await create(org, { memberIds: [amina.memberId] });
    await move(org, conversationId, teamId);
    await call("POST /conversations/:conversationId/claim", { conversationId }, amina);
    expect(await call("DELETE /teams/:teamId", { teamId }, org)).toEqual({ returned: 1 });
    expect(await open(org, conversationId)).toMatchObject({
      ...{ teamId: null, assignedTo: amina.memberId },
      state: "waiting",
    });
    const input = { conversationId, teamId, from: amina.memberId };
    expect(await chats.refusal("PUT /conversations/:conversationId/team", input, org)).toMatchObject({
      code: "team.not_found",
    });
  });
});

it("lists its teams with members, waiting customers and open conversations", async () => {
  const { org, amina, conversationId } = await shop();
  const teamId = await create(org, { memberIds: [amina.memberId] });
  await create(org, { name: "Empty" });
  await move(org, conversationId, teamId);
  const { teams } = await call("GET /teams", {}, amina);
  expect(teams.map(({ name, waiting, memberIds }) => ({ name, waiting, memberIds }))).toEqual([
    { name: "Empty", waiting: 0, memberIds: [] },
    { name: "Sales", waiting: 1, memberIds: [amina.memberId] },
  ]);
  expect((await call("GET /teams/:teamId", { teamId }, org)).team.open).toBe(1);
});
