import { afterEach, describe, expect, it } from "vitest";
import { startSender } from "#app/domain/messaging/sender/sender.server.ts";
import { newId } from "#app/platform/ids.ts";
import { startWebhookProcessor } from "#app/worker/webhookProcessor.server.ts";
import { startGraphSimulator } from "#simulators/meta/server.ts";
import {
  approvedTemplate,
  connectNumber,
  control,
  ledgerOf,
  type SimulatedAccount,
  sendingCampaign,
  statesOf,
  until,
} from "#tests/support/campaign.ts";
import { createTestPlatform, onWallClock, type TestOrg } from "#tests/support/platform.ts";
import { startReachable } from "#tests/support/reachable.ts";
import { setUp } from "#tests/support/setUp.ts";

const simulator = setUp(
  () =>
    startGraphSimulator({
      port: 0,
      delaysMs: { review: 10, sent: 20, delivered: 40, read: 60 },
      webhooks: { retryBaseMs: 50, retryCapMs: 200 },
    }),
  ({ close }) => close(),
);
const platform = setUp(
  () =>
    createTestPlatform({
      graphUrl: simulator.url,
      env: {
        META_APP_ID: simulator.appId,
        META_APP_SECRET: simulator.appSecret,
        META_CONFIG_ID: "1",
        META_WEBHOOK_VERIFY_TOKEN: "verify-me",
        UNKNOWN_GRACE_SECONDS: "2",
      },
    }),
  ({ close }) => close(),
);
const receiver = setUp(
  async () => {
    const reachable = await startReachable();
    reachable.serve((request) => platform.api.fetch(request));
    return reachable;
  },
  ({ close }) => close(),
);
const running: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((part) => part.stop()));
  await control(simulator.url, "/faults", undefined, "DELETE");
});

const startWorkers = (count = 1, services = onWallClock(platform.services)) => {
  running.push(startWebhookProcessor(services));
  for (let n = 1; n <= count; n++)
    running.push(startSender(services, { processId: `worker-${n}-${Math.random()}` }));
};

async function connected(options: { throughput?: number } = {}) {
  const org: TestOrg = await platform.createOrg();
  const account = await control<SimulatedAccount>(simulator.url, "/accounts", {
    displayPhoneNumber: `+2547${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`,
    verifiedName: "Duka Letu",
    throughput: options.throughput ?? 1000,
    webhookUrl: `http://127.0.0.1:${receiver.port}/api/hooks/meta`,
    verifyToken: "verify-me",
  });
  const metaTemplateId = await approvedTemplate(simulator.url, account, "order_ready");
  const sender = await connectNumber(platform.services, org.orgId, account, {
    metaTemplateId,
    throughputPerSecond: options.throughput ?? 1000,
  });
  return { org, account, metaTemplateId, ...sender };
}

/** The account is reloaded, and found to be suspended. */
async function isSuspended(org: TestOrg): Promise<void> {
  await platform.runJobs();
  const { accounts } = await platform.call("GET /whatsapp/accounts", {}, org);
  expect(accounts).toMatchObject([{ status: "suspended" }]);
}

const once = (lines: { to: string }[]) => new Set(lines.map((line) => line.to)).size;

async function settled(orgId: TestOrg["orgId"], campaignId: string) {
  return until("every row delivered, read or failed, the campaign completed", async () => {
    const { rows, totals, campaign } = await statesOf(platform.services, orgId, campaignId);
    const open = (rows.queued ?? 0) + (rows.unknown ?? 0) + (rows.accepted ?? 0) + (rows.sent ?? 0);
    return open === 0 && campaign.status === "completed" ? { rows, totals, campaign } : undefined;
  });
}

