import { eq } from "drizzle-orm";
import pg from "pg";
import { afterEach, describe, expect, it, vi } from "vitest";
import { notifyAfter } from "#app/db/notifyAfter.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { createChats } from "#tests/support/chats.ts";
import { notifyAll } from "#tests/support/entries.ts";
import { joinOrganisation } from "#tests/support/members.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { noteOutcome, runningCampaign } from "#tests/support/sending.ts";

const platform = setUpPlatform();
const chats = createChats(platform);
/** The listening connection's heartbeat. */
const heartbeat = "select 1";
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A page's stream: `next` resolves when something other than a heartbeat arrives. */
async function follow(org: { cookie: string }, key: string, input: Record<string, unknown> = {}) {
  const response = await platform.request(key, input, org);
  expect(response.status).toBe(200);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  async function next(): Promise<string> {
    for (;;) {
      const { value = "", done } = await reader.read();
      if (done || /^(event|id|data)/.test(value)) return value;
    }
  }
  return { next, leave: () => reader.cancel() };
}

/** The transactions in which the pages were read have ended, and what follows a response. */
const untilIdle = () =>
  expect
    .poll(() => {
      const { tenant, system } = platform.services.db;
      return [tenant, system].reduce((sum, pool) => sum + pool.totalCount - pool.idleCount, 0);
    })
    .toBe(0);

describe("an open page", () => {
  it("makes no database query while nothing happens, for the bell, the chat or a stopped campaign", async () => {
    const { org, conversationId } = await chats.shopWithCustomer();
    const { campaignId, org: sender } = await runningCampaign(platform, 2);
    await noteOutcome(platform, sender, campaignId, { state: "accepted" });
    await platform.call("POST /campaigns/:campaignId/pause", { campaignId }, sender);
    const bell = await follow(org, "GET /notifications/events");
    await bell.next();
    await notifyAll(org.ctx, { title: "Heard" });
    await bell.next();
    const chat = await follow(org, "GET /conversations/events", { conversationId, since: "an old one" });
    await chat.next();
    const campaign = await follow(sender, "GET /campaigns/:campaignId/events", { campaignId });
    await campaign.next();
    await untilIdle();
    const queries = vi.spyOn(pg.Client.prototype, "query");
    const stillNothing = [bell, chat, campaign].map(({ next }) => next());
    // The former polling intervals: a second; the session is checked again after fifteen.
    await expect(
      Promise.race([...stillNothing, new Promise((resolve) => setTimeout(resolve, 2500, "nothing"))]),
    ).resolves.toBe("nothing");
    const questions = queries.mock.calls.map(([text]) => text as unknown);
    expect(questions.filter((text) => text !== heartbeat)).toEqual([]);
    await Promise.all([bell, chat, campaign].map(({ leave }) => leave()));
  });

  it("receives a customer's message at once, in the chat and at the bell", async () => {
    const { org, phoneNumberId } = await chats.shopWithCustomer();
    const { change } = await platform.call("GET /conversations", {}, org);
    const bell = await follow(org, "GET /notifications/events");
    expect(await bell.next()).toContain('"waitingConversations":0');
    const chat = await follow(org, "GET /conversations/events", { since: change });
    const writtenAt = performance.now();
    await platform.services.db.withSystem((tx) =>
      applyInbound(tx, platform.services, org.orgId, phoneNumberId, {
        messages: [
          {
            id: `wamid.${org.orgId}`,
            from: "254722000001",
            timestamp: String(Math.floor(platform.clock.now().getTime() / 1000)),
            type: "text",
            text: { body: "Habari" },
          },
        ],
      }),
    );
    expect(await chat.next()).toContain("data: changed");
    expect(await bell.next()).toContain('"waitingConversations":1');
    // The session is checked again after fifteen seconds.
    expect(performance.now() - writtenAt).toBeLessThan(10_000);
    await Promise.all([bell.leave(), chat.leave()]);
  });

  it("receives nothing of another organisation", async () => {
    const ours = await platform.createOrg();
    const theirs = await platform.createOrg();
    const bell = await follow(ours, "GET /notifications/events");
    expect(await bell.next()).toContain('"unread":0');
    await notifyAll(theirs.ctx, { title: "Theirs" });
    await notifyAll(ours.ctx, { title: "Ours" });
    expect(await bell.next()).toContain('"unread":1');
    await bell.leave();
  });

  it("keeps receiving after the listening connection was cut", async () => {
    const org = await platform.createOrg();
    const bell = await follow(org, "GET /notifications/events");
    await bell.next();
    await platform.services.db.owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'tarishi-listen'",
    );
    await notifyAll(org.ctx, { title: "Told while it was away" });
    expect(await bell.next()).toContain('"unread":1');
    await bell.leave();
  });
});

