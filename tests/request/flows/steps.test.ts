import { describe, expect, it } from "vitest";
import { media } from "#app/db/schema/messaging/media.ts";
import { runFlowJob } from "#app/domain/flows/jobs.ts";
import { createChats } from "#tests/support/chats.ts";
import { createFlows } from "#tests/support/flows.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUpReceiver } from "#tests/support/receiver.ts";
import { fillWallet } from "#tests/support/sending.ts";

const platform = setUpPlatform({ env: { WEBHOOKS_TO_LOOPBACK: "on" } });
const receiver = setUpReceiver();
const chats = createChats(platform);
const { shopWithSteps, shopWithFlow } = createFlows(platform);

type Shop = Awaited<ReturnType<typeof shopWithFlow>>;

const ask = (saveTo: string, text: string, more = {}) => ({ kind: "ask" as const, saveTo, text, ...more });
const end = (text: string) => ({ kind: "end" as const, text });

const endpointOf = async (shop: Pick<Shop, "org">) =>
  (
    await platform.call(
      "POST /developer/webhooks",
      { url: `${receiver.url}/stock`, events: ["message.failed"] },
      shop.org,
    )
  ).endpoint.id;

const wake = async (shop: Shop) => {
  await platform.services.jobs.enqueue(runFlowJob, {
    orgId: shop.org.orgId,
    conversationId: shop.conversationId,
  });
  await platform.runJobs();
};

const crmOf = ({ org, contactId }: Shop) => platform.call("GET /contacts/:contactId/crm", { contactId }, org);

