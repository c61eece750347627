import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { flowSessions } from "#app/db/schema/flows/flows.ts";
import { runFlowJob } from "#app/domain/flows/jobs.ts";
import { runDueTasks } from "#app/worker/eventTasks.server.ts";
import { hookClientOf } from "#app/worker/webhookDeliveries.server.ts";
import { createChats, newKey } from "#tests/support/chats.ts";
import { createFlows } from "#tests/support/flows.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { fillWallet } from "#tests/support/sending.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUpPlatform({ env: { WEBHOOKS_TO_LOOPBACK: "on" } });
const hooks = setUp(
  async () => hookClientOf(platform.services),
  (client) => client.close(),
);
const chats = createChats(platform);
const { shopWithSteps, shopWithFlow } = createFlows(platform);

async function runRules() {
  while ((await runDueTasks(platform.services, hooks)) > 0);
}

type Shop = Awaited<ReturnType<typeof shopWithFlow>>;

const ask = (saveTo: string, text: string, more = {}) => ({ kind: "ask" as const, saveTo, text, ...more });
const end = (text: string) => ({ kind: "end" as const, text });

const wake = async (shop: Shop) => {
  await platform.services.jobs.enqueue(runFlowJob, {
    orgId: shop.org.orgId,
    conversationId: shop.conversationId,
  });
  await platform.runJobs();
};

describe("a flow starts", () => {
  const steps = () => [ask("need", "What do you need?"), end("Thank you.")];

  it("from a button of its own template only", async () => {
    const shop = await shopWithFlow("satisfaction");
    const ours = await chats.addTemplate(shop.org, shop.accountId, { name: "rate_us" });
    const other = await chats.addTemplate(shop.org, shop.accountId, { name: "other" });
    await platform.call(
      "PUT /flows/:flowId",
      { flowId: shop.flowId, name: "Rate", language: "en", button: "Rate us", templateId: ours },
      shop.org,
    );
    await platform.call("POST /flows/:flowId/publish", { flowId: shop.flowId, reason: "" }, shop.org);
    await fillWallet(platform, shop.org, 100);
    platform.clock.advance(2000);
    const tap = async (templateId: string) => {
      const wamid = `wamid.${newKey()}`;
      await platform.services.db.owner.query(
        `insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, template_id, wamid, created_at)
        values ($1, $2, 'out', 'template', 'delivered', $3, $4, $5, $6, $7)`,
        [
          ...[shop.org.orgId, newKey(), shop.phoneNumberId, shop.contactId, templateId, wamid],
          platform.clock.now(),
        ],
      );
      platform.clock.advance(1000);
      await shop.write("", {
        content: {
          type: "button",
          button: { text: "Rate us", payload: "Rate us" },
          context: { id: wamid },
        },
      });
    };
    await tap(other);
    expect(await shop.sessions()).toHaveLength(0);
    await tap(ours);
    expect(await shop.sessions()).toMatchObject([{ startedBy: "button", status: "running" }]);
  });

  it("with a new customer's first message, also when two arrive within one second", async () => {
    const shop = await shopWithSteps(steps, { keywords: "", firstMessage: true });
    await shop.write("When do you open?");
    expect(await shop.sessions()).toHaveLength(0);
    const phone = "254733000111";
    await shop.receive("Habari", { phone });
    await shop.receive("Ni mimi", { phone });
    platform.clock.advance(4000);
    await platform.runJobs();
    expect(await shop.sessions()).toMatchObject([
      { startedBy: "first_message", answers: { need: "Ni mimi" }, status: "completed" },
    ]);
  });

  it("by a rule, once, and neither it nor the bot takes that message as a reply", async () => {
    const shop = await shopWithSteps(steps);
    const { ruleId } = await platform.call(
      "POST /rules",
      {
        ...{ name: "Wholesale", event: "message.received" as const, flowId: shop.flowId },
        ...{ field1: "text", operator1: "contains" as const, value1: "open" },
      },
      shop.org,
    );
    await platform.call("POST /rules/:ruleId/switch", { ruleId, isOn: true }, shop.org);
    await shop.receive("When do you open?");
    await runRules();
    platform.clock.advance(4000);
    await platform.runJobs();
    await runRules();
    expect(await shop.said()).toEqual(["What do you need?"]);
    expect(await shop.turns()).toHaveLength(0);
    await shop.write("Chairs");
    expect(await shop.sessions()).toMatchObject([{ startedBy: "rule", answers: { need: "Chairs" } }]);
  });
});

