import { describe, expect, it } from "vitest";
import { refusalOf } from "#tests/support/sending.ts";
import { setUpSmsPlatform } from "#tests/support/sms.ts";

const platform = setUpSmsPlatform();
const phone = "+254700000001";
const seconds = (count: number) => platform.clock.advance(count * 1000);

describe("reports of the SMS service", () => {
  it("are applied once, in any order, and forged ones not at all", async () => {
    const { shop, messageId } = await platform.overdue();
    platform.fault("report-never");
    await platform.sendDue();
    const { providerId } = await shop.sms(messageId);
    const post = (form: Record<string, string>, url = platform.hooksOf("platform").reports) =>
      fetch(url, { method: "POST", body: new URLSearchParams(form) });
    const report = { id: providerId!, phoneNumber: phone };
    expect(
      (await post({ ...report, status: "Success" }, `${platform.hooksOf("platform").reports}x`)).status,
    ).toBe(404);
    const forged = platform.hooksOf("platform").reports.replace(/\.[0-9a-f]{40}/, `.${"0".repeat(40)}`);
    expect((await post({ ...report, status: "Success" }, forged)).status).toBe(404);
    await post({ ...report, phoneNumber: "+254700000099", status: "Success" });
    await platform.runJobs();
    expect(await shop.sms(messageId)).toMatchObject({ state: "sent" });
    for (const status of ["Wandering", "AbsentSubscriber", "Success", "Failed", "Success"])
      expect((await post({ ...report, status })).status).toBe(200);
    await platform.runJobs();
    expect(await shop.sms(messageId)).toMatchObject({ state: "delivered", reason: null });
  });

  it("may come before the answer to the call", async () => {
    const { shop, messageId } = await platform.overdue();
    platform.fault("report-first");
    await platform.sendDue();
    seconds(2);
    await platform.runJobs();
    expect(await shop.sms(messageId)).toMatchObject({ state: "delivered" });
  });

  it("may never come: then the SMS is sent, charged and not confirmed", async () => {
    const { shop, messageId } = await platform.overdue();
    platform.fault("report-never");
    await platform.sendDue();
    expect(await shop.money()).toEqual({ wallet: 850, held: 0 });
    seconds(49 * 3600);
    await platform.sendDue();
    expect(await shop.sms(messageId)).toMatchObject({ state: "unconfirmed", dueAt: null });
  });
});

describe("STOP by SMS", () => {
  it("ends SMS and WhatsApp of those who wrote to the person lately", async () => {
    const { shop } = await platform.overdue();
    await platform.sendDue();
    const other = await platform.newShop();
    await platform.simulator.post("platform", "incoming", { from: phone, to: "22334", text: "stop" });
    await platform.runJobs();
    const contact = await platform.call("GET /contacts/:contactId", { contactId: shop.contactId }, shop.org);
    expect(contact.contact.optedOutAt).not.toBeNull();
    const spared = await platform.call("GET /contacts/:contactId", { contactId: other.contactId }, other.org);
    expect(spared.contact.optedOutAt).toBeNull();
  });

  it("is ignored unless the whole text asks for it", async () => {
    const { shop } = await platform.overdue();
    await platform.sendDue();
    await platform.simulator.post("platform", "incoming", { from: phone, to: "22334", text: "stop by at 5" });
    await platform.runJobs();
    const contact = await platform.call("GET /contacts/:contactId", { contactId: shop.contactId }, shop.org);
    expect(contact.contact.optedOutAt).toBeNull();
  });
});

describe("turning SMS on", () => {
  it("refuses keys that the service refuses, and names the field", async () => {
    const shop = await platform.newShop();
    const input = { account: "own" as const, username: "duka", apiKey: "wrong", senderName: "" };
    expect(await refusalOf(platform, "PUT /sms", input, shop.org)).toMatchObject({ code: "sms.key_refused" });
    expect((await platform.call("GET /sms", {}, shop.org)).settings).toMatchObject({ account: "platform" });
  });

  it("refuses an SMS for marketing templates and for unknown variables", async () => {
    const shop = await platform.newShop();
    const input = { templateId: shop.templateId, text: "Hello {{1}}", waitSeconds: 10 as const, maxKes: 5 };
    expect(await refusalOf(platform, "PUT /templates/:templateId/sms", input, shop.org)).toMatchObject({
      code: "sms.unknown_variable",
    });
    await shop.changeTemplate({ category: "MARKETING" });
    expect(
      await refusalOf(platform, "PUT /templates/:templateId/sms", { ...input, text: "Hello" }, shop.org),
    ).toMatchObject({ code: "sms.marketing" });
  });

  it("skips SMS that wait when it is turned off", async () => {
    const { shop, messageId } = await platform.overdue();
    await platform.call("POST /sms/off", {}, shop.org);
    expect(await platform.sendDue()).toBe(0);
    expect(await shop.sms(messageId)).toMatchObject({ state: "skipped", reason: "no_account" });
  });

  it("keeps the account when it is turned off, and deletes it when it is removed, each recorded once", async () => {
    const shop = await platform.newShop();
    const account = {
      account: "own",
      username: "duka",
      apiKey: "test-sms-key-duka",
      senderName: "DUKA",
    } as const;
    await platform.call("PUT /sms", account, shop.org);
    for (let time = 0; time < 2; time += 1) await platform.call("POST /sms/off", {}, shop.org);
    const { settings } = await platform.call("GET /sms", {}, shop.org);
    expect(settings).toMatchObject({ account: "own", isOn: false });
    const again = { account: "own" as const, username: settings!.username!, apiKey: "", senderName: "" };
    await platform.call("PUT /sms", again, shop.org);
    expect((await platform.call("GET /sms", {}, shop.org)).settings).toMatchObject({ isOn: true });
    for (let time = 0; time < 2; time += 1) await platform.call("DELETE /sms", {}, shop.org);
    expect((await platform.call("GET /sms", {}, shop.org)).settings).toBeNull();
    const { logs } = await platform.call("GET /activity-logs", {}, shop.org);
    const count = (title: string) => logs.filter(({ action }) => action === title).length;
    expect([count("SMS turned off"), count("SMS account removed")]).toEqual([1, 1]);
  });
});
