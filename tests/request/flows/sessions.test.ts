import { describe, expect, it } from "vitest";
import { runFlowJob } from "#app/domain/flows/jobs.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { newKey } from "#tests/support/chats.ts";
import { createFlows } from "#tests/support/flows.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const { shopWithFlow } = createFlows(platform);
const minute = 60_000;

describe("a flow in a conversation", () => {
  it("starts with a keyword, asks, saves and hands over with a note; the bot is silent", async () => {
    const shop = await shopWithFlow();
    await shop.writeAll(["Book!", "Repair", "25/12/2096", "Morning", "0722 000 111", "Yes"]);
    expect(await shop.sessions()).toMatchObject([
      {
        status: "handed_over",
        reason: "handover_step",
        startedBy: "keyword",
        answers: { service: "Repair", day: "2096-12-25", time: "Morning", phone: "+254722000111" },
      },
    ]);
    expect(await shop.said()).toEqual([
      "Welcome, Asha Mwangi. What would you like to book?",
      "On which day? Write a date, like 25/12/2026, or “tomorrow”.",
      "At what time of day?",
      "On which number may we call you?",
      "Repair on 25/12/2096, Morning. We call +254722000111. Is that right?",
      "Thank you. Our team confirms your appointment here.",
    ]);
    expect((await shop.sent())[0]).toMatchObject({
      type: "interactive",
      authorUserId: null,
      payload: { interactive: { type: "list" } },
    });
    expect(await shop.contact()).toMatchObject({
      fields: { "callback number": "+254722000111" },
      tags: expect.arrayContaining(["appointment"]),
    });
    expect(noteWords((await shop.notes())[0]!.body)).toContain("service: Repair");
    expect(await shop.conversation()).toMatchObject({ state: "waiting" });
    await shop.write("When do you open?");
    expect(await shop.said()).toHaveLength(6);
    expect(await shop.turns()).toHaveLength(0);
  });

  it("leaves messages without a keyword to the bot", async () => {
    const shop = await shopWithFlow();
    await shop.write("When do you open?");
    expect(await shop.lastTurn()).toMatchObject({ outcome: "answered" });
    expect(await shop.sessions()).toHaveLength(0);
  });

  it("asks again on an invalid reply, goes back, restarts and ends by keywords of three languages", async () => {
    const shop = await shopWithFlow();
    await shop.writeAll(["book", "Repair", "soon", "rudi", "2", "kesho", "menu", "annuler"]);
    const [session] = await shop.sessions();
    expect(session).toMatchObject({ status: "stopped", reason: "customer_stopped", answers: {} });
    const said = await shop.said();
    expect(said[2]).toBe("Please answer with today or a day to come, like 25/12/2026.");
    expect(said[3]).toBe(said[0]);
    expect(said.at(-1)).toBe("All right, we stop here. Write to us whenever you like.");
  });

  it("hands over to a member after three invalid replies", async () => {
    const shop = await shopWithFlow();
    await shop.writeAll(["book", "a", "b", "c"]);
    expect(await shop.sessions()).toMatchObject([{ status: "handed_over", reason: "too_many_misses" }]);
  });

  it("ends at once when a member writes, and when the customer opts out", async () => {
    const shop = await shopWithFlow();
    await shop.write("book");
    platform.clock.advance(1000);
    await platform.call(
      "POST /conversations/:conversationId/messages",
      { conversationId: shop.conversationId, text: "I'll do that for you", key: newKey() },
      shop.org,
    );
    expect(await shop.sessions()).toMatchObject([{ status: "stopped", reason: "member_wrote" }]);
    await shop.write("Repair");
    expect(await shop.said()).toHaveLength(2);

    const other = await shopWithFlow();
    await other.writeAll(["book", "STOP"]);
    expect(await other.sessions()).toMatchObject([{ status: "stopped", reason: "opted_out" }]);
    expect(await other.said()).toHaveLength(1);
    expect((await other.contact()).optedOutAt).not.toBeNull();
  });

  it("handles each message once, even concurrently", async () => {
    const shop = await shopWithFlow();
    await shop.write("book");
    for (const text of ["Repair", "25/12/2096"]) {
      await shop.receive(text);
      platform.clock.advance(1000);
    }
    platform.waiting.splice(0);
    const run = async () => {
      await platform.services.jobs.enqueue(runFlowJob, {
        orgId: shop.org.orgId,
        conversationId: shop.conversationId,
      });
      const { job, payload } = platform.waiting.pop()!;
      await job.run(platform.services, payload);
    };
    await Promise.all([run(), run(), run(), run()]);
    expect(await shop.said()).toHaveLength(3);
    expect(await shop.sessions()).toMatchObject([{ answers: { service: "Repair", day: "2096-12-25" } }]);
  });

  it("reminds once, then assigns the conversation to a member", async () => {
    const shop = await shopWithFlow();
    await shop.write("book");
    const wake = async () => {
      await platform.services.jobs.enqueue(runFlowJob, {
        orgId: shop.org.orgId,
        conversationId: shop.conversationId,
      });
      await platform.runJobs();
    };
    await wake();
    expect(await shop.said()).toHaveLength(1);
    platform.clock.advance(31 * minute);
    await wake();
    await wake();
    expect(await shop.said()).toHaveLength(2);
    platform.clock.advance(121 * minute);
    await wake();
    await wake();
    expect(await shop.said()).toHaveLength(3);
    expect(await shop.sessions()).toMatchObject([{ status: "timed_out", reason: "no_answer" }]);
    expect(await shop.notes()).toHaveLength(1);
  });

  it("stops for a customer who writes fifty messages in a minute", async () => {
    const shop = await shopWithFlow();
    await shop.write("book");
    for (let n = 0; n < 50; n++) {
      await shop.receive(n % 2 === 0 ? "Repair" : "back");
      platform.clock.advance(100);
    }
    platform.clock.advance(4000);
    await platform.runJobs();
    expect((await shop.said()).length).toBeLessThanOrEqual(21);
    expect(await shop.sessions()).toMatchObject([{ status: "stopped", reason: "flood" }]);
    await shop.write("book");
    expect(await shop.sessions()).toHaveLength(1);
  });

  it("continues in the version with which it started", async () => {
    const shop = await shopWithFlow();
    await shop.write("book");
    const { flow } = await platform.call("GET /flows/:flowId", { flowId: shop.flowId }, shop.org);
    const second = flow.steps[1]!;
    await platform.call(
      "PUT /flows/:flowId/steps/:stepId",
      { flowId: shop.flowId, stepId: second.id, kind: "ask", check: "date", saveTo: "day", text: "WHEN?" },
      shop.org,
    );
    await platform.call("POST /flows/:flowId/publish", { flowId: shop.flowId, reason: "" }, shop.org);
    await shop.write("Repair");
    expect((await shop.said()).at(-1)).not.toBe("WHEN?");
    expect(await shop.sessions()).toMatchObject([{ version: 1 }]);
  });

  it("records consent with the message as evidence", async () => {
    const shop = await shopWithFlow("opt-in", "sw");
    await shop.writeAll(["OFA", "Ndiyo, tafadhali"]);
    expect(await shop.sessions()).toMatchObject([{ status: "completed" }]);
    const contact = await shop.contact();
    expect(contact).toMatchObject({ consent: "granted", consentSource: "flow: Kukubali matangazo" });
    expect(contact.consentEvidence).toContain("Ndiyo, tafadhali");
  });
});

