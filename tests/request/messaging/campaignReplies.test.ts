import { describe, expect, it } from "vitest";
import { acceptQueued } from "#app/domain/messaging/messages/move.server.ts";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { newId } from "#app/platform/ids.ts";
import { hours } from "#tests/support/chats.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { messagesOf, noteOutcome, runningCampaign } from "#tests/support/sending.ts";

const platform = setUpPlatform();

const repliedOf = async (org: TestOrg, campaignId: string) =>
  (await platform.call("GET /campaigns/:campaignId/progress", { campaignId }, org)).replied;

/** A campaign to three contacts: the first got it, the second's failed, the third's was cancelled. */
async function campaignToThree() {
  const { org, campaignId } = await runningCampaign(platform, 3);
  await noteOutcome(platform, org, campaignId, { state: "read" }, 1);
  await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131026 }, 2);
  await noteOutcome(platform, org, campaignId, { state: "cancelled" });
  await acceptedAt(campaignId, 1, platform.clock.now());
  const people = (await messagesOf(platform, org, campaignId)).map(({ contactId }) => contactId);
  return { org, campaignId, people };
}

const acceptedAt = (campaignId: string, sequence: number, at: Date) =>
  platform.services.db.system.query(
    "update messages set accepted_at = $3 where campaign_id = $1 and sequence = $2",
    [campaignId, sequence, at],
  );

/** A customer writes to the number of a campaign; WhatsApp gives times in whole seconds. */
async function writes(
  org: TestOrg,
  campaignId: string,
  contactId: string,
  at: Date,
  answers?: string,
  text = "Asante",
): Promise<void> {
  const { number } = await platform.call("GET /campaigns/:campaignId", { campaignId }, org);
  const { contact } = await platform.call("GET /contacts/:contactId", { contactId }, org);
  const from = contact.phone!.slice(1);
  await platform.services.db.withSystem((tx) =>
    applyInbound(tx, platform.services, org.orgId, number.phoneNumberId, {
      contacts: [{ profile: { name: "Asha" }, wa_id: from }],
      messages: [
        {
          from,
          id: `wamid.${newId("msg")}`,
          timestamp: String(Math.floor(at.getTime() / 1000)),
          type: "text",
          text: { body: text },
          ...(answers ? { context: { id: answers } } : {}),
        },
      ],
    }),
  );
}

const later = (ms: number) => new Date(platform.clock.now().getTime() + ms);

describe("a reply to a campaign", () => {
  it("is counted only where the message reached the customer", async () => {
    const { org, campaignId, people } = await campaignToThree();
    for (const contactId of people) await writes(org, campaignId, contactId!, later(60_000));
    expect(await repliedOf(org, campaignId)).toBe(1);
  });

  it("is counted once, however often they write, and also within the second of the message", async () => {
    const { org, campaignId, people } = await campaignToThree();
    await writes(org, campaignId, people[0]!, later(0));
    await writes(org, campaignId, people[0]!, later(90_000));
    expect(await repliedOf(org, campaignId)).toBe(1);
  });

  it("is counted when Meta's response was slower, or has not arrived", async () => {
    const { org, campaignId, people } = await campaignToThree();
    await writes(org, campaignId, people[0]!, later(-3000));
    expect(await repliedOf(org, campaignId)).toBe(1);
    await platform.services.db.system.query(
      "update messages set state = 'unknown', accepted_at = null, in_doubt_since = $2 where campaign_id = $1 and sequence = 3",
      [campaignId, platform.clock.now()],
    );
    await writes(org, campaignId, people[2]!, later(60_000));
    expect(await repliedOf(org, campaignId)).toBe(2);
  });

  it.each(["STOP", "Acha!", "Stop promotions"])("is not counted for %j", async (text) => {
    const { org, campaignId, people } = await campaignToThree();
    await writes(org, campaignId, people[0]!, later(60_000), undefined, text);
    expect(await repliedOf(org, campaignId)).toBe(0);
    await writes(org, campaignId, people[0]!, later(120_000));
    expect(await repliedOf(org, campaignId)).toBe(1);
  });

  it.each([
    ["before it", -hours(1)],
    ["more than a week after it", 7 * hours(24) + 60_000],
  ])("is not counted when written %s", async (_, ms) => {
    const { org, campaignId, people } = await campaignToThree();
    await writes(org, campaignId, people[0]!, later(ms));
    expect(await repliedOf(org, campaignId)).toBe(0);
  });

  it("is counted for the newest campaign that reached the customer only", async () => {
    const { org, campaignId, people } = await campaignToThree();
    const { number, template } = await platform.call("GET /campaigns/:campaignId", { campaignId }, org);
    const form = {
      name: "Second",
      templateId: template!.id,
      phoneNumberId: number.phoneNumberId,
      audience: { kind: "all" } as const,
      key: "cmp_second",
    };
    const second = (await platform.call("POST /campaigns", form, org)).campaignId;
    await platform.call("POST /campaigns/:campaignId/start", { campaignId: second }, org);
    await platform.runJobs();
    await noteOutcome(platform, org, second, { state: "delivered" });
    for (const sequence of [1, 2, 3]) await acceptedAt(second, sequence, later(60_000));
    await writes(org, campaignId, people[0]!, later(30_000));
    expect([await repliedOf(org, campaignId), await repliedOf(org, second)]).toEqual([1, 0]);
    await writes(org, campaignId, people[0]!, later(90_000));
    // The first reply still counts for the first campaign.
    expect([await repliedOf(org, campaignId), await repliedOf(org, second)]).toEqual([1, 1]);
    // A tap on the older message replies to that one.
    await platform.services.db.system.query(
      "update messages set state = 'read', accepted_at = $2, wamid = 'wamid.older' where campaign_id = $1 and sequence = 2",
      [campaignId, platform.clock.now()],
    );
    await writes(org, campaignId, people[1]!, later(90_000), "wamid.older");
    expect([await repliedOf(org, campaignId), await repliedOf(org, second)]).toEqual([2, 1]);
  });

  it("is counted for the message tapped or swiped, however old it is", async () => {
    const { org, campaignId, people } = await campaignToThree();
    await platform.services.db.system.query(
      "update messages set wamid = 'wamid.named' where campaign_id = $1 and sequence = 1",
      [campaignId],
    );
    await writes(org, campaignId, people[0]!, later(8 * hours(24)), "wamid.other");
    expect(await repliedOf(org, campaignId)).toBe(0);
    await writes(org, campaignId, people[0]!, later(8 * hours(24)), "wamid.named");
    expect(await repliedOf(org, campaignId)).toBe(1);
  });
});

