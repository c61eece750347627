import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import {
  addContacts,
  connectWhatsapp,
  createPrepaidOrg,
  draftCampaign,
  messagesOf,
  refusalOf,
  scheduledCampaign,
} from "#tests/support/sending.ts";

const platform = setUpPlatform();

describe("starting a campaign", () => {
  it("refuses a price higher than the one shown", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 5);
    const campaignId = await draftCampaign(platform, org, sender);
    const start = (maxTotalCents: number) =>
      platform.request("POST /campaigns/:campaignId/start", { campaignId, maxTotalCents }, org);
    const refused = await start(800);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "campaign.price_changed" });
    expect((await start(1000)).status).toBe(200);
  });

  it("asks for confirmation when the audience differs from the one shown", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 5);
    const campaignId = await draftCampaign(platform, org, sender);
    const quoted = () => platform.call("POST /campaigns/:campaignId/quote", { campaignId }, org);
    const start = async ({ price }: Awaited<ReturnType<typeof quoted>>) =>
      platform.request(
        "POST /campaigns/:campaignId/start",
        { campaignId, maxTotalCents: price.totalCents, seenRecipients: price.messages },
        org,
      );
    const seen = await quoted();
    const [gone] = await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.select().from(contacts).where(eq(contacts.orgId, org.orgId)).limit(1),
    );
    await platform.call("DELETE /contacts/:contactId", { contactId: gone!.id }, org);
    const refused = await start(seen);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      code: "campaign.audience_changed",
      message: expect.stringMatching(/from 5 to 4 recipients \(KES\s8\.00\)/),
    });
    expect((await start(await quoted())).status).toBe(200);
  });

  it("is refused for agents, who have read access", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org);
    const campaignId = await draftCampaign(platform, org, sender);
    await platform.services.db.withSystem((tx) =>
      tx.update(members).set({ role: "agent" }).where(eq(members.orgId, org.orgId)),
    );
    expect((await platform.request("POST /campaigns/:campaignId/start", { campaignId }, org)).status).toBe(
      403,
    );
    expect((await platform.request("GET /campaigns/:campaignId", { campaignId }, org)).status).toBe(200);
  });

  it("writes each recipient once with running numbers, and holds the quoted money", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 25, (index) => ({ tags: index < 20 ? ["vip"] : [] }));
    const campaignId = await draftCampaign(platform, org, sender);
    await platform.call(
      "PUT /campaigns/:campaignId",
      { campaignId, audience: { kind: "tag", tag: "vip" } },
      org,
    );
    expect(await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org)).toEqual({
      started: true,
      status: "preparing",
    });
    await platform.runJobs();
    const campaign = await platform.call("GET /campaigns/:campaignId", { campaignId }, org);
    expect(campaign).toMatchObject({ status: "sending", recipients: 20, counts: { queued: 20 } });
    const rows = await messagesOf(platform, org, campaignId);
    expect(rows.map((row) => row.sequence)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(new Set(rows.map((row) => row.contactId)).size).toBe(20);
    expect(await platform.call("GET /wallet", {}, org)).toMatchObject({
      balanceCents: 96_000,
      heldCents: 4000,
    });
  });

  it("starts once, however often the button is pressed and the job runs", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 5);
    const campaignId = await draftCampaign(platform, org, sender);
    const presses = await Promise.all(
      [1, 2, 3].map(() => platform.call("POST /campaigns/:campaignId/start", { campaignId }, org)),
    );
    expect(presses.filter((press) => press.started)).toHaveLength(1);
    platform.waiting.push(...platform.waiting);
    await platform.runJobs();
    expect(await messagesOf(platform, org, campaignId)).toHaveLength(5);
    expect((await platform.call("GET /wallet", {}, org)).heldCents).toBe(1000);
  });

  it("refuses what can't be sent, says why, and holds nothing", async () => {
    const org = await createPrepaidOrg(platform, 5);
    const sender = await connectWhatsapp(platform, org, { templateStatus: "PENDING" });
    const campaignId = await draftCampaign(platform, org, sender);
    const start = () => refusalOf(platform, "POST /campaigns/:campaignId/start", { campaignId }, org);
    expect(await start()).toMatchObject({ status: 409, code: "campaign.template_not_approved" });
    await platform.services.db.withOrg(org.orgId, (tx) => tx.update(templates).set({ status: "APPROVED" }));
    expect(await start()).toMatchObject({ status: 400, code: "campaign.no_recipients" });
    await addContacts(platform, org, 5);
    expect(await start()).toMatchObject({
      status: 402,
      code: "wallet.too_little",
      message: expect.stringContaining("KES\u00a05.00"),
    });
    await platform.services.db.withOrg(org.orgId, (tx) => tx.update(phoneNumbers).set({ status: "BANNED" }));
    expect(await start()).toMatchObject({ status: 409, code: "campaign.number_not_connected" });
    expect(await platform.call("GET /wallet", {}, org)).toMatchObject({ balanceCents: 500, heldCents: 0 });
    expect(await platform.call("GET /campaigns/:campaignId", { campaignId }, org)).toMatchObject({
      status: "draft",
    });
  });

  it("deletes and logs a draft, but never a started campaign", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 1);
    const [kept, draft] = [
      await draftCampaign(platform, org, sender),
      await draftCampaign(platform, org, sender),
    ];
    await platform.call("POST /campaigns/:campaignId/start", { campaignId: kept }, org);
    await platform.runJobs();
    const remove = (campaignId: string) =>
      platform.call("DELETE /campaigns/:campaignId", { campaignId }, org);
    expect(
      await refusalOf(platform, "DELETE /campaigns/:campaignId", { campaignId: kept }, org),
    ).toMatchObject({
      status: 409,
      code: "campaign.not_draft",
    });
    await remove(draft);
    expect(await platform.call("GET /campaigns", {}, org)).toMatchObject({ campaigns: [{ id: kept }] });
    const { logs } = await platform.call("GET /activity-logs", {}, org);
    expect(logs[0]).toMatchObject({ action: "Draft deleted", details: "The draft “Orders” was deleted" });
  });

  it("refuses a time in the past, and sends a scheduled campaign when due", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 3);
    const campaignId = await draftCampaign(platform, org, sender);
    const schedule = (ms: number) => ({
      campaignId,
      scheduledFor: new Date(platform.clock.now().getTime() + ms).toISOString(),
    });
    expect(await refusalOf(platform, "PUT /campaigns/:campaignId", schedule(-1000), org)).toMatchObject({
      code: "campaign.scheduled_in_past",
    });
    await platform.call("PUT /campaigns/:campaignId", schedule(60_000), org);
    const { status } = await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
    expect(status).toBe("scheduled");
    const [prepare] = platform.waiting;
    await platform.runJobs();
    expect(await messagesOf(platform, org, campaignId)).toHaveLength(0);
    platform.clock.advance(61_000);
    await prepare!.job.run(platform.services, prepare!.payload);
    expect(await messagesOf(platform, org, campaignId)).toHaveLength(3);
  });

  it("reschedules a paused campaign; resumed, it is sent at the new time", async () => {
    const { org, campaignId } = await scheduledCampaign(platform);
    await platform.call("POST /campaigns/:campaignId/pause", { campaignId }, org);
    const scheduledFor = new Date(platform.clock.now().getTime() + 2 * 3_600_000).toISOString();
    await platform.call("POST /campaigns/:campaignId/reschedule", { campaignId, scheduledFor }, org);
    const { status } = await platform.call("POST /campaigns/:campaignId/resume", { campaignId }, org);
    expect(status).toBe("scheduled");
    const jobs = platform.waiting.splice(0);
    const runAll = async () => {
      for (const { job, payload } of jobs) await job.run(platform.services, payload);
    };
    platform.clock.advance(3_600_000);
    await runAll();
    expect(await messagesOf(platform, org, campaignId)).toHaveLength(0);
    platform.clock.advance(3_600_000);
    await runAll();
    expect(await messagesOf(platform, org, campaignId)).toHaveLength(2);
  });

  it("reschedules a scheduled campaign, keeping its hold, until it is due", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 3);
    const campaignId = await draftCampaign(platform, org, sender);
    const time = (minutes: number) => ({
      campaignId,
      scheduledFor: new Date(platform.clock.now().getTime() + minutes * 60_000).toISOString(),
    });
    const refusal = (minutes: number) =>
      refusalOf(platform, "POST /campaigns/:campaignId/reschedule", time(minutes), org);
    expect(await refusal(5)).toMatchObject({ status: 409, code: "campaign.not_scheduled" });
    await platform.call("PUT /campaigns/:campaignId", time(1), org);
    await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
    expect(await refusal(-1)).toMatchObject({ code: "campaign.scheduled_in_past" });
    await platform.call("POST /campaigns/:campaignId/reschedule", time(10), org);
    expect((await platform.call("GET /wallet", {}, org)).heldCents).toBe(600);
    const { logs } = await platform.call("GET /activity-logs", {}, org);
    expect(logs[0]).toMatchObject({ action: "Campaign rescheduled" });
    const [earlier, later] = platform.waiting.splice(0);
    platform.clock.advance(2 * 60_000);
    await earlier!.job.run(platform.services, earlier!.payload);
    expect(await messagesOf(platform, org, campaignId)).toHaveLength(0);
    platform.clock.advance(9 * 60_000);
    expect(await refusal(5)).toMatchObject({ code: "campaign.not_scheduled" });
    await later!.job.run(platform.services, later!.payload);
    expect(await messagesOf(platform, org, campaignId)).toHaveLength(3);
  });

  it("skips contacts who opted out since the quote, and releases their money", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org);
    const [first] = await addContacts(platform, org, 3);
    const campaignId = await draftCampaign(platform, org, sender);
    await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.update(contacts).set({ optedOutAt: new Date() }).where(eq(contacts.id, first!)),
    );
    await platform.runJobs();
    expect(await platform.call("GET /campaigns/:campaignId", { campaignId }, org)).toMatchObject({
      recipients: 2,
    });
    expect(await platform.call("GET /wallet", {}, org)).toMatchObject({
      balanceCents: 99_600,
      heldCents: 400,
    });
  });

  it("offers all contact fields as variables, even when newer contacts lack them", async () => {
    const org = await createPrepaidOrg(platform);
    await addContacts(platform, org, 2101, (index) => (index === 0 ? { fields: { Town: "Kisumu" } } : {}));
    expect((await platform.call("GET /campaigns/choices", {}, org)).fields).toEqual(["Town"]);
  });

  it("writes no more recipients than quoted", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 3);
    const campaignId = await draftCampaign(platform, org, sender);
    await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
    await addContacts(platform, org, 2, (index) => ({ phone: `+25479999999${index}` }));
    await platform.runJobs();
    expect(await messagesOf(platform, org, campaignId)).toHaveLength(3);
  });

  it("pauses with the reason when the template was paused before the recipients were written, and resumes", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 3);
    const campaignId = await draftCampaign(platform, org, sender);
    await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
    const setTemplate = (status: string) =>
      platform.services.db.withOrg(org.orgId, (tx) => tx.update(templates).set({ status }));
    await setTemplate("PAUSED");
    await platform.runJobs();
    const paused = await platform.call("GET /campaigns/:campaignId", { campaignId }, org);
    expect(paused).toMatchObject({
      status: "paused",
      statusReason: expect.stringContaining("not approved (paused)"),
    });
    await setTemplate("APPROVED");
    await platform.call("POST /campaigns/:campaignId/resume", { campaignId }, org);
    await platform.runJobs();
    expect(await messagesOf(platform, org, campaignId)).toHaveLength(3);
  });
});