describe("a member", () => {
  it("starts a flow from the chat once, and stops it", async () => {
    const shop = await shopWithFlow("satisfaction");
    const start = { conversationId: shop.conversationId, flowId: shop.flowId, key: newKey() };
    await platform.call("POST /conversations/:conversationId/flow", start, shop.org);
    await platform.call("POST /conversations/:conversationId/flow", start, shop.org);
    expect(await shop.said()).toEqual(["How satisfied are you with our service?"]);
    await expect(
      platform.call("POST /conversations/:conversationId/flow", { ...start, key: newKey() }, shop.org),
    ).rejects.toThrow("flow.running");
    await shop.write("4");
    expect(await shop.sessions()).toMatchObject([{ status: "running", answers: { score: "4" } }]);
    await platform.call(
      "DELETE /conversations/:conversationId/flow",
      { conversationId: shop.conversationId },
      shop.org,
    );
    expect(await shop.sessions()).toMatchObject([{ status: "stopped", reason: "member_stopped" }]);
  });

  it("reads the log of sessions, as a table and as CSV", async () => {
    const shop = await shopWithFlow("satisfaction");
    await shop.writeAll(["rate", "5", "=Nothing"]);
    const { sessions, counts } = await platform.call(
      "GET /flows/:flowId/sessions",
      { flowId: shop.flowId },
      shop.org,
    );
    expect(counts).toEqual({ completed: 1 });
    expect(sessions).toMatchObject([
      { customer: "Asha Mwangi", answers: { score: "5", comment: "=Nothing" } },
    ]);
    const answer = await platform.request(
      "GET /flows/:flowId/sessions.csv",
      { flowId: shop.flowId },
      shop.org,
    );
    const file = await answer.text();
    expect(file).toContain("score,comment");
    expect(file).toContain(",5,'=Nothing");
  });
});
