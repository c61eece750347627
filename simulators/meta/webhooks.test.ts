import { createHmac } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../kit/json.ts";
import type { GraphSimulatorOptions } from "./options.ts";
import { startForTest, startReceiver, wamidOf } from "./testDriver.ts";

const open: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function start(options: Partial<GraphSimulatorOptions> = {}) {
  const receiver = await startReceiver();
  const simulator = await startForTest(options);
  open.push(simulator, receiver);
  const account = await simulator.addAccount({ webhookUrl: receiver.url, verifyToken: receiver.verifyToken });
  await simulator.addTemplate(account);
  return { receiver, simulator, account };
}

const READ_BY_CUSTOMER = "+254712345600";

describe("status webhooks", () => {
  it("go from sent to read with our callback data and prices on sent and delivered", async () => {
    const { receiver, simulator, account } = await start();
    const answer = await simulator.sendTemplate(account, READ_BY_CUSTOMER, ["Asha", "A"], {
      biz_opaque_callback_data: "msg_1",
    });
    const statuses = await receiver.until(() => receiver.statuses().length >= 3 && receiver.statuses());
    const byStatus = new Map(statuses.map((status) => [status.status, status]));
    const pricing = { billable: true, pricing_model: "PMP", type: "regular", category: "utility" };
    const common = { id: wamidOf(answer), recipient_id: "254712345600", biz_opaque_callback_data: "msg_1" };
    expect(byStatus.get("sent")).toMatchObject({ ...common, pricing });
    expect(byStatus.get("delivered")).toMatchObject({ ...common, pricing });
    expect(byStatus.get("read")).toMatchObject(common);
    expect(byStatus.get("read")).not.toHaveProperty("pricing");
    const change = receiver.changes().find(({ field }) => field === "messages");
    expect(change?.value.metadata).toEqual({
      display_phone_number: "254700111222",
      phone_number_id: account.phoneNumberId,
    });
  });

  it("fail for a recipient who is not on WhatsApp", async () => {
    const { receiver, simulator, account } = await start();
    await simulator.sendTemplate(account, "+254712345699", ["Asha", "A"]);
    const [status] = await receiver.until(() => receiver.statuses().length > 0 && receiver.statuses());
    expect(status).toMatchObject({ status: "failed", errors: [{ code: 131026 }] });
  });

  it("fail for a recipient over the marketing limit, for marketing only", async () => {
    const { receiver, simulator, account } = await start();
    const template = { name: "sale", language: { code: "en" } };
    const components = [{ type: "BODY", text: "Everything is cheaper until Sunday." }];
    await simulator.addTemplate(account, { name: "sale", language: "en", category: "MARKETING", components });
    const to = "+254712345698";
    const sale = wamidOf(await simulator.send(account, { to, type: "template", template }));
    const order = wamidOf(await simulator.sendTemplate(account, to, ["Asha", "A"]));
    const firstOf = (wamid: string) =>
      receiver.until(() => receiver.statuses().find(({ id }) => id === wamid));
    expect(await firstOf(sale)).toMatchObject({ status: "failed", errors: [{ code: 131049 }] });
    expect(await firstOf(order)).toMatchObject({ status: "sent" });
  });

  it("fail with 131047 for free-form text outside the window, and arrive inside it", async () => {
    const { receiver, simulator, account } = await start();
    const text = { to: READ_BY_CUSTOMER, text: { body: "Habari" } };
    await simulator.send(account, text);
    const [failed] = await receiver.until(() => receiver.statuses().length > 0 && receiver.statuses());
    expect(failed).toMatchObject({ status: "failed", errors: [{ code: 131047 }] });
    await simulator.call("POST", "/_sim/inbound", {
      phoneNumberId: account.phoneNumberId,
      from: READ_BY_CUSTOMER,
      text: "Habari, mko wazi leo?",
    });
    const inside = wamidOf(await simulator.send(account, text));
    const sent = await receiver.until(() => receiver.statuses().find(({ id }) => id === inside));
    expect(sent).toMatchObject({
      status: "sent",
      pricing: { type: "free_customer_service", category: "service" },
    });
  });

  it("share a POST when many are due together", async () => {
    const { receiver, simulator, account } = await start({
      webhooks: { flushMs: 1000, retryBaseMs: 10 },
      statuses: "sent",
    });
    const sends = Array.from({ length: 20 }, (_, index) =>
      simulator.sendTemplate(account, `+2547123456${String(index).padStart(2, "0")}`, ["Asha", "A"]),
    );
    await Promise.all(sends);
    await receiver.until(() => receiver.statuses().length === 20);
    const posts = receiver.received.filter(({ body }) => body.includes('"statuses"'));
    expect(posts.length).toBeLessThan(10);
  });

  it("are not sent when the account disabled them", async () => {
    const { receiver, simulator } = await start();
    const quiet = await simulator.addAccount({
      displayPhoneNumber: "+254700999000",
      webhookUrl: receiver.url,
      verifyToken: receiver.verifyToken,
      statuses: "none",
    });
    await simulator.addTemplate(quiet);
    await simulator.sendTemplate(quiet, READ_BY_CUSTOMER, ["Asha", "A"]);
    const { json } = await simulator.call("GET", "/_sim/health");
    expect(json.pendingStatuses).toBe(0);
  });
});

