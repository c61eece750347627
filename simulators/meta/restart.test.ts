import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { errorOf, startForTest, startReceiver, wamidOf } from "./testDriver.ts";

let stateDir: string;

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), "graph-simulator-"));
});
afterEach(() => rmSync(stateDir, { recursive: true }));

describe("a restart", () => {
  it("keeps app, accounts, tokens, templates, codes, windows and the ledger", async () => {
    const first = await startForTest({ stateDir });
    const account = await first.addAccount();
    await first.addTemplate(account);
    const phoneNumberId = account.phoneNumberId;
    await first.call("POST", "/_sim/inbound", { phoneNumberId, from: "254712345600", text: "Habari" });
    const { code } = (await first.call("POST", "/_sim/codes", { wabaId: account.wabaId })).json;
    const before = wamidOf(await first.sendTemplate(account, "+254712345600", ["Asha", "A"]));
    await first.close();

    const second = await startForTest({ stateDir, outsideWindow: "sync" });
    expect([second.appId, second.appSecret]).toEqual([account.appId, account.appSecret]);
    const after = wamidOf(await second.send(account, { to: "+254712345600", text: { body: "Karibu" } }));
    const outside = await second.send(account, { to: "+254712345611", text: { body: "Karibu" } });
    expect(errorOf(outside).code).toBe(131047);
    const query = `client_id=${account.appId}&client_secret=${account.appSecret}&code=${code}`;
    expect((await second.call("GET", `/oauth/access_token?${query}`)).status).toBe(200);
    const { json } = await second.call("GET", "/_sim/ledger");
    const wamids = String(json.text)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).wamid);
    expect(wamids).toEqual([before, after]);
    await second.close();
  });

  it("delivers pending webhooks, and completes template reviews", async () => {
    const receiver = await startReceiver();
    const first = await startForTest({ stateDir, delaysMs: { review: 50, sent: 5, delivered: 60_000 } });
    const account = await first.addAccount({ webhookUrl: receiver.url, verifyToken: receiver.verifyToken });
    await first.addTemplate(account);
    receiver.answerWith(503);
    await first.sendTemplate(account, "+254712345600", ["Asha", "A"]);
    const path = `/v25.0/${account.wabaId}/message_templates`;
    const components = [{ type: "BODY", text: "Your order is ready." }];
    const template = { name: "under_review", language: "en_US", category: "UTILITY", components };
    await first.call("POST", path, template, account.accessToken);
    await expect
      .poll(async () => (await first.call("GET", "/_sim/health")).json.failedWebhookAttempts)
      .toBeGreaterThan(0);
    await first.close();

    receiver.answerWith(200);
    const second = await startForTest({ stateDir });
    const statuses = await receiver.until(() => receiver.statuses().length === 3 && receiver.statuses());
    expect(statuses.map(({ status }) => status).sort()).toEqual(["delivered", "read", "sent"]);
    await receiver.until(() =>
      receiver.changes().some(({ value }) => value.message_template_name === "under_review"),
    );
    await second.close();
    await receiver.close();
  });

  it("loses no status or response after a kill -9", async () => {
    const receiver = await startReceiver();
    receiver.answerWith(503);
    const first = await startForTest({ stateDir, delaysMs: { sent: 60_000 } });
    const account = await first.addAccount({ webhookUrl: receiver.url, verifyToken: receiver.verifyToken });
    await first.addTemplate(account);
    await expect
      .poll(() => readFileSync(join(stateDir, "state.json"), "utf8"))
      .toContain(account.phoneNumberId);
    const { phoneNumberId } = account;
    await first.call("POST", "/_sim/inbound", { phoneNumberId, from: "254712345600", text: "Habari" });
    const wamid = wamidOf(await first.sendTemplate(account, "+254712345600", ["Asha", "A"]));
    const killedDir = `${stateDir}-killed`;
    cpSync(stateDir, killedDir, { recursive: true });
    for (const file of ["webhooks.jsonl", "ledger.jsonl"]) appendFileSync(join(killedDir, file), '{"torn');
    await first.close();
    const refused = receiver.changes().length;

    receiver.answerWith(200);
    const second = await startForTest({
      stateDir: killedDir,
      // One POST after the other, so the statuses arrive in their order.
      webhooks: { concurrency: 1 },
    });
    const statuses = await receiver.until(() => receiver.statuses().length === 3 && receiver.statuses());
    expect(statuses.map(({ id, status }) => [id, status])).toEqual(
      ["sent", "delivered", "read"].map((status) => [wamid, status]),
    );
    await receiver.until(() =>
      receiver
        .changes()
        .slice(refused)
        .some(({ value }) => value.messages),
    );
    const after = wamidOf(await second.sendTemplate(account, "+254712345601", ["Asha", "A"]));
    const lines = String((await second.call("GET", "/_sim/ledger")).json.text)
      .trim()
      .split("\n");
    expect(lines.map((line) => JSON.parse(line).wamid)).toEqual([wamid, after]);
    await second.close();
    await (await startForTest({ stateDir: killedDir })).close();
    await receiver.close();
    rmSync(killedDir, { recursive: true });
  });

  it("adds a message to the ledger whose line was lost to a kill", async () => {
    const first = await startForTest({ stateDir });
    const account = await first.addAccount();
    await first.addTemplate(account);
    const wamid = wamidOf(await first.sendTemplate(account, "+254712345600", ["Asha", "A"]));
    const ledger = join(stateDir, "ledger.jsonl");
    const [before, journal] = [readFileSync(ledger, "utf8"), readFileSync(join(stateDir, "webhooks.jsonl"))];
    await first.close();
    writeFileSync(ledger, before.slice(0, -9));
    writeFileSync(join(stateDir, "webhooks.jsonl"), journal);
    const second = await startForTest({ stateDir });
    expect(before).toContain(wamid);
    expect(readFileSync(ledger, "utf8")).toBe(before);
    await second.close();
  });

  it("finds nothing after a reset", async () => {
    const simulator = await startForTest({ stateDir });
    const account = await simulator.addAccount();
    await simulator.addTemplate(account);
    await simulator.sendTemplate(account, "+254712345600", ["Asha", "A"]);
    await simulator.call("POST", "/_sim/reset");
    expect((await simulator.call("GET", "/_sim/ledger")).json.text).toBe("");
    expect((await simulator.sendTemplate(account, "+254712345600", ["Asha", "A"])).status).toBe(401);
    await simulator.close();
  });
});
