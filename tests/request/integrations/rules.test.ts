import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUpReceiver } from "#tests/support/receiver.ts";
import { createRules } from "#tests/support/rules.ts";

const platform = setUpPlatform({ env: { WEBHOOKS_TO_LOOPBACK: "on" } });
const receiver = setUpReceiver();
const { chats, settle, write, addRule, logOf, tagsOf, letSend } = createRules(platform);

describe("a rule", () => {
  it("sends a template, tags, assigns and calls a webhook, once per event", async () => {
    const shop = await chats.shopWithCustomer();
    const templateId = await chats.addTemplate(shop.org, shop.accountId);
    const { endpoint } = await platform.call(
      "POST /developer/webhooks",
      { url: receiver.url, events: ["message.failed"] },
      shop.org,
    );
    await letSend(shop);
    const ruleId = await addRule(shop.org, {
      field1: "text",
      operator1: "contains",
      value1: "price",
      templateId,
      values: "{name}\nA-17",
      tag: "price",
      memberId: shop.org.userId,
      endpointId: endpoint.id,
    });
    await write(shop, "What is the price?");
    await write(shop, "Asante");
    // Two processes at once.
    await Promise.all([settle(), settle()]);
    const runs = await logOf(shop.org, ruleId);
    expect(runs.map(({ state }) => state).toSorted()).toEqual(["done", "not_met"]);
    const ran = runs.find(({ state }) => state !== "not_met")!;
    expect(ran.steps.map(({ kind }) => kind)).toEqual(["template", "tag", "assign", "webhook"]);
    expect(ran.steps.slice(1).every(({ ok }) => ok)).toBe(true);
    expect(await tagsOf(shop)).toContain("price");
    const [conversation] = await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx.select().from(conversations).where(eq(conversations.id, shop.conversationId)),
    );
    expect(conversation!.assignedTo).toBe(shop.org.userId);
    const called = receiver.take();
    expect(called).toHaveLength(1);
    expect(called[0]!.headers["webhook-signature"]).toMatch(/^v1,/);
    expect(JSON.parse(called[0]!.body)).toMatchObject({
      type: "rule.ran",
      data: { fields: { name: "Asha Mwangi" } },
    });
    const sent = await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx
        .select()
        .from(messages)
        .where(and(eq(messages.orgId, shop.org.orgId), eq(messages.direction, "out"))),
    );
    expect({ step: ran.steps[0], sent: sent.length }).toEqual({
      step: { kind: "template", ok: true, note: "Template order_ready queued for +254712345678" },
      sent: 1,
    });
  });

  it("retries a run whose webhook failed, without repeating the rest", async () => {
    const shop = await chats.shopWithCustomer();
    const { endpoint } = await platform.call(
      "POST /developer/webhooks",
      { url: receiver.url, events: ["message.failed"] },
      shop.org,
    );
    const ruleId = await addRule(shop.org, { tag: "wrote", endpointId: endpoint.id });
    receiver.answer({ status: 500 });
    await write(shop, "Habari");
    await settle();
    expect(await logOf(shop.org, ruleId)).toMatchObject([{ state: "waiting", steps: [{ kind: "tag" }] }]);
    receiver.answer({ status: 204 });
    platform.clock.advance(6000);
    await settle();
    const [run] = await logOf(shop.org, ruleId);
    expect(run).toMatchObject({ state: "done", steps: [{ kind: "tag" }, { kind: "webhook", ok: true }] });
    const ids = receiver.take().map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(1);
  });

  it("is not triggered by its own actions", async () => {
    const shop = await chats.shopWithCustomer();
    await addRule(shop.org, { tag: "first" });
    const ruleId = await addRule(shop.org, { event: "contact.created", tag: "second" });
    await write(shop, "Habari");
    await settle();
    expect(await tagsOf(shop)).toEqual(["first"]);
    expect(await logOf(shop.org, ruleId)).toEqual([]);
  });

  it("that loops through an outside system is stopped for this contact", async () => {
    const shop = await chats.shopWithCustomer();
    const ruleId = await addRule(shop.org, { tag: "loop" });
    for (let turn = 0; turn < 7; turn += 1) {
      await write(shop, `Auto-reply ${turn}`);
      await settle();
    }
    const states = (await logOf(shop.org, ruleId)).map(({ state }) => state);
    expect(states.filter((state) => state === "done")).toHaveLength(5);
    expect(states.filter((state) => state === "stopped")).toHaveLength(2);
  });

  it("that floods is switched off, and the managers are notified", async () => {
    const shop = await chats.shopWithCustomer();
    const ruleId = await addRule(shop.org, { tag: "flood" });
    await platform.services.db.system.query(
      `insert into event_tasks (org_id, id, kind, subscriber_id, event_id, state, finished_at)
       select $1, 'run_' || n, 'rule', $2, 'evt_' || n, 'done', $3 from generate_series(1, 1000) n`,
      [shop.org.orgId, ruleId, platform.clock.now()],
    );
    await write(shop, "One more");
    await settle();
    const { rule } = await platform.call("GET /rules/:ruleId", { ruleId }, shop.org);
    expect(rule).toMatchObject({ isOn: false, offReason: expect.stringContaining("times within an hour") });
    const { notifications } = await platform.call("GET /notifications", {}, shop.org);
    expect(notifications.map(({ title }) => title)).toContain("Rule stopped");
  });

  it("is tried on past events without side effects", async () => {
    const shop = await chats.shopWithCustomer();
    const templateId = await chats.addTemplate(shop.org, shop.accountId);
    await write(shop, "Bei gani?");
    const { ruleId } = await platform.call(
      "POST /rules",
      {
        name: "Prices",
        event: "message.received",
        field1: "text",
        operator1: "contains",
        value1: "bei",
        templateId,
        values: "{name}\n{text} {estate}",
      },
      shop.org,
    );
    const { tried } = await platform.call("GET /rules/:ruleId/try", { ruleId }, shop.org);
    expect(tried).toMatchObject([
      { runs: true, steps: [{ kind: "template", detail: "Asha Mwangi, Bei gani? " }] },
    ]);
    await settle();
    expect(await logOf(shop.org, ruleId)).toEqual([]);
  });

  it("without actions, or with the wrong number of values, is refused at the field", async () => {
    const shop = await chats.shopWithCustomer();
    const templateId = await chats.addTemplate(shop.org, shop.accountId);
    const refused = async (fields: object) => {
      const answer = await platform.request(
        "POST /rules",
        { name: "X", event: "message.received", ...fields },
        shop.org,
      );
      return {
        status: answer.status,
        fields: Object.keys(((await answer.json()) as { fields: object }).fields),
      };
    };
    expect(await refused({})).toEqual({ status: 400, fields: ["templateId"] });
    expect(await refused({ templateId, values: "one" })).toEqual({ status: 400, fields: ["values"] });
    expect(await refused({ tag: "x", field1: "total", operator1: "at_least", value1: "5" })).toEqual({
      status: 400,
      fields: ["field1"],
    });
    expect(await refused({ tag: "x", field1: "text", operator1: "at_least", value1: "soon" })).toEqual({
      status: 400,
      fields: ["value1"],
    });
  });

  it("compares dates, and ignores spaces around a text", async () => {
    const shop = await chats.shopWithCustomer();
    const since = { field1: "text", operator1: "at_least", value1: "2026-12-01" };
    await addRule(shop.org, { ...since, tag: "december" });
    await addRule(shop.org, { field1: "text", operator1: "is", value1: "2026-12-24", tag: "christmas" });
    await write(shop, "2026-12-24 ");
    await settle();
    expect((await tagsOf(shop)).toSorted()).toEqual(["christmas", "december"]);
  });
});