describe("a step", () => {
  it("creates a deal and a task from the replies, once", async () => {
    const shop = await shopWithSteps(async ({ org }) => [
      ask("what", "What do you need?"),
      ask("budget", "How much may it cost?"),
      { kind: "deal", title: "{what} for {name}", value: "{budget}", memberId: org.userId },
      { kind: "task", title: "Offer {what} to {name}", text: "Up to {budget}", days: 2 },
      end("Thank you."),
    ]);
    await shop.writeAll(["begin", "Ten chairs", "KES 12,500/="]);
    await wake(shop);
    const { deals, tasks } = await crmOf(shop);
    expect(deals).toMatchObject([
      { title: "Ten chairs for Asha Mwangi", valueCents: 1_250_000, stage: "New" },
    ]);
    expect(tasks).toMatchObject([
      { title: "Offer Ten chairs to Asha Mwangi", note: "Up to KES 12,500/=", member: null },
    ]);
    const dueInDays = (new Date(tasks[0]!.dueAt).getTime() - platform.clock.now().getTime()) / 86_400_000;
    expect(dueInDays).toBeCloseTo(2, 2);
    expect(await shop.sessions()).toMatchObject([{ status: "completed" }]);
  });

  it("with a stage or member of another organisation is refused at its field", async () => {
    const other = await platform.createOrg("Other");
    const { stages } = await platform.call("GET /deal-stages", {}, other);
    const org = await platform.createOrg();
    const { flowId } = await platform.call("POST /flows", { name: "Deals", language: "en" }, org);
    const add = (step: object) =>
      platform.call("POST /flows/:flowId/steps", { flowId, after: "", ...step } as never, org);
    const deal = { kind: "deal", title: "A deal" };
    await expect(add({ ...deal, stageId: stages[0]!.id })).rejects.toThrow("flow.invalid");
    await expect(add({ ...deal, memberId: other.userId })).rejects.toThrow("flow.invalid");
    await expect(add({ kind: "task", title: "A task", memberId: other.userId })).rejects.toThrow(
      "flow.invalid",
    );
    await expect(add({ ...deal, value: "much" })).rejects.toThrow("flow.invalid");
  });

  it("calls a system of the organisation, and continues with its response", async () => {
    receiver.take();
    receiver.answer({
      status: 200,
      body: JSON.stringify({ order: { total: 1500, lines: [{ sku: "A-1" }] } }),
    });
    const shop = await shopWithSteps(async (made) => [
      ask("number", "Which order?"),
      {
        kind: "webhook",
        endpointId: await endpointOf(made),
        timeoutSeconds: 5,
        mapping: "total = order.total\nsku = order.lines.0.sku",
        otherwise: "s4",
      },
      end("It costs KES {total} ({sku})."),
      end("We cannot look that up now."),
    ]);
    await shop.writeAll(["begin", "A-17"]);
    expect((await shop.said()).at(-1)).toBe("It costs KES 1500 (A-1).");
    const [called] = receiver.take();
    expect(called!.headers["webhook-signature"]).toMatch(/^v1,/);
    expect(JSON.parse(called!.body)).toMatchObject({
      type: "flow.asks",
      data: { answers: { number: "A-17" }, contact: { name: "Asha Mwangi" } },
    });
  });

  it.each([
    ["an error", { status: 500 }],
    ["what is no JSON", { status: 200, body: "<html>" }],
  ])("takes the failure branch when the system returns %s", async (_, reply) => {
    receiver.answer(reply);
    const shop = await shopWithSteps(async (made) => [
      {
        kind: "webhook",
        endpointId: await endpointOf(made),
        mapping: "total = order.total",
        otherwise: "s3",
      },
      end("It costs KES {total}."),
      end("We cannot look that up now."),
    ]);
    await shop.write("begin");
    expect(await shop.said()).toEqual(["We cannot look that up now."]);
    expect(await shop.sessions()).toMatchObject([{ status: "completed", answers: {} }]);
    receiver.answer({ status: 204 });
  });

  it("whose process dies during a call is resumed, and sends its messages once", async () => {
    receiver.answer({ status: 200, body: JSON.stringify({ total: 7 }) });
    const shop = await shopWithSteps(async (made) => [
      ask("number", "Which order?"),
      { kind: "webhook", endpointId: await endpointOf(made), mapping: "total = total", otherwise: "s4" },
      end("KES {total}."),
      end("Later."),
    ]);
    await shop.writeAll(["begin", "A-17"]);
    // The state before the response: the call is in flight, and its process is gone.
    await platform.services.db.owner.query(
      `update flow_sessions set status = 'running', reason = null, ended_at = null, step_id = 's2', calls = 1,
        answers = '{"number":"A-17"}', turn = turn - 1, due_at = $2 where org_id = $1`,
      [shop.org.orgId, platform.clock.now()],
    );
    await platform.services.db.owner.query("delete from messages where org_id = $1 and body = 'KES 7.'", [
      shop.org.orgId,
    ]);
    await Promise.all([wake(shop), wake(shop)]);
    expect((await shop.said()).filter((text) => text === "KES 7.")).toHaveLength(1);
  });

  it("sends a template with the replies, and hands over when it cannot", async () => {
    const stepsOf = async ({ org, accountId }: { org: Shop["org"]; accountId: string }) => [
      ask("number", "Which order?"),
      {
        kind: "template" as const,
        templateId: await chats.addTemplate(org, accountId),
        values: "{name}\n{number}",
      },
      end("It is on its way."),
    ];
    const shop = await shopWithSteps(stepsOf as never);
    await fillWallet(platform, shop.org, 100);
    await shop.writeAll(["begin", "A-17"]);
    expect(await shop.said()).toEqual([
      "Which order?",
      "Hello Asha Mwangi, order A-17 is ready.",
      "It is on its way.",
    ]);
    const poor = await shopWithSteps(stepsOf as never);
    await platform.services.db.owner.query("update templates set status = 'PAUSED' where org_id = $1", [
      poor.org.orgId,
    ]);
    await poor.writeAll(["begin", "A-17"]);
    expect(await poor.sessions()).toMatchObject([{ status: "handed_over", reason: "not_sendable" }]);
    expect(await poor.conversation()).toMatchObject({ state: "waiting" });
  });

  it("sends a template with its sample file, and asks for text values only", async () => {
    const shop = await shopWithSteps(async ({ org, accountId }) => {
      const file = { kind: "image", state: "ready", contentType: "image/png", bytes: 68 } as const;
      await platform.services.db.withOrg(org.orgId, (tx) =>
        tx.insert(media).values({ ...file, orgId: org.orgId, id: "med_sample" }),
      );
      const templateId = await chats.addTemplate(org, accountId, {
        components: [
          { type: "HEADER", format: "IMAGE", media_id: "med_sample" },
          { type: "BODY", text: "Order {{1}} is ready." },
        ] as never,
      });
      return [
        ask("number", "Which order?"),
        { kind: "template", templateId, values: "{number}" },
        end("Bye."),
      ];
    });
    await fillWallet(platform, shop.org, 100);
    await shop.writeAll(["begin", "A-17"]);
    expect(await shop.said()).toEqual(["Which order?", "Order A-17 is ready.", "Bye."]);
    const [sent] = (await shop.sent()).filter(({ type }) => type === "template");
    expect(sent!.variables).toEqual({ "1": "A-17", "header:media": "med_sample" });
  });

  it("with a location template is refused at its field", async () => {
    const { org, accountId } = await chats.shopWithCustomer();
    const templateId = await chats.addTemplate(org, accountId, {
      components: [
        { type: "HEADER", format: "LOCATION" },
        { type: "BODY", text: "We are here." },
      ] as never,
    });
    const { flowId } = await platform.call("POST /flows", { name: "Places", language: "en" }, org);
    const step = { kind: "template", templateId, values: "" };
    const answer = await platform.request(`POST /flows/${flowId}/steps`, { after: "", ...step }, org);
    expect([answer.status, Object.keys(((await answer.json()) as { fields: object }).fields)]).toEqual([
      400,
      ["templateId"],
    ]);
  });
});