it("a campaign's message appears in the chat where it was sent, not where its campaign began", async () => {
  const { org, campaignId, people } = await campaignToThree();
  const contactId = people[0]!;
  // After the database's clock and the test's, which is a day ahead while it is past midnight in Nairobi alone.
  const latest = Math.max(Date.now(), platform.clock.now().getTime());
  const sentAt = Math.ceil(latest / 1000) * 1000 + hours(1);
  const [before, sent] = [new Date(sentAt - 60_000), new Date(sentAt)];
  await writes(org, campaignId, contactId, before);
  await acceptedAt(campaignId, 1, new Date(sentAt + 300));
  await writes(org, campaignId, contactId, sent);
  const { conversations } = await platform.call("GET /conversations", {}, org);
  const { messages } = await platform.call(
    "GET /conversations/:conversationId",
    { conversationId: conversations[0]!.id },
    org,
  );
  expect(messages.map(({ sender, timestamp }) => [sender, timestamp])).toEqual([
    ["contact", before.toISOString()],
    ["user", sent.toISOString()],
    ["contact", sent.toISOString()],
  ]);
});

it("a campaign's message does not change a conversation's place, last line or unread count in the list", async () => {
  const { org, campaignId } = await runningCampaign(platform, 2);
  const people = (await messagesOf(platform, org, campaignId)).map(({ contactId }) => contactId!);
  // The sender records accepted messages by the database's clock.
  const now = Math.floor(Date.now() / 1000) * 1000;
  await writes(org, campaignId, people[0]!, new Date(now - 120_000));
  await writes(org, campaignId, people[1]!, new Date(now - 60_000));
  const listed = async (queue: "all" | "waiting") =>
    (await platform.call("GET /conversations", { queue }, org)).conversations;
  const before = { all: await listed("all"), waiting: await listed("waiting") };
  const { id } = (await messagesOf(platform, org, campaignId)).find(
    ({ contactId }) => contactId === people[0],
  )!;
  await platform.services.db.withSystem((tx) =>
    acceptQueued(tx, org.orgId, [{ id, state: "accepted", at: new Date(now + 700), wamid: "wamid.1" }]),
  );
  expect({ all: await listed("all"), waiting: await listed("waiting") }).toEqual(before);
  expect(before.all.map(({ unread }) => unread)).toEqual([1, 1]);
  expect(before.waiting.map(({ id }) => id)).toEqual(before.all.map(({ id }) => id).reverse());
  // The thread and the contact's history show it, with its time and text.
  const conversationId = before.waiting[0]!.id;
  const thread = await platform.call("GET /conversations/:conversationId", { conversationId }, org);
  const sent = thread.messages.at(-1)!;
  expect(sent).toMatchObject({ sender: "user", timestamp: new Date(now).toISOString() });
  const history = await platform.call("GET /contacts/:contactId/history", { contactId: people[0]! }, org);
  expect(history.messages[0]).toMatchObject({ timestamp: sent.timestamp, text: sent.content });
  await writes(org, campaignId, people[0]!, new Date(now + 60_000), undefined, "Nimepata");
  expect((await listed("all"))[0]).toMatchObject({ id: conversationId, lastMessage: "Nimepata", unread: 2 });
});