describe("a colleague who types", () => {
  const typing = "POST /conversations/:conversationId/typing";

  it("is shown to members who have the conversation open, and to no one else", async () => {
    const { org, conversationId, phoneNumberId } = await chats.shopWithCustomer();
    const name = `${"Wanjikũ ".repeat(5)}${"مريم ".repeat(8)}${"ወርቅነህ ".repeat(6)}`.slice(0, 120).trim();
    await platform.services.db.withSystem((tx) =>
      tx.update(users).set({ firstName: name }).where(eq(users.id, org.userId)),
    );
    const colleague = await joinOrganisation(platform, org, "agent");
    const other = await chats.addCustomer(
      org,
      phoneNumberId,
      { phone: "+254733000111" },
      { wroteAt: platform.clock.now(), unread: 0, text: "Habari" },
    );
    const stranger = await chats.shopWithCustomer();
    const events = "GET /conversations/events";
    const asOf = async (as: { cookie: string }, id: string) =>
      (await platform.call("GET /conversations/:conversationId", { conversationId: id }, as)).change;
    const open = async (as: { cookie: string }, id: string) =>
      follow(as, events, { conversationId: id, since: await asOf(as, id) });
    const heard = await open(colleague, conversationId);
    const silent = [
      await open(org, conversationId),
      await open(colleague, other.conversationId),
      await open(stranger.org, stranger.conversationId),
      await follow(colleague, events, { since: (await platform.call("GET /conversations", {}, org)).change }),
    ];
    const none = Promise.race(silent.map(({ next }) => next()));
    await platform.call(typing, { conversationId, toCustomer: false }, org);
    expect(await heard.next()).toBe(`event: typing\ndata: ${JSON.stringify(name)}\n\n`);
    const rest = new Promise((resolve) => setTimeout(resolve, 500, "nothing"));
    expect(await Promise.race([none, rest])).toBe("nothing");
    expect((await platform.request(typing, { conversationId }, stranger.org)).status).toBe(404);
    await Promise.all([heard, ...silent].map(({ leave }) => leave()));
  });

  it("causes no query of the open pages", async () => {
    const { org, conversationId } = await chats.shopWithCustomer();
    const colleague = await joinOrganisation(platform, org, "agent");
    const { change } = await platform.call("GET /conversations/:conversationId", { conversationId }, org);
    const page = await follow(colleague, "GET /conversations/events", { conversationId, since: change });
    await untilIdle();
    const queries = vi.spyOn(pg.Client.prototype, "query");
    const payload = { orgId: org.orgId, conversationId, userId: org.userId, firstName: "Asha" };
    const notice = { channel: "tarishi_typing", payload: JSON.stringify(payload) };
    notifyAfter(platform.services, [notice]);
    expect(await page.next()).toContain('"Asha"');
    const texts = queries.mock.calls.map(([query]) => (query as { text?: string }).text ?? query);
    expect(texts.filter((text) => text !== heartbeat)).toHaveLength(1);
    await page.leave();
  });
});
