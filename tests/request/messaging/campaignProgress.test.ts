import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { sendLeases } from "#app/db/schema/messaging/sender.ts";
import { finishCampaign } from "#app/domain/messaging/campaigns/finish.server.ts";
import { settleDelivered } from "#app/domain/money/hold.server.ts";
import { newId } from "#app/platform/ids.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { noteOutcome, runningCampaign, scheduledCampaign } from "#tests/support/sending.ts";

const platform = setUpPlatform();

const progressOf = (org: TestOrg, campaignId: string) =>
  platform.call("GET /campaigns/:campaignId/progress", { campaignId }, org);

const finish = (org: TestOrg, campaignId: string) =>
  platform.services.db.withSystem((tx) =>
    finishCampaign(tx, { orgId: org.orgId, campaignId, at: platform.clock.now() }),
  );

describe("the progress of a campaign", () => {
  it.each(["delivered", "read"] as const)(
    "is followed for an hour after the end, for reports and replies to %s",
    async (state) => {
      const { org, campaignId } = await runningCampaign(platform, 3);
      await noteOutcome(platform, org, campaignId, { state });
      await finish(org, campaignId);
      platform.clock.advance(59 * 60_000);
      expect((await progressOf(org, campaignId)).moving).toBe(true);
      platform.clock.advance(2 * 60_000);
      expect((await progressOf(org, campaignId)).moving).toBe(false);
      const events = await platform.request("GET /campaigns/:campaignId/events", { campaignId }, org);
      expect((await events.text()).trim().endsWith("event: end\ndata: {}")).toBe(true);
    },
  );

  it("is not followed when no one received it", async () => {
    const { org, campaignId } = await runningCampaign(platform, 3);
    await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131026 });
    await finish(org, campaignId);
    expect((await progressOf(org, campaignId)).moving).toBe(false);
  });

  it("shows the sending speed of the last seconds, without the burst and the pause before", async () => {
    const { org, campaignId } = await runningCampaign(platform, 490);
    await noteOutcome(platform, org, campaignId, { state: "accepted" }, 480);
    const now = platform.clock.now();
    const resumedAt = new Date(now.getTime() - 5000);
    const { system } = platform.services.db;
    // A burst of 40 at the resume, then 80 a second until now; everything else before the pause.
    await system.query(
      `update messages set accepted_at = case when sequence > 80 then $2::timestamptz - make_interval(secs => (480 - sequence) / 80.0)
        when sequence > 40 then $3::timestamptz else $3::timestamptz - interval '30 seconds' end
      where campaign_id = $1 and state = 'accepted'`,
      [campaignId, now, resumedAt],
    );
    await platform.services.db.withSystem((tx) =>
      tx
        .update(campaigns)
        .set({ nextSequence: 491, updatedAt: resumedAt })
        .where(eq(campaigns.id, campaignId)),
    );
    expect(await progressOf(org, campaignId)).toMatchObject({ ratePerSecond: 80, etaSeconds: 1 });
  });

  it("shows why and until when nothing is sent while WhatsApp refuses and we retry", async () => {
    const { org, campaignId } = await runningCampaign(platform, 3);
    expect((await progressOf(org, campaignId)).trouble).toBeNull();
    await platform.services.db.system.query(
      "update messages set due_at = '2030-01-01T09:00:00Z', error_code = 131000 where campaign_id = $1 and sequence = 2",
      [campaignId],
    );
    expect(await progressOf(org, campaignId)).toMatchObject({
      trouble: "WhatsApp failed for an unknown reason.",
      nextTryAt: "2030-01-01T09:00:00.000Z",
    });
    await platform.call("POST /campaigns/:campaignId/pause", { campaignId }, org);
    expect((await progressOf(org, campaignId)).trouble).toBeNull();
  });

  it("shows how much money is paid, released and on hold", async () => {
    const { org, campaignId } = await runningCampaign(platform, 10);
    await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131026 }, 3);
    await noteOutcome(platform, org, campaignId, { state: "accepted" });
    await finish(org, campaignId);
    await platform.services.db.withSystem((tx) =>
      settleDelivered(tx, {
        orgId: org.orgId,
        subjectId: campaignId,
        count: 5,
        reference: newId("evt"),
        at: platform.clock.now(),
      }),
    );
    expect((await progressOf(org, campaignId)).cost).toMatchObject({
      totalCents: 2000,
      spentCents: 1000,
      returnedCents: 600,
      heldCents: 400,
      deliveredIncluded: 0,
      deliveredPaid: 5,
    });
  });

  it("counts messages not sent by a cancelled campaign as not done", async () => {
    const { org, campaignId } = await runningCampaign(platform, 10);
    await noteOutcome(platform, org, campaignId, { state: "delivered" }, 4);
    await platform.call("POST /campaigns/:campaignId/cancel", { campaignId }, org);
    expect(await progressOf(org, campaignId)).toMatchObject({
      done: 4,
      recipients: 10,
      counts: { cancelled: 6 },
    });
  });
});

describe("a scheduled campaign", () => {
  it("is followed, so that its page shows the start, and does not log a start that never happened", async () => {
    const { org, campaignId } = await scheduledCampaign(platform);
    expect(await progressOf(org, campaignId)).toMatchObject({ status: "scheduled", moving: true });
    await platform.call("POST /campaigns/:campaignId/cancel", { campaignId }, org);
    const { logs } = await platform.call("GET /activity-logs", {}, org);
    expect(logs[0]?.details).toBe("“Orders” was cancelled before it started");
  });
});

describe("the end of a campaign", () => {
  const reportOf = async (org: TestOrg) => {
    const { notifications } = await platform.call("GET /notifications", {}, org);
    const { logs } = await platform.call("GET /activity-logs", {}, org);
    return { notice: notifications[0]?.body, log: logs[0]?.details };
  };

  it("is logged with the figures of that moment, since deliveries and failures are reported later", async () => {
    const { org, campaignId } = await runningCampaign(platform, 5);
    await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131026 }, 1);
    await noteOutcome(platform, org, campaignId, { state: "accepted" });
    await finish(org, campaignId);
    const text = "“Orders” finished: 1 of 5 messages failed so far. See its page for later reports.";
    expect(await reportOf(org)).toEqual({ notice: text, log: text });
  });

  it("by cancelling logs no figure while a sender still has messages in memory", async () => {
    const { org, campaignId } = await runningCampaign(platform, 10);
    const lease = { campaignId, fromSequence: 1, toSequence: 4, dispatcher: "d" };
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.insert(sendLeases).values({ orgId: org.orgId, id: newId("lse"), ...lease }),
    );
    expect(await platform.call("POST /campaigns/:campaignId/cancel", { campaignId }, org)).toEqual({
      cancelledMessages: 6,
      inSender: 4,
    });
    expect((await reportOf(org)).log).toBe("“Orders” was cancelled while it was being sent");
  });
});