describe("a customer gets exactly one reply, from the flow or the bot", () => {
  const isBotSilent = async (shop: Shop) => {
    const before = (await shop.said()).length;
    platform.clock.advance(5000);
    await shop.write("When do you open?");
    return (await shop.said()).length === before;
  };
  const giveBack = (shop: Shop) =>
    platform.call(
      "POST /conversations/:conversationId/give-back",
      { conversationId: shop.conversationId },
      shop.org,
    );
  const botThere = (shop: Shop) =>
    platform.call(
      "GET /conversations/:conversationId/bot",
      { conversationId: shop.conversationId },
      shop.org,
    );

  it("after a time-out with handover the bot is silent until the conversation is returned", async () => {
    const shop = await shopWithFlow();
    await shop.write("book");
    for (const minutes of [31, 121]) {
      platform.clock.advance(minutes * 60_000);
      await wake(shop);
    }
    expect(await shop.sessions()).toMatchObject([{ status: "timed_out", toPerson: true }]);
    expect(await botThere(shop)).toMatchObject({ bot: { name: "Duka bot" }, silentReason: "flow" });
    expect(await isBotSilent(shop)).toBe(true);
    await giveBack(shop);
    expect(await botThere(shop)).toMatchObject({ silentReason: null });
    expect(await isBotSilent(shop)).toBe(false);
  });

  it("after a time-out that ends the flow the bot replies", async () => {
    const shop = await shopWithFlow("satisfaction");
    await shop.write("rate");
    for (const minutes of [61, 241]) {
      platform.clock.advance(minutes * 60_000);
      await wake(shop);
    }
    expect(await shop.sessions()).toMatchObject([{ status: "timed_out", toPerson: false }]);
    expect((await shop.said()).at(-1)).toBe("Thank you for your time.");
    expect(await isBotSilent(shop)).toBe(false);
  });

  it("after a flood they get one notice that a member will reply, and the bot is silent", async () => {
    const shop = await shopWithFlow();
    await shop.write("book");
    for (let n = 0; n < 50; n++) {
      await shop.receive(n % 2 === 0 ? "Repair" : "back");
      platform.clock.advance(100);
    }
    platform.clock.advance(4000);
    await platform.runJobs();
    const said = await shop.said();
    expect(said.filter((text) => text?.startsWith("Thank you. A member"))).toHaveLength(1);
    expect(await shop.conversation()).toMatchObject({ state: "waiting" });
    platform.clock.advance(2 * 60_000);
    expect(await isBotSilent(shop)).toBe(true);
  });

  it("when a step was deleted, a member takes over", async () => {
    const shop = await shopWithFlow();
    await shop.write("book");
    await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx.update(flowSessions).set({ stepId: "s99" }).where(eq(flowSessions.orgId, shop.org.orgId)),
    );
    await shop.write("Repair");
    expect(await shop.sessions()).toMatchObject([{ status: "handed_over", reason: "step_gone" }]);
    expect((await shop.said()).at(-1)).toContain("A member of our team");
  });

  it("a member's message, or closing, ends the flow and is logged; after closing the bot replies again", async () => {
    const shop = await shopWithFlow();
    await shop.write("book");
    await platform.call(
      "PUT /conversations/:conversationId/state",
      { conversationId: shop.conversationId, state: "closed" },
      shop.org,
    );
    expect(await shop.sessions()).toMatchObject([{ status: "stopped", reason: "member_stopped" }]);
    const activity = await platform.call("GET /activity-logs", {}, shop.org);
    expect(JSON.stringify(activity)).toContain("Flow stopped");
    expect(await isBotSilent(shop)).toBe(false);
  });
});
