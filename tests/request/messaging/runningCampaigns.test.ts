import { and, eq, gt } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { campaignTotals } from "#app/db/schema/messaging/campaigns.ts";
import { sendLeases } from "#app/db/schema/messaging/sender.ts";
import { finishCampaign } from "#app/domain/messaging/campaigns/finish.server.ts";
import { pauseCampaignForReason } from "#app/domain/messaging/campaigns/pause.server.ts";
import { settleDelivered } from "#app/domain/money/hold.server.ts";
import { newId } from "#app/platform/ids.ts";
import { releaseExpiredHoldsHandler } from "#app/worker/releaseExpiredHolds.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import {
  addContacts,
  connectWhatsapp,
  createPrepaidOrg,
  draftCampaign,
  messagesOf,
  noteOutcome,
  refusalOf,
  runningCampaign,
  scheduledCampaign,
} from "#tests/support/sending.ts";

const platform = setUpPlatform();

const finish = (org: TestOrg, campaignId: string) =>
  platform.services.db.withSystem((tx) =>
    finishCampaign(tx, { orgId: org.orgId, campaignId, at: platform.clock.now() }),
  );

async function totalsOf(org: TestOrg, campaignId: string): Promise<Record<string, number>> {
  const rows = await platform.services.db.withOrg(org.orgId, (tx) =>
    tx
      .select()
      .from(campaignTotals)
      .where(
        and(
          eq(campaignTotals.orgId, org.orgId),
          eq(campaignTotals.campaignId, campaignId),
          gt(campaignTotals.count, 0),
        ),
      ),
  );
  return Object.fromEntries(rows.map((row) => [row.state, row.count]));
}