describe("notifications", () => {
  it("are signed over the exact bytes, with everything outside ASCII escaped", async () => {
    const { receiver, simulator, account } = await start();
    const text = "Asante sana 🙏🏾 — café";
    await simulator.call("POST", "/_sim/inbound", {
      phoneNumberId: account.phoneNumberId,
      from: READ_BY_CUSTOMER,
      name: "Asha Mwangi",
      text,
    });
    const { body, signature, json } = await receiver.until(() =>
      receiver.received.find((webhook) => webhook.body.includes("Asante")),
    );
    expect(signature).toBe(`sha256=${createHmac("sha256", account.appSecret).update(body).digest("hex")}`);
    expect(body).toMatch(/^[\x20-\x7e]+$/);
    expect(body).toContain("\\ud83d\\ude4f\\ud83c\\udffe \\u2014 caf\\u00e9");
    expect(json).toMatchObject({
      object: "whatsapp_business_account",
      entry: [
        {
          id: account.wabaId,
          changes: [
            {
              field: "messages",
              value: {
                contacts: [{ profile: { name: "Asha Mwangi" }, wa_id: "254712345600" }],
                messages: [{ from: "254712345600", type: "text", text: { body: text } }],
              },
            },
          ],
        },
      ],
    });
  });

  it("give a customer without a name an empty one, never the phone number", async () => {
    const { receiver, simulator, account } = await start();
    await simulator.call("POST", "/_sim/inbound", {
      phoneNumberId: account.phoneNumberId,
      from: READ_BY_CUSTOMER,
      text: "Habari",
    });
    const received = await receiver.until(() => receiver.changes().find(({ value }) => value.contacts));
    expect(received.value).toMatchObject({ contacts: [{ profile: { name: "" }, wa_id: "254712345600" }] });
  });

  it("carry a tapped quick reply with its context", async () => {
    const { receiver, simulator, account } = await start();
    const button = { payload: "STOP", text: "Stop promotions", contextId: "wamid.VFBM" };
    await simulator.call("POST", "/_sim/inbound", {
      phoneNumberId: account.phoneNumberId,
      from: READ_BY_CUSTOMER,
      button,
    });
    const message = await receiver.until(() => {
      return receiver.changes().flatMap(({ value }) => (value.messages as JsonObject[] | undefined) ?? [])[0];
    });
    expect(message).toMatchObject({
      type: "button",
      context: { from: "254700111222", id: "wamid.VFBM" },
      button: { payload: "STOP", text: "Stop promotions" },
    });
  });

  it("are retried until the receiver accepts them", async () => {
    const { receiver, simulator, account } = await start();
    receiver.answerWith(503);
    await simulator.sendTemplate(account, READ_BY_CUSTOMER, ["Asha", "A"]);
    await expect
      .poll(async () => (await simulator.call("GET", "/_sim/health")).json.failedWebhookAttempts)
      .toBeGreaterThan(2);
    expect(receiver.statuses()).toEqual([]);
    receiver.answerWith(200);
    const statuses = await receiver.until(() => receiver.statuses().length >= 3 && receiver.statuses());
    expect(statuses.map(({ status }) => status).sort()).toEqual(["delivered", "read", "sent"]);
  });

  it("are sent three times under webhook-duplicate", async () => {
    const { receiver, simulator, account } = await start({ statuses: "sent" });
    await simulator.call("POST", "/_sim/faults", { kind: "webhook-duplicate" });
    await simulator.sendTemplate(account, READ_BY_CUSTOMER, ["Asha", "A"]);
    const statuses = await receiver.until(() => receiver.statuses().length === 3 && receiver.statuses());
    expect(new Set(statuses.map(({ id }) => id)).size).toBe(1);
  });

  it("are all delivered after an outage has ended", async () => {
    const { receiver, simulator, account } = await start({ statuses: "sent" });
    await simulator.call("POST", "/_sim/faults", { kind: "webhook-outage" });
    const wamids = [];
    for (const to of ["+254712345601", "+254712345602", "+254712345603"]) {
      wamids.push(wamidOf(await simulator.sendTemplate(account, to, ["Asha", "A"])));
    }
    await expect.poll(async () => (await simulator.call("GET", "/_sim/health")).json.pendingStatuses).toBe(0);
    expect(receiver.statuses()).toEqual([]);
    await simulator.call("DELETE", "/_sim/faults");
    const statuses = await receiver.until(() => receiver.statuses().length === 3 && receiver.statuses());
    expect(statuses.map(({ id }) => id).sort()).toEqual(wamids.sort());
  });

  it("lose nothing when shuffled", async () => {
    const { receiver, simulator, account } = await start();
    await simulator.call("POST", "/_sim/faults", { kind: "webhook-shuffle" });
    await simulator.sendTemplate(account, READ_BY_CUSTOMER, ["Asha", "A"]);
    const statuses = await receiver.until(() => receiver.statuses().length === 3 && receiver.statuses());
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set(["sent", "delivered", "read"]));
  });
});

