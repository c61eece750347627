import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { satisfactionRequests } from "#app/db/schema/messaging/satisfaction.ts";
import { mergeContacts } from "#app/domain/contacts/merge.server.ts";
import { newId } from "#app/platform/ids.ts";
import { createChats, hours, minutes } from "#tests/support/chats.ts";
import { entriesOf } from "#tests/support/entries.ts";
import { createFlows } from "#tests/support/flows.ts";
import { setUpPlatform, type TestPlatform } from "#tests/support/platform.ts";
import { buttonOf, createSatisfaction, tapOf } from "#tests/support/satisfaction.ts";
import { fillWallet } from "#tests/support/sending.ts";

// A Thursday, ten in the morning in Nairobi.
const platform = setUpPlatform({ startsAt: "2026-11-26T07:00:00Z" });
const chats = createChats(platform);
const call: TestPlatform["call"] = (key, input, as) => platform.call(key, input, as);
const { shop, save, close, requests, conversation, accept, receive, addScoreTemplate, askedShop } =
  createSatisfaction(platform);

describe("the answer", () => {
  it("stands in the thread, and neither reopens the conversation nor waits for a member", async () => {
    const { shopped, requestId, wamid } = await askedShop();
    const before = await conversation(shopped);
    platform.clock.advance(minutes(5));
    expect((await receive(shopped, tapOf(requestId, 4, wamid))).waiting).toEqual([]);
    const after = await conversation(shopped);
    expect(after).toMatchObject({ state: "closed", unread: before.unread, waitingSince: null });
    expect(after.windowEndsAt).toEqual(new Date(platform.clock.now().getTime() + hours(24)));
    expect(await requests(shopped)).toMatchObject([{ score: 4, answeredAt: platform.clock.now() }]);
    const { events } = await call(
      "GET /conversations/:conversationId",
      { conversationId: shopped.conversationId },
      shopped.org,
    );
    expect(events).toMatchObject([{ score: 4 }]);
    const entries = await entriesOf(platform, shopped.org.orgId);
    expect(entries.at(-1)).toMatchObject({
      action: "Satisfaction answered",
      details: "Asha Mwangi: Satisfaction: 4 of 5",
    });
  });

  it("counts the first time, and a second tap changes nothing", async () => {
    const { shopped, requestId, wamid } = await askedShop();
    await receive(shopped, tapOf(requestId, 4, wamid));
    await receive(shopped, tapOf(requestId, 1, wamid));
    expect(await requests(shopped)).toMatchObject([{ score: 4 }]);
    expect((await conversation(shopped)).state).toBe("closed");
    const answered = (await entriesOf(platform, shopped.org.orgId)).filter(
      ({ action }) => action === "Satisfaction answered",
    );
    expect(answered).toHaveLength(1);
  });

  it("counts before Meta's id of the question is stored, and after the setting was switched off", async () => {
    const shopped = await shop();
    await close(shopped);
    const [request] = await requests(shopped);
    await save(shopped, { asksSatisfaction: false });
    await receive(shopped, tapOf(request!.id, 5, "wamid.not-stored-yet"));
    expect(await requests(shopped)).toMatchObject([{ score: 5 }]);
    expect((await conversation(shopped)).state).toBe("closed");
  });

  it("is an ordinary message from another person, or to another message", async () => {
    const { shopped, requestId, wamid } = await askedShop();
    await receive(shopped, tapOf(requestId, 1, wamid), "254733000111");
    expect(await requests(shopped)).toMatchObject([{ score: null }]);
    expect((await conversation(shopped)).state).toBe("closed");
    await receive(shopped, tapOf(requestId, 1, "wamid.another"));
    expect(await requests(shopped)).toMatchObject([{ score: null }]);
    expect((await conversation(shopped)).state).toBe("waiting");
  });

  it("of another organisation's question changes nothing there", async () => {
    const { shopped, requestId, wamid } = await askedShop();
    const foreign = await shop();
    await receive(foreign, tapOf(requestId, 1, wamid));
    expect(await requests(shopped)).toMatchObject([{ score: null }]);
    expect((await conversation(foreign)).state).toBe("waiting");
  });

  it("is followed by a comment, which reopens the conversation", async () => {
    const { shopped, requestId, wamid } = await askedShop();
    await receive(shopped, tapOf(requestId, 2, wamid));
    await receive(shopped, { type: "text", text: { body: "The parcel came late" } });
    expect(await conversation(shopped)).toMatchObject({ state: "waiting", unread: 1 });
  });

  it("is averaged with the period before, and by team", async () => {
    const { shopped, requestId, wamid } = await askedShop();
    const { teamId } = await call("POST /teams", { name: "Sales" }, shopped.org);
    await receive(shopped, tapOf(requestId, 4, wamid));
    await platform.services.db.withOrg(shopped.org.orgId, (tx) =>
      tx.insert(satisfactionRequests).values(
        [
          [2, 1],
          [5, 10],
        ].map(([score, daysAgo]) => {
          const at = new Date(platform.clock.now().getTime() - hours(24 * daysAgo!));
          const { conversationId, org } = shopped;
          return {
            ...{ orgId: org.orgId, id: newId("sat"), conversationId, closedBy: org.userId, teamId },
            ...{ requestedAt: at, answeredAt: at, score: score! },
          };
        }),
      ),
    );
    const figures = await call("GET /analytics", { period: "7days" }, shopped.org);
    expect(figures).toMatchObject({
      satisfaction: { answers: 2, average: 3 },
      satisfactionBefore: { answers: 1, average: 5 },
      byTeam: [
        { name: "Sales", satisfaction: { answers: 1, average: 2 } },
        { name: null, satisfaction: { answers: 1, average: 4 } },
      ],
    });
  });

  it("moves with its conversation when the contact is merged, and counts for the kept one", async () => {
    const { shopped, requestId, wamid } = await askedShop();
    const { orgId } = shopped.org;
    const kept = await chats.addCustomer(
      shopped.org,
      shopped.phoneNumberId,
      { phone: "+254733000111" },
      { wroteAt: platform.clock.now(), unread: 0, text: "Habari" },
    );
    await platform.services.db.withOrg(orgId, (tx) =>
      mergeContacts(tx, {
        orgId,
        keptId: kept.contactId,
        goneId: shopped.contactId,
        at: platform.clock.now(),
        jobs: platform.services.jobs,
      }),
    );
    await receive(shopped, tapOf(requestId, 3, wamid), "254733000111");
    expect(await requests(shopped)).toMatchObject([{ score: 3, conversationId: kept.conversationId }]);
  });

  it("is deleted with its conversation", async () => {
    const { shopped } = await askedShop();
    await platform.services.db.withOrg(shopped.org.orgId, (tx) =>
      tx.delete(conversations).where(eq(conversations.id, shopped.conversationId)),
    );
    expect(await requests(shopped)).toEqual([]);
  });
});