describe("a running campaign", () => {
  it("is paused and resumed", async () => {
    const { org, campaignId } = await runningCampaign(platform, 2);
    expect(await platform.call("POST /campaigns/:campaignId/pause", { campaignId }, org)).toEqual({
      status: "paused",
    });
    expect(await platform.call("POST /campaigns/:campaignId/resume", { campaignId }, org)).toEqual({
      status: "sending",
    });
  });

  it("is resumed only when it was paused: a draft stays a draft", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 2);
    const campaignId = await draftCampaign(platform, org, sender);
    expect(
      await refusalOf(platform, "POST /campaigns/:campaignId/resume", { campaignId }, org),
    ).toMatchObject({
      status: 409,
      code: "campaign.wrong_status",
    });
    await platform.runJobs();
    expect(await platform.call("GET /campaigns/:campaignId", { campaignId }, org)).toMatchObject({
      status: "draft",
    });
  });

  it("waits for its time again when it was paused before that", async () => {
    const { org, campaignId } = await scheduledCampaign(platform);
    await platform.call("POST /campaigns/:campaignId/pause", { campaignId }, org);
    expect(await platform.call("POST /campaigns/:campaignId/resume", { campaignId }, org)).toEqual({
      status: "scheduled",
    });
  });

  it("cancels messages that no sender holds and releases their money; leased rows stay", async () => {
    const { org, campaignId } = await runningCampaign(platform, 10);
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.insert(sendLeases).values({
        orgId: org.orgId,
        id: newId("lse"),
        campaignId,
        fromSequence: 1,
        toSequence: 4,
        dispatcher: "d",
      }),
    );
    const { cancelledMessages } = await platform.call(
      "POST /campaigns/:campaignId/cancel",
      { campaignId },
      org,
    );
    expect(cancelledMessages).toBe(6);
    expect(await totalsOf(org, campaignId)).toEqual({ queued: 4, cancelled: 6 });
    expect(
      (await messagesOf(platform, org, campaignId)).filter((row) => row.state === "queued"),
    ).toHaveLength(4);
    expect(await platform.call("GET /wallet", {}, org)).toMatchObject({
      balanceCents: 99_200,
      heldCents: 800,
    });
    expect(
      await refusalOf(platform, "POST /campaigns/:campaignId/resume", { campaignId }, org),
    ).toMatchObject({
      status: 409,
      code: "campaign.wrong_status",
    });
  });

  it("when finished, releases failed messages and keeps money in flight until delivery", async () => {
    const { org, campaignId } = await runningCampaign(platform, 10);
    await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131026 }, 3);
    await noteOutcome(platform, org, campaignId, { state: "accepted" });
    expect(await finish(org, campaignId)).toEqual({ finished: true });
    expect(await finish(org, campaignId)).toEqual({ finished: false });
    expect(await platform.call("GET /wallet", {}, org)).toMatchObject({
      balanceCents: 98_600,
      heldCents: 1400,
    });
    await platform.services.db.withSystem((tx) =>
      settleDelivered(tx, {
        orgId: org.orgId,
        subjectId: campaignId,
        count: 7,
        reference: "statuses",
        at: platform.clock.now(),
      }),
    );
    expect(await platform.call("GET /wallet", {}, org)).toMatchObject({ balanceCents: 98_600, heldCents: 0 });
  });

  it("pages through recipients by running number, in both directions, with reasons", async () => {
    const { org, campaignId } = await runningCampaign(platform, 120);
    await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131026 }, 1);
    const page = (query: object) =>
      platform.call("GET /campaigns/:campaignId/recipients", { campaignId, ...query }, org);
    const first = await page({});
    expect(first.recipients[0]).toMatchObject({
      state: "failed",
      reason: { who: "recipient", retryAfterHours: null },
    });
    expect(first).toMatchObject({ previousBefore: null, nextAfter: 50 });
    const second = await page({ after: 50 });
    expect(second).toMatchObject({ previousBefore: 51, nextAfter: 100 });
    expect(await page({ before: 51 })).toMatchObject({ previousBefore: null, nextAfter: 50 });
    expect((await page({ after: 100 })).nextAfter).toBeNull();
    expect((await page({ state: "failed" })).recipients).toHaveLength(1);
  });

  it("exports every recipient as CSV, with formulas in names escaped", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 3, (index) => (index === 1 ? { name: "=cmd()" } : {}));
    const campaignId = await draftCampaign(platform, org, sender);
    await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
    await platform.runJobs();
    const response = await platform.request("GET /campaigns/:campaignId/recipients.csv", { campaignId }, org);
    expect(response.headers.get("content-disposition")).toContain("Orders_recipients.csv");
    const lines = (await response.text()).trim().split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines[2]).toContain("2,'=cmd(),254700000002,Waiting");
    const { logs } = await platform.call("GET /activity-logs", {}, org);
    expect(logs[0]).toMatchObject({
      action: "Recipients exported",
      details: expect.stringContaining("Orders"),
    });
  });

  it("streams its progress as events and ends when nothing more happens", async () => {
    const { org, campaignId } = await runningCampaign(platform, 2);
    await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131026 });
    await finish(org, campaignId);
    const response = await platform.request("GET /campaigns/:campaignId/events", { campaignId }, org);
    expect(response.headers.get("content-type")).toMatch("text/event-stream");
    const text = await response.text();
    expect(text).toContain('"status":"completed"');
    expect(text.trim().endsWith("event: end\ndata: {}")).toBe(true);
  });

  it("paused by the platform says why, on its page and in a notification", async () => {
    const { org, campaignId } = await runningCampaign(platform, 2);
    const words = expect.stringMatching(/payment.*Then resume the campaign. \(code 131042\)/s);
    await platform.services.db.withSystem((tx) =>
      pauseCampaignForReason(tx, {
        orgId: org.orgId,
        campaignId,
        reason: { code: "meta.131042", said: "Payment issue" },
        at: platform.clock.now(),
      }),
    );
    expect(await platform.call("GET /campaigns/:campaignId", { campaignId }, org)).toMatchObject({
      status: "paused",
      statusReason: words,
    });
    expect((await platform.call("GET /notifications", {}, org)).notifications[0]).toMatchObject({
      body: words,
    });
  });

  it("releases, after 31 days, the money of messages that were never delivered", async () => {
    const { org, campaignId } = await runningCampaign(platform, 10);
    await noteOutcome(platform, org, campaignId, { state: "accepted" });
    await platform.services.db.withSystem((tx) =>
      finishCampaign(tx, { orgId: org.orgId, campaignId, at: platform.clock.now() }),
    );
    await releaseExpiredHoldsHandler.run(platform.services, {});
    expect((await platform.call("GET /wallet", {}, org)).heldCents).toBe(2000);
    platform.clock.advance(32 * 86_400_000);
    await releaseExpiredHoldsHandler.run(platform.services, {});
    const { rows } = await platform.services.db.system.query(
      "select name, balance_cents from ledger_accounts where org_id = $1 and name in ('wallet', 'held') order by name",
      [org.orgId],
    );
    expect(rows).toEqual([
      { name: "held", balance_cents: 0 },
      { name: "wallet", balance_cents: 100_000 },
    ]);
  });
});
