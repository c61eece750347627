import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { campaignsToSend } from "#app/domain/messaging/campaigns/toSend.server.ts";
import { findWork } from "#app/domain/messaging/sender/numbers.server.ts";
import { leaseRange } from "#app/domain/messaging/sender/work.server.ts";
import { newId } from "#app/platform/ids.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import {
  addContacts,
  connectWhatsapp,
  createPrepaidOrg,
  draftCampaign,
  noteOutcome,
} from "#tests/support/sending.ts";

const platform = setUpPlatform();
const _key = () => newId("cmp");

async function drafted(count: number, options: Parameters<typeof connectWhatsapp>[2] = {}) {
  const org = await createPrepaidOrg(platform);
  const sender = await connectWhatsapp(platform, org, options);
  await addContacts(platform, org, count);
  return { org, ...sender, campaignId: await draftCampaign(platform, org, sender) };
}

async function start(org: TestOrg, campaignId: string) {
  await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
  await platform.runJobs();
}

/** The dispatcher's permit for the number, as the sender requests it. */
async function leased(
  org: TestOrg,
  { phoneNumberId, campaignId }: { phoneNumberId: string; campaignId: string },
) {
  const { system } = platform.services.db;
  await system.query(
    `insert into dispatchers (org_id, phone_number_id, holder, expires_at) values ($1, $2, 'test', now() + interval '1 hour')
      on conflict (phone_number_id) do nothing`,
    [org.orgId, phoneNumberId],
  );
  const [campaign] = await campaignsToSend(system, org.orgId, phoneNumberId);
  const range = await leaseRange(platform.services.db, {
    orgId: org.orgId,
    phoneNumberId,
    campaignId,
    size: 80,
    dispatcher: "test",
    leaseId: newId("lse"),
    isBegun: true,
  });
  expect(campaign?.more ?? false).toBe(range !== null);
  return range?.rows.length ?? 0;
}

/** Advances the database's clock, which the sender uses, for a campaign. */
const passed = (campaignId: string, seconds: number) =>
  platform.services.db.system.query(
    "update campaigns set paced_at = paced_at - make_interval(secs => $2) where id = $1",
    [campaignId, seconds],
  );

describe("a send rate", () => {
  it("admits no more than its time allows, and does not catch up after a stop", async () => {
    const { org, phoneNumberId, campaignId } = await drafted(400);
    await platform.call(
      "PUT /campaigns/:campaignId",
      { campaignId, scheduledFor: null, pace: { kind: "per_minute", messages: 6 } },
      org,
    );
    await start(org, campaignId);
    const ask = () => leased(org, { phoneNumberId, campaignId });
    expect(await ask()).toBe(1);
    expect(await ask()).toBe(0);
    await passed(campaignId, 31);
    expect(await ask()).toBe(3);
    // After an idle hour: a minute's worth, not sixty.
    await passed(campaignId, 3600);
    expect(await ask()).toBe(6);
    expect(await ask()).toBe(0);
    const progress = await platform.call("GET /campaigns/:campaignId/progress", { campaignId }, org);
    expect(progress).toMatchObject({ pacePerMinute: 6, etaSeconds: expect.any(Number) });
  });

  it("shows in the quote when the campaign will end", async () => {
    const { org, campaignId } = await drafted(11);
    await platform.call(
      "PUT /campaigns/:campaignId",
      { campaignId, scheduledFor: null, pace: { kind: "over", hours: 4 } },
      org,
    );
    const { delivery } = await platform.call("POST /campaigns/:campaignId/quote", { campaignId }, org);
    const minutes = (new Date(delivery!.finishesAt!).getTime() - platform.clock.now().getTime()) / 60_000;
    expect(Math.round(minutes)).toBe(Math.round((240 / 11) * 10));
  });
});

describe("quiet hours", () => {
  const around = (org: TestOrg, quiet: { from: string; to: string } | null) =>
    platform.call("PUT /sending/quiet-hours", { quiet: quiet && { ...quiet, zone: "UTC" } }, org);
  /** The sender uses the database's clock. */
  const clock = (offsetHours: number) =>
    `${String((new Date().getUTCHours() + 24 + offsetHours) % 24).padStart(2, "0")}:00`;
  const now = { from: clock(-1), to: clock(2) };
  const later = { from: clock(3), to: clock(5) };

  it("pause a campaign and resume it automatically; nothing is lost", async () => {
    const { org, phoneNumberId, campaignId } = await drafted(5);
    await around(org, now);
    await start(org, campaignId);
    const ask = () => leased(org, { phoneNumberId, campaignId });
    expect(await ask()).toBe(0);
    const works = async () => {
      const input = {
        graceSeconds: 300,
        intakeOpenSince: null,
        statusesSince: new Map(),
        lowWater: 0,
        endsUnknown: false,
      };
      const { numbers } = await findWork(platform.services.db.system, input);
      return numbers.some((one) => one.phoneNumberId === phoneNumberId);
    };
    expect(await works()).toBe(false);
    const progress = await platform.call("GET /campaigns/:campaignId/progress", { campaignId }, org);
    expect(progress.status).toBe("sending");
    await around(org, later);
    expect(await works()).toBe(true);
    expect(await ask()).toBe(5);
  });

  it("do not hold one-time codes", async () => {
    const { org, phoneNumberId, campaignId } = await drafted(3);
    await platform.services.db.system.query(
      "update templates set category = 'AUTHENTICATION' where org_id = $1",
      [org.orgId],
    );
    await around(org, now);
    await start(org, campaignId);
    expect(await leased(org, { phoneNumberId, campaignId })).toBe(3);
  });
});

describe("the messaging limit", () => {
  it("is shown before sending, and recipients beyond it wait for capacity", async () => {
    const { org, phoneNumberId, campaignId } = await drafted(300);
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.update(whatsappAccounts).set({ portfolioLimit: "TIER_250", portfolioLimitAt: new Date() }),
    );
    const { delivery } = await platform.call("POST /campaigns/:campaignId/quote", { campaignId }, org);
    expect(delivery!.limit).toMatchObject({ limit: 250, used: 0, beyond: 50 });
    await platform.call("PUT /campaigns/:campaignId/beyond-limit", { campaignId, beyondLimit: "wait" }, org);
    await start(org, campaignId);
    const ask = () => leased(org, { phoneNumberId, campaignId });
    expect([await ask(), await ask(), await ask(), await ask(), await ask()]).toEqual([80, 80, 80, 10, 0]);
    const progress = () => platform.call("GET /campaigns/:campaignId/progress", { campaignId }, org);
    expect(await progress()).toMatchObject({ beyondLimit: 50 });
    await noteOutcome(platform, org, campaignId, { state: "accepted" }, 250);
    const makeRoom = async () => {
      const { makeRoomEverywhereHandler } = await import("#app/worker/makeRoom.server.ts");
      await makeRoomEverywhereHandler.run(platform.services, {});
      await platform.runJobs();
    };
    const acceptedAt = (hoursAgo: number) =>
      platform.services.db.withOrg(org.orgId, (tx) =>
        tx
          .update(messages)
          .set({ acceptedAt: new Date(platform.clock.now().getTime() - hoursAgo * 3_600_000) })
          .where(and(eq(messages.campaignId, campaignId), eq(messages.state, "accepted"))),
      );
    await acceptedAt(1);
    await makeRoom();
    expect(await ask()).toBe(0);
    await acceptedAt(25);
    await makeRoom();
    expect(await ask()).toBe(50);
  });
});