describe("callback URLs", () => {
  it("are refused when the handshake fails", async () => {
    const { receiver, simulator } = await start();
    const answer = await simulator.call("POST", "/_sim/accounts", {
      displayPhoneNumber: "+254700999000",
      verifiedName: "Duka",
      webhookUrl: receiver.url,
      verifyToken: "wrong",
    });
    expect(answer.status).toBe(400);
  });

  it("of a number win over those of the app, for messages only", async () => {
    const { receiver, simulator, account } = await start({ statuses: "sent" });
    const own = await startReceiver("own");
    open.push(own);
    const webhook_configuration = { override_callback_uri: own.url, verify_token: "own" };
    const set = await simulator.call(
      "POST",
      `/v25.0/${account.phoneNumberId}`,
      { webhook_configuration },
      account.accessToken,
    );
    expect(set.json).toEqual({ success: true });
    await simulator.sendTemplate(account, READ_BY_CUSTOMER, ["Asha", "A"]);
    await own.until(() => own.statuses().length === 1);
    expect(receiver.statuses()).toEqual([]);
    await simulator.call("POST", "/_sim/templates", {
      wabaId: account.wabaId,
      name: "order_ready",
      event: "PAUSED",
    });
    await receiver.until(() => receiver.changes().some(({ value }) => value.event === "PAUSED"));
    expect(own.changes().every(({ field }) => field === "messages")).toBe(true);
  });
});
