import { describe, expect, it } from "vitest";
import { moveMessages } from "#app/domain/messaging/messages/move.server.ts";
import { answerLost } from "#app/domain/messaging/messages/reasons.ts";
import { applyStatuses } from "#app/domain/messaging/webhooks/statuses.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { messagesOf, runningCampaign } from "#tests/support/sending.ts";

const platform = setUpPlatform();

/** Meta's report on the first message of a campaign. */
const report = (org: TestOrg, id: string, status: string, code?: number) =>
  platform.services.db.withSystem((tx) =>
    applyStatuses(tx, platform.services, org.orgId, [
      {
        id: `wamid.${id}`,
        status,
        timestamp: "1772445000",
        biz_opaque_callback_data: id,
        ...(code ? { errors: [{ code, title: "t" }] } : {}),
      },
    ]),
  );
const guessedFailed = (org: TestOrg, id: string) =>
  platform.services.db.withSystem((tx) =>
    moveMessages(tx, org.orgId, [
      { id, state: "failed", at: new Date(), errorCode: answerLost, errorDetail: "no answer" },
    ]),
  );
const firstOf = async (org: TestOrg, campaignId: string) => (await messagesOf(platform, org, campaignId))[0]!;
const walletOf = (org: TestOrg) => platform.call("GET /wallet", {}, org);

describe("Meta's status of a message", () => {
  it("overrides our own assumption that it failed", async () => {
    const { org, campaignId } = await runningCampaign(platform, 1);
    const { id } = await firstOf(org, campaignId);
    await report(org, id, "sent");
    expect(await guessedFailed(org, id)).toEqual([]);
    expect((await firstOf(org, campaignId)).state).toBe("sent");
  });

  it("is charged when it was delivered after all, once, though its money was released", async () => {
    const { org, campaignId } = await runningCampaign(platform, 2);
    const { id } = await firstOf(org, campaignId);
    await report(org, id, "failed", 131026);
    expect(await walletOf(org)).toMatchObject({ balanceCents: 99_800, heldCents: 200 });
    await report(org, id, "delivered");
    await report(org, id, "read");
    expect((await firstOf(org, campaignId)).state).toBe("read");
    expect(await walletOf(org)).toMatchObject({ balanceCents: 99_600, heldCents: 200 });
  });
});
