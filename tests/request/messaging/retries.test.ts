import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { finishCampaign } from "#app/domain/messaging/campaigns/finish.server.ts";
import { prepareCampaign } from "#app/domain/messaging/campaigns/prepare.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { messagesOf, noteOutcome, refusalOf, runningCampaign } from "#tests/support/sending.ts";

const platform = setUpPlatform();

const finish = (org: TestOrg, campaignId: string) =>
  platform.services.db.withSystem((tx) =>
    finishCampaign(tx, { orgId: org.orgId, campaignId, at: platform.clock.now() }),
  );

const failuresOf = async (org: TestOrg, campaignId: string) =>
  (await platform.call("GET /campaigns/:campaignId", { campaignId }, org)).failures;

const setFailedAt = (org: TestOrg, campaignId: string, failedAt: Date) =>
  platform.services.db.withSystem((tx) =>
    tx
      .update(messages)
      .set({ failedAt })
      .where(and(eq(messages.orgId, org.orgId), eq(messages.campaignId, campaignId))),
  );

/** The number of messages a retry would send now. */
async function retriedMessages(org: TestOrg, campaignId: string): Promise<number> {
  const draft = await platform.call("POST /campaigns/:campaignId/retry-failed", { campaignId }, org);
  const { price } = await platform.call("POST /campaigns/:campaignId/quote", draft, org);
  return price.messages;
}

describe("the failed messages of a campaign that has ended", () => {
  it("are retried only when the failure may be temporary, quoted again, never twice", async () => {
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

  it("are sent once per contact when several retries are prepared at once", async () => {
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

  it("are not sent to a contact whom a retry of a retry has reached, nor the other way round", async () => {
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

  it("that WhatsApp held back (131049) are retried only after a day, and the page says from when", async () => {
    const { org, campaignId } = await runningCampaign(platform, 6);
    await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131000 }, 1);
    await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131026 }, 3);
    await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131049 });
    await finish(org, campaignId);
    const minute = Math.floor(platform.clock.now().getTime() / 60_000) * 60_000;
    const failedAt = new Date(minute - 3_600_000 - 1);
    await setFailedAt(org, campaignId, failedAt);
    expect(await failuresOf(org, campaignId)).toMatchObject({
      ready: 1,
      waiting: { count: 3, from: new Date(minute + 23 * 3_600_000).toISOString() },
      final: [{ count: 2, text: "The number is not on WhatsApp, or its app is outdated." }],
    });
    expect(await retriedMessages(org, campaignId)).toBe(1);
    await setFailedAt(org, campaignId, new Date(platform.clock.now().getTime() - 25 * 3_600_000));
    expect(await failuresOf(org, campaignId)).toMatchObject({ ready: 4, waiting: null });
    expect(await retriedMessages(org, campaignId)).toBe(4);
  });

  it("follow the latest try: contacts held back again wait again, reached ones are done", async () => {
    const { org, campaignId } = await runningCampaign(platform, 3);
    await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131049 });
    await finish(org, campaignId);
    await setFailedAt(org, campaignId, new Date(platform.clock.now().getTime() - 25 * 3_600_000));
    const retry = await platform.call("POST /campaigns/:campaignId/retry-failed", { campaignId }, org);
    await platform.call("POST /campaigns/:campaignId/start", retry, org);
    await platform.runJobs();
    await noteOutcome(platform, org, retry.campaignId, { state: "failed", errorCode: 131049 }, 1);
    await noteOutcome(platform, org, retry.campaignId, { state: "failed", errorCode: 131026 }, 2);
    await noteOutcome(platform, org, retry.campaignId, { state: "delivered" });
    expect(await failuresOf(org, campaignId)).toMatchObject({
      ready: 0,
      waiting: { count: 1, reasons: [expect.stringMatching(/^WhatsApp withheld it/)] },
      sentAgain: 1,
      final: [{ count: 1 }],
    });
    expect(
      await refusalOf(platform, "POST /campaigns/:campaignId/retry-failed", { campaignId }, org),
    ).toMatchObject({ code: "campaign.nothing_to_retry" });
  });

  it("skip contacts who opted out since, and notify no one while the campaign runs", async () => {
    const { org, campaignId } = await runningCampaign(platform, 2);
    await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: 131000 });
    expect(await failuresOf(org, campaignId)).toBeNull();
    await finish(org, campaignId);
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.update(contacts).set({ optedOutAt: new Date() }).where(eq(contacts.phone, "+254700000001")),
    );
    expect(await failuresOf(org, campaignId)).toMatchObject({ ready: 1, leftOut: 1, final: [] });
  });
});
