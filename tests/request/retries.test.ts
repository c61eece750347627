import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { finishCampaign } from "#app/domain/campaigns/finish.server.ts";
import { prepareCampaign } from "#app/domain/campaigns/prepare.server.ts";
import { createTestPlatform, type TestOrg, type TestPlatform } from "#tests/support/platform.ts";
import { messagesOf, noteOutcome, refusalOf, runningCampaign } from "#tests/support/sending.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());

const finish = (org: TestOrg, campaignId: string) =>
  platform.services.db.withSystem((tx) => finishCampaign(tx, { orgId: org.orgId, campaignId }));

describe("the retry of an ended campaign", () => {
  it("goes only to failures that may pass, quoted anew, never twice", async () => {
    const { org, campaignId } = await runningCampaign(platform, 10);
    await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131026 }, 3);
    await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131000 }, 5);
    await noteOutcome(platform, org, campaignId, { state: "accepted" });
    const retry = () => platform.call("POST /campaigns/:campaignId/retry-failed", { campaignId }, org);
    expect(
      await refusalOf(platform, "POST /campaigns/:campaignId/retry-failed", { campaignId }, org),
    ).toMatchObject({
      code: "campaign.still_running",
    });
    await finish(org, campaignId);
    const again = await retry();
    expect(await retry()).toEqual(again);
    const { price } = await platform.call("POST /campaigns/:campaignId/quote", again, org);
    expect(price).toMatchObject({ messages: 2, totalCents: 400 });
    await platform.call("POST /campaigns/:campaignId/start", again, org);
    await platform.runJobs();
    expect((await messagesOf(platform, org, again.campaignId)).map((row) => row.recipient)).toEqual([
      "+254700000004",
      "+254700000005",
    ]);
    expect(
      await refusalOf(platform, "POST /campaigns/:campaignId/retry-failed", { campaignId }, org),
    ).toMatchObject({
      code: "campaign.nothing_to_retry",
    });
  });

  it("writes to nobody twice when several retries of the same failures are prepared at once", async () => {
    const { org, campaignId } = await runningCampaign(platform, 40);
    await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131000 });
    await finish(org, campaignId);
    const retry = async () => {
      const draft = await platform.call("POST /campaigns/:campaignId/retry-failed", { campaignId }, org);
      await platform.call("POST /campaigns/:campaignId/start", draft, org);
      return draft;
    };
    const retries = [await retry(), await retry(), await retry(), await retry()];
    expect(new Set(retries.map((draft) => draft.campaignId)).size).toBe(4);
    const prepared = await Promise.all(retries.map((input) => prepareCampaign({ ctx: org.ctx, input })));
    expect(prepared.map(({ recipients }) => recipients).sort()).toEqual([0, 0, 0, 40]);
    const written = await Promise.all(retries.map((input) => messagesOf(platform, org, input.campaignId)));
    expect(written.flat()).toHaveLength(40);
    expect(await platform.call("GET /wallet", {}, org)).toMatchObject({ heldCents: 8000 });
  });

  it("writes to nobody again whom a retry of a retry has reached, nor the other way round", async () => {
    const { org, campaignId: first } = await runningCampaign(platform, 3);
    const fail = async (campaignId: string, upTo?: number) => {
      await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131000 }, upTo);
      await noteOutcome(platform, org, campaignId, { state: "delivered" });
      await finish(org, campaignId);
    };
    const retry = async (campaignId: string) => {
      const draft = await platform.call("POST /campaigns/:campaignId/retry-failed", { campaignId }, org);
      await platform.call("POST /campaigns/:campaignId/start", draft, org);
      await platform.runJobs();
      return draft.campaignId;
    };
    const refused = (campaignId: string) =>
      refusalOf(platform, "POST /campaigns/:campaignId/retry-failed", { campaignId }, org);
    await fail(first);
    const second = await retry(first);
    await fail(second, 2);
    const third = await retry(second);
    await fail(third, 1);
    const again = await retry(first);
    expect((await messagesOf(platform, org, again)).map((row) => row.recipient)).toEqual(["+254700000001"]);
    for (const campaignId of [first, second, third])
      expect(await refused(campaignId)).toMatchObject({ code: "campaign.nothing_to_retry" });
  });

  it("goes to those whom WhatsApp held back (131049) only after a day", async () => {
    const { org, campaignId } = await runningCampaign(platform, 3);
    await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131000 }, 1);
    await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131049 });
    await finish(org, campaignId);
    const retryable = async () =>
      (await platform.call("GET /campaigns/:campaignId", { campaignId }, org)).retryable;
    expect(await retryable()).toBe(1);
    await platform.services.db.system.query(
      "update messages set failed_at = now() - interval '25 hours' where campaign_id = $1",
      [campaignId],
    );
    expect(await retryable()).toBe(3);
  });
});
