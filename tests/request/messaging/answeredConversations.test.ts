import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { flowSessions, flows } from "#app/db/schema/flows/flows.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { closeAnsweredConversations } from "#app/domain/messaging/conversations/closeAnswered.server.ts";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { newId } from "#app/platform/ids.ts";
import { loader as chat } from "#app/routes/chat/list.tsx";
import type { WordedList } from "#app/routes/chat/listWords.server.ts";
import { createChats, hours, minutes, newKey } from "#tests/support/chats.ts";
import { entriesOf } from "#tests/support/entries.ts";
import { setUpPlatform, type TestOrg, type TestPlatform } from "#tests/support/platform.ts";
import { openScreen } from "#tests/support/screens.ts";

// Conversations are updated by the real clock.
const platform = setUpPlatform({ startsAt: new Date().toISOString() });
const chats = createChats(platform);
const call: TestPlatform["call"] = (key, input, as) => platform.call(key, input, as);
const later = (ms: number) => new Date(platform.clock.now().getTime() + ms);
type Shop = Awaited<ReturnType<typeof chats.shopWithCustomer>>;
const days = (count: number) => hours(24 * count);

const settings = { workingWeek: null, autoAssign: false, awayMessage: "", readReceipts: true };
const saveDays = (org: TestOrg, closeAfterDays: unknown) =>
  call("PUT /inbox/settings", { ...settings, closeAfterDays }, org);

const closeDue = () => closeAnsweredConversations(platform.services);
/** Read from the database: a session does not last for days. */
async function stateOf({ orgId }: TestOrg, conversationId: string) {
  const [row] = await platform.services.db.withOrg(orgId, (tx) =>
    tx
      .select({ state: conversations.state })
      .from(conversations)
      .where(and(eq(conversations.orgId, orgId), eq(conversations.id, conversationId))),
  );
  return row?.state;
}
const reply = (org: TestOrg, conversationId: string) =>
  call(
    "POST /conversations/:conversationId/messages",
    { conversationId, text: "Karibu", key: newKey() },
    org,
  );

const customerWrites = (org: TestOrg, phoneNumberId: string) =>
  platform.services.db.withSystem((tx) =>
    applyInbound(tx, platform.services, org.orgId, phoneNumberId, {
      messages: [
        {
          from: "254712345678",
          id: `wamid.again.${org.orgId}`,
          timestamp: String(Math.floor(platform.clock.now().getTime() / 1000)),
          type: "text",
          text: { body: "One more question" },
        },
      ],
    }),
  );

it("closes answered conversations three days after the last message; a new customer message reopens them", async () => {
  const { org, conversationId, phoneNumberId } = await chats.shopWithCustomer({ unread: 1 });
  await reply(org, conversationId);
  platform.clock.advance(days(3) - hours(1));
  await closeDue();
  expect(await stateOf(org, conversationId)).toBe("open");
  platform.clock.advance(hours(2));
  await closeDue();
  expect(await stateOf(org, conversationId)).toBe("closed");
  expect((await entriesOf(platform, org.orgId)).at(-1)).toMatchObject({
    action: "Conversation closed",
    details: "Asha Mwangi",
  });
  await customerWrites(org, phoneNumberId);
  expect(await stateOf(org, conversationId)).toBe("waiting");
});

it("closes nothing while a customer waits, a flow runs or a member changed something since", async () => {
  const made = await chats.shopWithCustomer({ wroteMsAgo: days(9), unread: 1 });
  const { org, conversationId, phoneNumberId } = made;
  const others = await Promise.all(
    ["+254733000111", "+254733000112"].map((phone) =>
      chats.addCustomer(
        org,
        phoneNumberId,
        { phone },
        { wroteAt: later(-days(9)), unread: 0, text: "Habari" },
      ),
    ),
  );
  const [reopened, led] = others.map((other) => other.conversationId) as [string, string];
  await call("PUT /conversations/:conversationId/state", { conversationId, state: "waiting" }, org);
  await platform.services.db.withOrg(org.orgId, async (tx) => {
    const flowId = newId("flw");
    await tx
      .insert(flows)
      .values({ orgId: org.orgId, id: flowId, name: "Order", language: "en", draft: { steps: [] } as never });
    await tx.insert(flowSessions).values({
      orgId: org.orgId,
      id: newId("fse"),
      flowId,
      version: 1,
      conversationId: led,
      startedBy: "member",
      startKey: newKey(),
      startedAt: later(-days(8)),
    });
    await tx
      .update(conversations)
      .set({ updatedAt: later(-days(8)) })
      .where(eq(conversations.orgId, org.orgId));
  });
  const state = "PUT /conversations/:conversationId/state" as const;
  await call(state, { conversationId: reopened, state: "closed" }, org);
  await call(state, { conversationId: reopened, state: "open" }, org);
  await closeDue();
  expect(await stateOf(org, conversationId)).toBe("waiting");
  expect(await stateOf(org, reopened)).toBe("open");
  expect(await stateOf(org, led)).toBe("open");
});