describe("a campaign", () => {
  it("reaches every recipient exactly once, and its totals equal its rows", async () => {
    const { org, templateId, phoneNumberId } = await connected();
    const campaignId = await sendingCampaign(platform.services, {
      orgId: org.orgId,
      templateId,
      phoneNumberId,
      recipients: 2500,
    });
    startWorkers();
    const { rows, totals } = await settled(org.orgId, campaignId);
    const accepted = await ledgerOf(simulator.url, phoneNumberId);
    expect(accepted).toHaveLength(2500);
    expect(once(accepted)).toBe(2500);
    expect(totals).toEqual(rows);
    expect(Object.values(rows).reduce((a, b) => a + b, 0)).toBe(2500);
  });

  it("is not sent twice by two workers", async () => {
    const { org, templateId, phoneNumberId } = await connected();
    const campaignId = await sendingCampaign(platform.services, {
      orgId: org.orgId,
      templateId,
      phoneNumberId,
      recipients: 600,
    });
    startWorkers(3);
    await settled(org.orgId, campaignId);
    const accepted = await ledgerOf(simulator.url, phoneNumberId);
    expect(accepted).toHaveLength(600);
    expect(once(accepted)).toBe(600);
  });

  it("is completed when its last message is settled, while its number sends another", async () => {
    const { org, templateId, phoneNumberId } = await connected({ throughput: 40 });
    const sending = (recipients: number) =>
      sendingCampaign(platform.services, { orgId: org.orgId, templateId, phoneNumberId, recipients });
    const progressOf = (campaignId: string) =>
      platform.call("GET /campaigns/:campaignId/progress", { campaignId }, org);
    const small = await sending(5);
    const large = await sending(400);
    expect((await progressOf(small)).waitsFor).toBeNull();
    expect((await progressOf(large)).waitsFor).toBe("Order ready");
    startWorkers();
    await until("the small one is completed", async () =>
      (await progressOf(small)).status === "completed" ? true : undefined,
    );
    expect(await progressOf(large)).toMatchObject({ status: "sending", waitsFor: null });
  });

  it.each(["drop-answer", "http500", "http429", "130429", "webhook-duplicate", "webhook-shuffle"])(
    "survives %s",
    async (kind) => {
      const { org, templateId, phoneNumberId } = await connected();
      await control(simulator.url, "/faults", { phoneNumberId, kind, rate: 0.2, count: 12 });
      const campaignId = await sendingCampaign(platform.services, {
        orgId: org.orgId,
        templateId,
        phoneNumberId,
        recipients: 200,
      });
      startWorkers();
      const { rows, totals } = await settled(org.orgId, campaignId);
      const accepted = await ledgerOf(simulator.url, phoneNumberId);
      expect(accepted).toHaveLength(200);
      expect(once(accepted)).toBe(200);
      expect(totals).toEqual(rows);
    },
  );

  it("pauses and says why when Meta revokes the token, and loses no message", async () => {
    const { org, account, templateId, phoneNumberId } = await connected();
    await control(simulator.url, "/tokens/revoke", { wabaId: account.wabaId });
    const campaignId = await sendingCampaign(platform.services, {
      orgId: org.orgId,
      templateId,
      phoneNumberId,
      recipients: 50,
    });
    startWorkers();
    const { rows, campaign } = await until("paused, nothing in doubt", async () => {
      const now = await statesOf(platform.services, org.orgId, campaignId);
      return now.campaign.status === "paused" && now.rows.queued === 50 ? now : undefined;
    });
    expect(rows).toEqual({ queued: 50 });
    expect(campaign.status_reason).toMatch(/[Aa]ccess .* was revoked. Connect WhatsApp again/);
    expect(await ledgerOf(simulator.url, phoneNumberId)).toHaveLength(0);
    await isSuspended(org);
    expect(await platform.request("POST /campaigns/:campaignId/resume", { campaignId }, org)).toMatchObject({
      status: 409,
    });
  });

  it("detects a revoked token from a single message too", async () => {
    const { org, account, phoneNumberId } = await connected();
    await control(simulator.url, "/tokens/revoke", { wabaId: account.wabaId });
    const id = newId("msg");
    const { owner, system } = platform.services.db;
    await owner.query(
      `insert into messages (org_id, id, direction, type, state, phone_number_id, recipient, body, due_at)
       values ($1, $2, 'out', 'text', 'queued', $3, '+254712345678', 'Karibu', now())`,
      [org.orgId, id, phoneNumberId],
    );
    startWorkers();
    const failed = "select from messages where id = $1 and state = 'failed' and error_code = 190";
    await until("failed", async () => (await system.query(failed, [id])).rowCount === 1);
    await isSuspended(org);
  });

  it("stops when the template is paused mid-campaign, and says why", async () => {
    const { org, metaTemplateId, templateId, phoneNumberId } = await connected({ throughput: 80 });
    const campaignId = await sendingCampaign(platform.services, {
      orgId: org.orgId,
      templateId,
      phoneNumberId,
      recipients: 400,
    });
    startWorkers();
    await until("some are sent", async () => (await ledgerOf(simulator.url, phoneNumberId)).length > 20);
    await control(simulator.url, "/templates", { templateId: metaTemplateId, event: "PAUSED" });
    const { campaign } = await until("paused", async () => {
      const now = await statesOf(platform.services, org.orgId, campaignId);
      return now.campaign.status === "paused" ? now : undefined;
    });
    expect(campaign.status_reason).toMatch(/paused/i);
    expect((await ledgerOf(simulator.url, phoneNumberId)).length).toBeLessThan(400);
  });

  it("stops at once when a member pauses it: leased messages are released", async () => {
    const { org, templateId, phoneNumberId } = await connected({ throughput: 10 });
    const campaignId = await sendingCampaign(platform.services, {
      orgId: org.orgId,
      templateId,
      phoneNumberId,
      recipients: 100,
    });
    startWorkers();
    const sent = async () => (await ledgerOf(simulator.url, phoneNumberId)).length;
    await until("some are sent", async () => (await sent()) > 10);
    await platform.call("POST /campaigns/:campaignId/pause", { campaignId }, org);
    const whenPaused = await sent();
    await until("nothing is held", async () => {
      const { rows } = await statesOf(platform.services, org.orgId, campaignId);
      const leases = await platform.services.db.system.query(
        "select 1 from send_leases where campaign_id = $1",
        [campaignId],
      );
      return leases.rowCount === 0 && (rows.queued ?? 0) + (await sent()) === 100;
    });
    // At least a second's worth is always begun: without the verb's signal it would be sent to its end.
    expect((await sent()) - whenPaused).toBeLessThan(10);
  });

  it("keeps to 80 a second, so that nothing is refused", async () => {
    const { org, templateId, phoneNumberId } = await connected({ throughput: 80 });
    const campaignId = await sendingCampaign(platform.services, {
      orgId: org.orgId,
      templateId,
      phoneNumberId,
      recipients: 240,
    });
    const startedAt = performance.now();
    startWorkers();
    await until("all accepted", async () => (await ledgerOf(simulator.url, phoneNumberId)).length === 240);
    const seconds = (performance.now() - startedAt) / 1000;
    const refused = await platform.services.db.system.query(
      "select 1 from messages where campaign_id = $1 and attempts > 1",
      [campaignId],
    );
    expect(refused.rowCount).toBe(0);
    // The benchmark measures how close it comes to its limit.
    expect(240 / seconds).toBeLessThan(80 * 1.1);
  });
});

describe("a customer's reply", () => {
  it("appears in the chat once, however often it is delivered, and STOP opts out at once", async () => {
    const { org, phoneNumberId } = await connected();
    startWorkers();
    await control(simulator.url, "/faults", { phoneNumberId, kind: "webhook-duplicate" });
    await control(simulator.url, "/inbound", {
      phoneNumberId,
      from: "254712000001",
      text: "Habari, mko wazi?",
      name: "Asha",
    });
    await control(simulator.url, "/inbound", { phoneNumberId, from: "254712000001", text: "ACHA" });
    const { rows } = await until("both are in the chat", async () => {
      const found = await platform.services.db.system.query<{ unread: number; optedOut: boolean }>(
        `select c.unread, k.opted_out_at is not null as "optedOut" from conversations c join contacts k on k.org_id = c.org_id and k.id = c.contact_id where c.org_id = $1 and c.unread >= 2`,
        [org.orgId],
      );
      return found.rows.length > 0 ? found : undefined;
    });
    expect(rows).toEqual([{ unread: 2, optedOut: true }]);
  });
});
