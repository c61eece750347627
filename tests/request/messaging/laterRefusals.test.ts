import { describe, expect, it } from "vitest";
import { endForNumbers } from "#app/domain/messaging/campaigns/endForNumbers.server.ts";
import { applyStatuses } from "#app/domain/messaging/webhooks/statuses.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { messagesOf, noteOutcome, runningCampaign } from "#tests/support/sending.ts";

const platform = setUpPlatform();

/** A campaign to four contacts, of which Meta accepted `accepted`. */
async function halfSent(accepted = 2) {
  const { org, campaignId } = await runningCampaign(platform, 4);
  await noteOutcome(platform, org, campaignId, { state: "accepted" }, accepted);
  const rows = await messagesOf(platform, org, campaignId);
  return { org, campaignId, ids: rows.map(({ id }) => id) };
}

/** The messages were accepted now, by the platform's clock. */
const acceptNow = (ids: string[]) =>
  platform.services.db.system.query("update messages set accepted_at = $2 where id = any($1)", [
    ids,
    platform.clock.now(),
  ]);

/** Meta's report, dated now, that accepted messages failed. */
const reportFailed = (org: TestOrg, ids: string[], code: number) =>
  platform.services.db.withSystem((tx) =>
    applyStatuses(
      tx,
      platform.services,
      org.orgId,
      ids.map((id) => ({
        id: `wamid.${id}`,
        status: "failed",
        timestamp: String(Math.ceil(platform.clock.now().getTime() / 1000)),
        biz_opaque_callback_data: id,
        errors: [{ code, title: "Refused" }],
      })),
    ),
  );

const campaignOf = (org: TestOrg, campaignId: string) =>
  platform.call("GET /campaigns/:campaignId", { campaignId }, org);

describe("a campaign whose messages Meta accepts and then refuses", () => {
  it.each([
    [131042, "payment method"],
    [132015, "paused the template"],
  ])("is paused with the reason when account or template can't send (%i)", async (code, words) => {
    const { org, campaignId, ids } = await halfSent();
    await reportFailed(org, ids.slice(0, 2), code);
    const { status, statusReason } = await campaignOf(org, campaignId);
    expect(status).toBe("paused");
    expect(statusReason).toContain(words);
    const states = (await messagesOf(platform, org, campaignId)).map(({ state }) => state);
    expect(states).toEqual(["failed", "failed", "queued", "queued"]);
    const { notifications } = await platform.call("GET /notifications", {}, org);
    expect(notifications.filter(({ title }) => title === "Campaign paused")).toHaveLength(1);
  });

  it("continues when single people can't be reached", async () => {
    const { org, campaignId, ids } = await halfSent();
    await reportFailed(org, ids.slice(0, 2), 131026);
    expect((await campaignOf(org, campaignId)).status).toBe("sending");
  });

  it("is not paused by messages sent before it was resumed, but is by later ones", async () => {
    const { org, campaignId, ids } = await halfSent(3);
    await acceptNow(ids.slice(0, 2));
    await reportFailed(org, ids.slice(0, 1), 131042);
    platform.clock.advance(10 * 60_000);
    await platform.call("POST /campaigns/:campaignId/resume", { campaignId }, org);
    await reportFailed(org, ids.slice(0, 2), 131042);
    expect((await campaignOf(org, campaignId)).status).toBe("sending");
    platform.clock.advance(60_000);
    await acceptNow(ids.slice(2, 3));
    await reportFailed(org, ids.slice(2, 3), 131042);
    expect((await campaignOf(org, campaignId)).status).toBe("paused");
  });

  it("with no recipients left ends instead of pausing", async () => {
    const { org, campaignId, ids } = await halfSent(4);
    await reportFailed(org, ids, 131042);
    expect((await campaignOf(org, campaignId)).status).toBe("sending");
  });

  it("sends no more promotions to those who stopped them, and opts no one out", async () => {
    const { org, ids } = await halfSent();
    await reportFailed(org, ids.slice(0, 1), 131050);
    const { contacts } = await platform.call("GET /contacts", {}, org);
    const stopped = contacts.filter(({ consent }) => consent === "none");
    expect(stopped).toMatchObject([{ optedOutAt: null }]);
  });

  it("can be resent to them once the cause is fixed", async () => {
    const { org, campaignId, ids } = await halfSent(4);
    await reportFailed(org, ids, 131042);
    await platform.call("POST /campaigns/:campaignId/cancel", { campaignId }, org);
    expect((await campaignOf(org, campaignId)).failures).toMatchObject({ ready: 4, final: [] });
  });
});

describe("a campaign whose number is lost to another organisation", () => {
  it("does not offer recipients whose message may have arrived", async () => {
    const { org, campaignId } = await runningCampaign(platform, 4);
    await noteOutcome(platform, org, campaignId, { state: "unknown" }, 2);
    const { number } = await campaignOf(org, campaignId);
    await platform.services.db.withSystem((tx) =>
      endForNumbers(tx, org.ctx, {
        phoneNumberIds: [number.phoneNumberId],
        reason: { code: "campaign.number_taken_over" },
      }),
    );
    const { status, failures } = await campaignOf(org, campaignId);
    expect(status).toBe("cancelled");
    expect(failures).toMatchObject({ ready: 0, final: [{ count: 2 }] });
    expect(failures?.final[0]?.text).toContain("WhatsApp did not confirm this message");
  });
});