describe("an answer to the question", () => {
  it.each(["list", "template"] as const)(
    "by %s starts no flow and no bot, and answers no other question",
    async (way) => {
      const ask = { kind: "ask" as const, saveTo: "need", text: "What do you need?" };
      const shop = await createFlows(platform).shopWithSteps(
        () => [ask, { kind: "end" as const, text: "Thank you." }],
        {
          keywords: "begin\n5",
        },
      );
      await fillWallet(platform, shop.org, 100);
      await save(shop, way === "template" ? { satisfactionTemplateId: await addScoreTemplate(shop) } : {});
      if (way === "template") platform.clock.advance(hours(23) + minutes(10));
      await close(shop);
      const [request] = await requests(shop);
      const wamid = await accept(shop);
      const tap = () =>
        shop.write("", {
          content: way === "list" ? tapOf(request!.id, 5, wamid) : buttonOf("5 Great", wamid),
        });
      const turns = (await shop.turns()).length;
      platform.clock.advance(minutes(1));
      await tap();
      expect(await requests(shop)).toMatchObject([{ score: 5 }]);
      expect(await shop.sessions()).toEqual([]);
      expect(await shop.turns()).toHaveLength(turns);
      expect((await conversation(shop)).state).toBe("closed");
      await shop.write("begin");
      expect(await shop.sessions()).toMatchObject([{ status: "running" }]);
      await tap();
      expect(await shop.sessions()).toMatchObject([{ status: "running" }]);
      await shop.write("A parcel");
      expect(await shop.sessions()).toMatchObject([{ status: "completed" }]);
      expect(await shop.said()).toContain("Thank you.");
    },
  );
});
