import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { goodPassword, newestMail } from "#tests/support/identity.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();
beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => void vi.useRealTimers());

const follow = (as: { cookie: string }) => platform.request("GET /conversations/events", {}, as);

/** A stream being read; `closed` settles when the server ends it. */
async function openStream(as: { cookie: string }) {
  const response = await follow(as);
  expect(response.status).toBe(200);
  const reader = response.body!.getReader();
  await reader.read();
  let isClosed = false;
  const readOn = async () => {
    while (!(await reader.read()).done);
    isClosed = true;
  };
  const closed = readOn();
  return { closed, isClosed: () => isClosed, leave: () => reader.cancel() };
}

async function inviteAgent(org: { cookie: string }) {
  const email = `agent-${crypto.randomUUID()}@mail.test`;
  await platform.call("POST /invitations", { email, role: "agent" }, org);
  const token = new URL((await newestMail(platform, email, "invitation")).url).searchParams.get("token")!;
  const newcomer = { firstName: "Njeri", lastName: "Otieno", password: goodPassword };
  const answer = await platform.request("POST /invitation/accept", { token, newcomer });
  const cookie = answer.headers.getSetCookie()[0]!.split(";")[0]!;
  const { user } = await platform.call("GET /auth/me", {}, { cookie });
  return { cookie, userId: user.id };
}

it("a removed member sees no more of the organisation, even through an open stream", async () => {
  const org = await platform.createOrg();
  const agent = await inviteAgent(org);
  const owners = await openStream(org);
  const agents = await openStream(agent);
  await vi.advanceTimersByTimeAsync(15_000);
  await platform.call("DELETE /members/:memberId", { memberId: agent.userId }, org);
  expect(agents.isClosed()).toBe(false);
  await vi.advanceTimersByTimeAsync(15_000);
  await agents.closed;
  expect(owners.isClosed()).toBe(false);
  await owners.leave();
});

it("signing out ends the streams of that session", async () => {
  const org = await platform.createOrg();
  const stream = await openStream(org);
  await platform.call("POST /auth/logout", {}, org);
  await vi.advanceTimersByTimeAsync(15_000);
  await stream.closed;
});

it("a stream ends after five minutes, and the browser reconnects", async () => {
  const stream = await openStream(await platform.createOrg());
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  await stream.closed;
});

it("a user may have ten streams; closing one makes room", async () => {
  const org = await platform.createOrg();
  const other = await platform.createOrg();
  const streams = await Promise.all(Array.from({ length: 10 }, () => openStream(org)));
  const refused = await follow(org);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({
    code: "events.too_many_streams",
    message: expect.stringContaining("refresh this page"),
  });
  expect(refused.headers.get("retry-after")).toBe("15");
  await (await openStream(other)).leave();
  await streams.pop()!.leave();
  streams.push(await openStream(org));
  expect((await follow(org)).status).toBe(429);
  await Promise.all(streams.map(({ leave }) => leave()));
});
