import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts.ts";
import { members } from "#app/db/schema/identity.ts";
import { phoneNumbers, templates } from "#app/db/schema/whatsapp.ts";
import { createTestPlatform, type TestPlatform } from "#tests/support/platform.ts";
import {
  addContacts,
  connectWhatsapp,
  createPrepaidOrg,
  draftCampaign,
  messagesOf,
  refusalOf,
} from "#tests/support/sending.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());

describe("drafting a campaign", () => {
  it("makes one draft of a form that is sent twice", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org);
    const form = {
      name: "Sale",
      templateId: sender.templateId,
      phoneNumberId: sender.phoneNumberId,
      key: "same-key-1",
    };
    const first = await platform.call("POST /campaigns", form, org);
    expect(await platform.call("POST /campaigns", form, org)).toEqual(first);
    expect((await platform.call("GET /campaigns", {}, org)).total).toBe(1);
  });

  it("lists refused numbers by line, and makes contacts of the good ones when told to leave the rest out", async () => {
    const org = await createPrepaidOrg(platform);
    const campaignId = await draftCampaign(platform, org, await connectWhatsapp(platform, org));
    const pasted = {
      campaignId,
      kind: "numbers",
      numbers: "0712 345 678\nabc\n+254712345678, 0733123456",
    } as const;
    const refused = await platform.request("PUT /campaigns/:campaignId/audience", pasted, org);
    expect(refused.status).toBe(400);
    expect((await refused.json()).fields.numbers).toContain("Line 2:");
    const taken = await platform.call(
      "PUT /campaigns/:campaignId/audience",
      { ...pasted, skipInvalid: true },
      org,
    );
    expect(taken.leftOut).toBe(1);
    const known = await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.select({ phone: contacts.phone }).from(contacts).orderBy(contacts.phone),
    );
    expect(known).toEqual([{ phone: "+254712345678" }, { phone: "+254733123456" }]);
    const { audience } = await platform.call("POST /campaigns/:campaignId/quote", { campaignId }, org);
    expect(audience.recipients).toBe(2);
  });

  it("counts who is left out and why, each person once", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org, { category: "MARKETING" });
    const now = new Date();
    await addContacts(platform, org, 10, (index) => ({
      ...(index < 2 ? { optedOutAt: now, consent: "none" as const } : {}),
      ...(index === 2 ? { phone: null, bsuid: "KE.1" } : {}),
      ...(index > 2 && index < 6 ? { consent: "none" as const } : {}),
    }));
    const campaignId = await draftCampaign(platform, org, sender);
    const { audience, price } = await platform.call("POST /campaigns/:campaignId/quote", { campaignId }, org);
    expect(audience).toEqual({ matching: 10, recipients: 4, optedOut: 2, noPhone: 1, noConsent: 3 });
    expect(price).toMatchObject({ totalCents: 800, walletCents: 100_000, walletAfterCents: 99_200 });
  });

  it("fills variables from contact fields, with a fallback, without line breaks", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org, {
      components: [{ type: "BODY", text: "Hello {{1}}, visit {{2}} for {{3}}." }],
    });
    await addContacts(platform, org, 2, (index) =>
      index === 0 ? { name: "Asha\n Mwangi", fields: { town: "Nakuru" } } : { name: "" },
    );
    const campaignId = await draftCampaign(platform, org, sender);
    expect(await refusalOf(platform, "POST /campaigns/:campaignId/start", { campaignId }, org)).toMatchObject(
      {
        code: "campaign.variables_missing",
      },
    );
    const variables = {
      "1": { from: "contact", field: "first_name", fallback: "friend" },
      "2": { from: "contact", field: "fields.town", fallback: "us" },
      "3": { from: "text", value: "the sale" },
    } as const;
    await platform.call("PUT /campaigns/:campaignId/variables", { campaignId, variables }, org);
    const preview = await platform.call("POST /campaigns/:campaignId/preview", { campaignId }, org);
    expect(preview.message.body).toBe("Hello Asha, visit Nakuru for the sale.");
    await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
    await platform.runJobs();
    expect((await messagesOf(platform, org, campaignId)).map((row) => row.variables)).toEqual([
      { "1": "Asha", "2": "Nakuru", "3": "the sale" },
      { "1": "friend", "2": "us", "3": "the sale" },
    ]);
  });
});

describe("starting a campaign", () => {
  it("refuses a price higher than the one that was seen", async () => {
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

  it("is not for agents, who may look", async () => {
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
    await platform.call("PUT /campaigns/:campaignId/audience", { campaignId, kind: "tag", tag: "vip" }, org);
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
      message: expect.stringContaining("KES 5.00"),
    });
    await platform.services.db.withOrg(org.orgId, (tx) => tx.update(phoneNumbers).set({ status: "BANNED" }));
    expect(await start()).toMatchObject({ status: 409, code: "campaign.number_not_connected" });
    expect(await platform.call("GET /wallet", {}, org)).toMatchObject({ balanceCents: 500, heldCents: 0 });
    expect(await platform.call("GET /campaigns/:campaignId", { campaignId }, org)).toMatchObject({
      status: "draft",
    });
  });

  it("deletes a draft and notes it, but never what was started", async () => {
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

  it("refuses a time in the past, and sends a scheduled campaign when its time has come", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 3);
    const campaignId = await draftCampaign(platform, org, sender);
    const schedule = (ms: number) => ({
      campaignId,
      scheduledFor: new Date(platform.clock.now().getTime() + ms).toISOString(),
    });
    expect(
      await refusalOf(platform, "PUT /campaigns/:campaignId/schedule", schedule(-1000), org),
    ).toMatchObject({
      code: "campaign.scheduled_in_past",
    });
    await platform.call("PUT /campaigns/:campaignId/schedule", schedule(60_000), org);
    const { status } = await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
    expect(status).toBe("scheduled");
    const [prepare] = platform.waiting;
    await platform.runJobs();
    expect(await messagesOf(platform, org, campaignId)).toHaveLength(0);
    platform.clock.advance(61_000);
    await prepare!.job.run(platform.services, prepare!.payload);
    expect(await messagesOf(platform, org, campaignId)).toHaveLength(3);
  });

  it("leaves out who opted out since the quote, and gives their money back", async () => {
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

  it("can fill its variables from any column that any contact has, also when newer ones have none", async () => {
    const org = await createPrepaidOrg(platform);
    await addContacts(platform, org, 2101, (index) => (index === 0 ? { fields: { Town: "Kisumu" } } : {}));
    expect((await platform.call("GET /campaigns/choices", {}, org)).fields).toEqual(["Town"]);
  });

  it("writes no more recipients than were quoted", async () => {
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