it("closes after the days chosen by each organisation, or never", async () => {
  const shops = await Promise.all([1, 2, 3].map(() => chats.shopWithCustomer()));
  const [patient, never, usual] = shops as [Shop, Shop, Shop];
  await saveDays(patient.org, "10");
  await saveDays(never.org, "");
  expect((await call("GET /inbox/settings", {}, never.org)).settings.closeAfterDays).toBeNull();
  expect((await call("GET /inbox/settings", {}, usual.org)).settings.closeAfterDays).toBe(3);
  for (const wrong of ["0", "366", "soon"])
    expect(
      await chats.refusal("PUT /inbox/settings", { ...settings, closeAfterDays: wrong }, usual.org),
    ).toMatchObject({
      status: 400,
      fields: { closeAfterDays: "Enter a number of days from 1 to 365, or leave it blank." },
    });
  const states = () => Promise.all(shops.map(({ org, conversationId }) => stateOf(org, conversationId)));
  platform.clock.advance(days(4));
  await closeDue();
  expect(await states()).toEqual(["open", "open", "closed"]);
  platform.clock.advance(days(7));
  await closeDue();
  expect(await states()).toEqual(["closed", "open", "closed"]);
});

it("orders the inbox by the customers' last messages, whatever the shop sent", async () => {
  const { org, conversationId, phoneNumberId } = await chats.shopWithCustomer({ wroteMsAgo: minutes(30) });
  const { conversationId: newer } = await chats.addCustomer(
    org,
    phoneNumberId,
    { phone: "+254733000111" },
    { wroteAt: later(-minutes(5)), unread: 0, text: "Habari" },
  );
  await reply(org, conversationId);
  const listed = async (filter: object) =>
    (await call("GET /conversations", filter, org)).conversations.map(({ id }) => id);
  expect(await listed({ queue: "all" })).toEqual([newer, conversationId]);
  expect(await listed({ q: "habari" })).toEqual([newer, conversationId]);
  platform.clock.advance(minutes(1));
  await customerWrites(org, phoneNumberId);
  expect(await listed({ queue: "all" })).toEqual([conversationId, newer]);
});

it("shows the waiting customers in the chat, longest first, in the number that the menu shows", async () => {
  const { org, conversationId, phoneNumberId } = await chats.shopWithCustomer();
  const wrote = { wroteAt: later(-hours(2)), unread: 0, text: "Habari" };
  const add = (phone: string) => chats.addCustomer(org, phoneNumberId, { phone }, wrote);
  const [answered, longest] = [await add("+254733000111"), await add("+254733000112")];
  const state = "PUT /conversations/:conversationId/state" as const;
  for (const id of [longest.conversationId, conversationId]) {
    await call(state, { conversationId: id, state: "waiting" }, org);
    platform.clock.advance(minutes(1));
  }
  const { list } = await openScreen<{ list: WordedList }>(platform, chat, "/chat", org);
  expect(list.conversations.map(({ id }) => id)).toEqual([longest.conversationId, conversationId]);
  const { waitingConversations } = await call("GET /notifications/unread", {}, org);
  expect(list.queues.find(({ isCurrent }) => isCurrent)).toMatchObject({ name: "Waiting", count: "2" });
  expect(waitingConversations).toBe(2);
  const all = await openScreen<{ list: WordedList }>(platform, chat, "/chat?queue=all", org);
  expect(all.list.conversations.map(({ id }) => id)).toContain(answered.conversationId);
});
