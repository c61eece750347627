import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { closeAnsweredConversations } from "#app/domain/messaging/conversations/closeAnswered.server.ts";
import { askSatisfaction } from "#app/domain/messaging/satisfaction/ask.server.ts";
import { tappedScore } from "#app/domain/messaging/satisfaction/question.ts";
import { systemContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { createChats, hours, minutes } from "#tests/support/chats.ts";
import { entriesOf } from "#tests/support/entries.ts";
import { setUpPlatform, type TestPlatform } from "#tests/support/platform.ts";
import { newKey } from "#tests/support/publicApi.ts";
import { buttonOf, createSatisfaction, plainSettings } from "#tests/support/satisfaction.ts";
import { fillWallet } from "#tests/support/sending.ts";

// A Thursday, ten in the morning in Nairobi.
const platform = setUpPlatform({ startsAt: "2026-11-26T07:00:00Z" });
const chats = createChats(platform);
const call: TestPlatform["call"] = (key, input, as) => platform.call(key, input, as);
const { shop, save, move, close, requests, questions, conversation, accept, receive, addScoreTemplate } =
  createSatisfaction(platform);

describe("the question", () => {
  it("goes once to the customer of a conversation that a member closes, as a list from 5 to 1", async () => {
    const shopped = await shop();
    await close(shopped);
    const [question, ...others] = await questions(shopped);
    expect(others).toEqual([]);
    expect(question).toMatchObject({ body: "How satisfied are you with our help?", authorUserId: null });
    const { interactive } = question!.payload as never as {
      interactive: { action: { sections: { rows: { id: string; title: string }[] }[] } };
    };
    const { rows } = interactive.action.sections[0]!;
    expect(
      rows.map(({ id }) => tappedScore({ interactive: { type: "list_reply", list_reply: { id } } })?.score),
    ).toEqual([5, 4, 3, 2, 1]);
    expect(Math.max(...rows.map(({ title }) => title.length))).toBeLessThanOrEqual(24);
    expect((await conversation(shopped)).state).toBe("closed");
    expect(await requests(shopped)).toMatchObject([{ messageId: question!.id, score: null }]);
  });

  it("goes once per closing, however often its job runs", async () => {
    const shopped = await shop();
    const closing = {
      conversationId: shopped.conversationId,
      closingId: newId("sat"),
      closedBy: shopped.org.userId,
    };
    await save(shopped, { asksSatisfaction: false });
    await move(shopped, "closed");
    await save(shopped);
    const ctx = systemContext(platform.services, shopped.org.orgId, "ask-satisfaction");
    const results = await Promise.all([1, 2, 3].map(() => askSatisfaction({ ctx, input: closing })));
    expect(results.filter(({ asked }) => asked)).toHaveLength(1);
    expect(await questions(shopped)).toHaveLength(1);
  });

  it("is in the organisation's words, else in the customer's language", async () => {
    const french = await shop({ contact: { language: "fr" } });
    await close(french);
    expect((await questions(french))[0]!.body).toBe("Êtes-vous satisfait de notre aide ?");
    const own = await shop();
    await save(own, { satisfactionQuestion: "How was the shop?" });
    await close(own);
    expect((await questions(own))[0]!.body).toBe("How was the shop?");
  });

  it("does not go again within the days that the organisation chose", async () => {
    const shopped = await shop();
    const again = async (after: number) => {
      platform.clock.advance(after);
      await receive(shopped, { type: "text", text: { body: "One more thing" } });
      await close(shopped);
      return (await questions(shopped)).length;
    };
    await close(shopped);
    expect(await again(hours(1))).toBe(1);
    expect(await again(hours(24 * 7) - hours(1) - minutes(1))).toBe(1);
    expect(await again(minutes(2))).toBe(2);
  });

  it("does not go after an opt-out, outside the window, when switched off, or once it is open again", async () => {
    const optedOut = await shop({
      contact: { optedOutAt: new Date("2026-11-01T00:00:00Z"), consent: "none" },
    });
    const late = await shop({ wroteMsAgo: hours(25) });
    const off = await shop();
    await save(off, { asksSatisfaction: false });
    for (const shopped of [optedOut, late, off]) await close(shopped);
    const switchedOff = await shop();
    await move(switchedOff, "closed");
    await save(switchedOff, { asksSatisfaction: false });
    const reopened = await shop();
    await move(reopened, "closed");
    await move(reopened, "open");
    await platform.runJobs();
    for (const shopped of [optedOut, late, off, switchedOff, reopened]) {
      expect(await questions(shopped)).toEqual([]);
      expect(await requests(shopped)).toEqual([]);
    }
  });

  it("goes by the chosen template outside the window, and its button answers", async () => {
    const late = await shop({ wroteMsAgo: hours(25) });
    const satisfactionTemplateId = await addScoreTemplate(late);
    await save(late, { satisfactionTemplateId });
    const { scoreTemplates } = await call("GET /inbox/settings", {}, late.org);
    expect(scoreTemplates).toEqual([{ id: satisfactionTemplateId, name: "satisfaction", language: "en" }]);
    await close(late);
    const [question] = await questions(late);
    expect(question).toMatchObject({ type: "template", authorUserId: null });
    expect(await requests(late)).toMatchObject([{ messageId: question!.id }]);
    expect((await conversation(late)).state).toBe("closed");
    expect((await entriesOf(platform, late.org.orgId)).at(-1)).toMatchObject({
      action: "Satisfaction question sent",
    });
    const wamid = await accept(late);
    for (const text of ["5 Great", "1 Bad"]) await receive(late, buttonOf(text, wamid));
    expect(await requests(late)).toMatchObject([{ score: 5 }]);
    expect((await conversation(late)).state).toBe("closed");
    await receive(late, buttonOf("5 Great", "wamid.of-a-campaign"));
    expect((await conversation(late)).state).toBe("waiting");
  });

  it("does not go by a marketing template without consent, nor by a template without money, and is not retried", async () => {
    const unwilling = await shop({ wroteMsAgo: hours(25), contact: { consent: "none" } });
    const poor = await shop({ wroteMsAgo: hours(25) });
    await platform.services.db.withSystem((tx) =>
      tx.update(organisations).set({ billingType: "prepaid" }).where(eq(organisations.id, poor.org.orgId)),
    );
    for (const [shopped, category] of [
      [unwilling, "MARKETING"],
      [poor, "UTILITY"],
    ] as const) {
      await save(shopped, { satisfactionTemplateId: await addScoreTemplate(shopped, { category }) });
      await close(shopped);
      expect(await questions(shopped)).toEqual([]);
      expect(await requests(shopped)).toEqual([]);
    }
    await fillWallet(platform, poor.org, 100);
    await platform.runJobs();
    expect(await questions(poor)).toEqual([]);
    // The next closing asks.
    await move(poor, "open");
    await close(poor);
    expect(await questions(poor)).toHaveLength(1);
  });

  it("does not go after a closing by API, nor to a customer who never wrote", async () => {
    const byKey = await shop();
    const { key } = await newKey(byKey.org);
    const closing = await platform.request(
      "POST /v1/conversations/:conversation_id/close",
      { conversation_id: byKey.conversationId },
      { apiKey: key },
    );
    expect(closing.status).toBe(200);
    await platform.runJobs();
    const silent = await shop();
    await save(silent, { satisfactionTemplateId: await addScoreTemplate(silent) });
    await platform.services.db.withOrg(silent.org.orgId, (tx) =>
      tx.update(conversations).set({ windowEndsAt: null }).where(eq(conversations.id, silent.conversationId)),
    );
    await close(silent);
    for (const shopped of [byKey, silent]) {
      expect((await conversation(shopped)).state).toBe("closed");
      expect(await questions(shopped)).toEqual([]);
      expect(await requests(shopped)).toEqual([]);
    }
  });

  it("is not sent by a template that can't ask for a score", async () => {
    const { org, accountId } = await shop();
    const satisfactionTemplateId = await chats.addTemplate(org, accountId);
    expect(
      await chats.refusal("PUT /inbox/settings", { ...plainSettings, satisfactionTemplateId }, org),
    ).toMatchObject({ status: 404, code: "template.not_found" });
  });

  it("goes after an automatic closing only where that was chosen, and by template", async () => {
    const [plain, chosen] = [
      await shop({ wroteMsAgo: hours(24 * 9) }),
      await shop({ wroteMsAgo: hours(24 * 9) }),
    ];
    for (const [shopped, asksAfterAutoClose] of [
      [plain, false],
      [chosen, true],
    ] as const) {
      const satisfactionTemplateId = await addScoreTemplate(shopped);
      await save(shopped, { satisfactionTemplateId, asksAfterAutoClose, closeAfterDays: 3 });
      await platform.services.db.withOrg(shopped.org.orgId, (tx) =>
        tx
          .update(conversations)
          .set({ updatedAt: new Date(platform.clock.now().getTime() - hours(24 * 9)) })
          .where(eq(conversations.id, shopped.conversationId)),
      );
    }
    await closeAnsweredConversations(platform.services);
    await platform.runJobs();
    expect((await conversation(plain)).state).toBe("closed");
    expect(await requests(plain)).toEqual([]);
    expect(await requests(chosen)).toMatchObject([{ closedBy: null, messageId: expect.any(String) }]);
  });

  it("goes to each customer of several closed conversations", async () => {
    const shopped = await shop();
    const other = await chats.addCustomer(
      shopped.org,
      shopped.phoneNumberId,
      { phone: "+254733000111" },
      { wroteAt: platform.clock.now(), unread: 0, text: "Habari" },
    );
    const conversationIds = [shopped.conversationId, other.conversationId];
    await call("POST /conversations/close", { conversationIds }, shopped.org);
    await platform.runJobs();
    expect((await questions(shopped)).map(({ contactId }) => contactId).sort()).toEqual(
      [shopped.contactId, other.contactId].sort(),
    );
  });

  it("refuses a pause that is no number of days, and a question that is too long", async () => {
    const { org } = await shop();
    for (const wrong of ["", "0", "366", "soon"])
      expect(
        await chats.refusal("PUT /inbox/settings", { ...plainSettings, satisfactionPauseDays: wrong }, org),
      ).toMatchObject({
        status: 400,
        fields: { satisfactionPauseDays: "Enter a number of days from 1 to 365." },
      });
    const satisfactionQuestion = "a".repeat(1025);
    expect(
      await chats.refusal("PUT /inbox/settings", { ...plainSettings, satisfactionQuestion }, org),
    ).toMatchObject({
      status: 400,
      fields: { satisfactionQuestion: expect.stringContaining("1,024") },
    });
  });
});
