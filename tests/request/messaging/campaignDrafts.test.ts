import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { action as newBroadcast } from "#app/routes/campaigns/newBroadcast.tsx";
import { setUpPlatform } from "#tests/support/platform.ts";
import { formRequest, postForm } from "#tests/support/screens.ts";
import {
  addContacts,
  connectWhatsapp,
  createPrepaidOrg,
  draftCampaign,
  messagesOf,
  refusalOf,
} from "#tests/support/sending.ts";

const platform = setUpPlatform();

describe("drafting a campaign", () => {
  it("creates one draft of a form that is sent twice", async () => {
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

  it("has no recipients before its audience is chosen, and says so", async () => {
    const org = await createPrepaidOrg(platform);
    const { templateId, phoneNumberId } = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 2);
    const form = { name: "Sale", templateId, phoneNumberId, key: "no-audience-1" };
    const { campaignId } = await platform.call("POST /campaigns", form, org);
    const listed = async () => (await platform.call("GET /campaigns", {}, org)).campaigns[0]?.audience;
    const quoted = () => platform.call("POST /campaigns/:campaignId/quote", { campaignId }, org);
    expect(await listed()).toBe("Not chosen yet");
    expect((await quoted()).obstacles).toMatchObject([{ code: "campaign.no_audience" }]);
    const start = "POST /campaigns/:campaignId/start";
    expect(await refusalOf(platform, start, { campaignId }, org)).toMatchObject({
      code: "campaign.no_audience",
    });
    await platform.call("PUT /campaigns/:campaignId", { campaignId, audience: { kind: "all" } }, org);
    expect(await listed()).toBe("All contacts");
    expect(await quoted()).toMatchObject({ obstacles: [], audience: { recipients: 2 } });
  });

  it("stores nothing of a draft whose audience is refused, and one draft of the corrected form", async () => {
    const org = await createPrepaidOrg(platform);
    const { templateId, phoneNumberId } = await connectWhatsapp(platform, org);
    const send = (audience: { kind: "tag" | "numbers"; numbers?: string }) =>
      platform.request(
        "POST /campaigns",
        { name: "Sale", kind: "broadcast", templateId, phoneNumberId, audience, key: "same-form-1" },
        org,
      );
    const refused = await send({ kind: "numbers", numbers: "nonsense" });
    expect(refused.status).toBe(400);
    expect((await refused.json()).fields.numbers).toContain("Line 1:");
    expect((await send({ kind: "tag" })).status).toBe(400);
    expect((await platform.call("GET /campaigns", {}, org)).total).toBe(0);
    expect((await send({ kind: "numbers", numbers: "0712 345 678" })).status).toBe(200);
    // Going back and submitting again with another audience.
    expect((await send({ kind: "numbers", numbers: "0712 345 678, 0733 123 456" })).status).toBe(200);
    const { campaigns, total } = await platform.call("GET /campaigns", {}, org);
    expect({ total, audience: campaigns[0]?.audience }).toEqual({ total: 1, audience: "2 pasted numbers" });
  });

  it("does not change a started campaign when its first form is sent again", async () => {
    const org = await createPrepaidOrg(platform);
    const { templateId, phoneNumberId } = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 2);
    const audience = { kind: "all" } as const;
    const form = { name: "Sale", templateId, phoneNumberId, audience, key: "same-form-2" };
    const { campaignId } = await platform.call("POST /campaigns", form, org);
    await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
    expect(await platform.call("POST /campaigns", { ...form, name: "Other" }, org)).toEqual({ campaignId });
    expect(await platform.call("GET /campaigns/:campaignId", { campaignId }, org)).toMatchObject({
      name: "Sale",
    });
  });

  it("lists refused numbers by line, and creates contacts of the valid ones when asked to skip the rest", async () => {
    const org = await createPrepaidOrg(platform);
    const campaignId = await draftCampaign(platform, org, await connectWhatsapp(platform, org));
    const pasted = { kind: "numbers", numbers: "0712 345 678\nabc\n+254712345678, 0733123456" } as const;
    const put = (audience: object) => ["PUT /campaigns/:campaignId", { campaignId, audience }, org] as const;
    const refused = await platform.request(...put(pasted));
    expect(refused.status).toBe(400);
    expect((await refused.json()).fields.numbers).toContain("Line 2:");
    expect((await platform.request(...put({ ...pasted, skipInvalid: true }))).status).toBe(200);
    const known = await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.select({ phone: contacts.phone }).from(contacts).orderBy(contacts.phone),
    );
    expect(known).toEqual([{ phone: "+254712345678" }, { phone: "+254733123456" }]);
    const { audience } = await platform.call("POST /campaigns/:campaignId/quote", { campaignId }, org);
    expect(audience.recipients).toBe(2);
  });

  it("logs edits that changed something", async () => {
    const org = await createPrepaidOrg(platform);
    const { templateId, phoneNumberId } = await connectWhatsapp(platform, org);
    const form = { name: "Orders", templateId, phoneNumberId, key: "same-form-3" };
    const { campaignId } = await platform.call("POST /campaigns", form, org);
    await platform.call("POST /campaigns", form, org);
    const scheduledFor = "2099-01-01T09:00:00.000Z";
    for (const time of [null, scheduledFor, scheduledFor])
      await platform.call("PUT /campaigns/:campaignId", { campaignId, scheduledFor: time }, org);
    const vip = { campaignId, audience: { kind: "tag", tag: "vip" } } as const;
    for (const choice of [vip, vip]) await platform.call("PUT /campaigns/:campaignId", choice, org);
    const { logs } = await platform.call("GET /activity-logs", {}, org);
    expect(logs.filter(({ action }) => action === "Campaign edited").map(({ details }) => details)).toEqual([
      "“Orders”: audience",
      "“Orders”: sending time",
    ]);
  });

  it("sends one-time codes to phone numbers only", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org, { category: "AUTHENTICATION" });
    await addContacts(platform, org, 3, (index) => (index === 2 ? { phone: null, bsuid: "KE.1" } : {}));
    const campaignId = await draftCampaign(platform, org, sender);
    const { audience } = await platform.call("POST /campaigns/:campaignId/quote", { campaignId }, org);
    expect(audience).toMatchObject({ matching: 3, recipients: 2, noPhone: 1 });
  });

  it("counts excluded contacts by reason, each once", async () => {
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
    expect(audience).toEqual({
      matching: 10,
      excluded: 0,
      recipients: 5,
      optedOut: 2,
      noPhone: 0,
      noConsent: 3,
    });
    expect(price).toMatchObject({ totalCents: 1000, walletCents: 100_000, walletAfterCents: 99_000 });
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
    await platform.call("PUT /campaigns/:campaignId", { campaignId, variables }, org);
    const preview = await platform.call("POST /campaigns/:campaignId/preview", { campaignId }, org);
    expect(preview.message.body).toBe("Hello Asha, visit Nakuru for the sale.");
    await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
    await platform.runJobs();
    expect((await messagesOf(platform, org, campaignId)).map((row) => row.variables)).toEqual([
      { "1": "Asha", "2": "Nakuru", "3": "the sale" },
      { "1": "friend", "2": "us", "3": "the sale" },
    ]);
    // Once queued, the message is shown as sent.
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.update(contacts).set({ fields: { town: "Thika" } }),
    );
    expect(await platform.call("POST /campaigns/:campaignId/preview", { campaignId }, org)).toEqual(preview);
  });

  it("a refused quick broadcast leaves no draft, and the corrected one creates one", async () => {
    const org = await createPrepaidOrg(platform);
    const { templateId, phoneNumberId } = await connectWhatsapp(platform, org);
    const send = (numbers: string) =>
      postForm(
        platform,
        newBroadcast,
        formRequest(
          "/messaging/broadcasts/new",
          {
            ...{ intent: "review", name: "Broadcast of today", templateId, phoneNumberId },
            ...{ kind: "numbers", numbers, key: "same-form-3" },
          },
          { "sec-fetch-site": "same-origin", cookie: org.cookie },
        ),
      );
    const refused = await send("nonsense");
    expect(refused).toMatchObject({ status: 400, payload: { numbers: "nonsense" } });
    expect(refused.errors.numbers?.[0]).toContain("Line 1:");
    expect((await platform.call("GET /campaigns", {}, org)).total).toBe(0);
    expect((await send("0712 345 678")).location).toMatch(/review$/);
    const { campaigns } = await platform.call("GET /campaigns", {}, org);
    expect(campaigns).toMatchObject([{ kind: "broadcast", audience: "1 pasted number" }]);
  });
});
