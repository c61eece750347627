import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { claimDueSms } from "#app/domain/messaging/smsSender/claim.server.ts";
import { createCampaignSms, phoneOf } from "#tests/support/campaignSms.ts";
import { messagesOf } from "#tests/support/sending.ts";
import { setUpSmsPlatform } from "#tests/support/sms.ts";

const platform = setUpSmsPlatform();
const { newCampaign, changePerson } = createCampaignSms(platform);
const seconds = (count: number) => platform.clock.advance(count * 1000);

/** Looks at the campaigns, sends what is due and applies the reports, until nothing more is due. */
async function sendAll(): Promise<number> {
  let sent = 0;
  for (let more = 1; more > 0; sent += more) more = await platform.sendDue();
  return sent;
}

describe("the SMS of a campaign", () => {
  it("goes to those whom WhatsApp has not reached in time, and one of both is paid", async () => {
    const campaign = await newCampaign();
    expect(await campaign.money()).toEqual({ wallet: 9400, held: 600 });
    await campaign.reportAll("sent");
    await campaign.report(campaign.ids[0]!, "delivered");
    seconds(11);
    expect(await sendAll()).toBe(2);
    expect(platform.textsTo(phoneOf(1))).toHaveLength(0);
    expect(platform.textsTo(phoneOf(2))).toMatchObject([{ text: "Your order is ready." }]);
    await campaign.report(campaign.ids[1]!, "delivered");
    expect(await campaign.money()).toEqual({ wallet: 9500, held: 0 });
    const { sms, cost, delivered } = await campaign.progress();
    expect(sms).toEqual({ waiting: 0, sent: 2, delivered: 2, late: 1, failed: 0 });
    expect(cost).toMatchObject({ totalCents: 600, spentCents: 500, smsCents: 300, returnedCents: 100 });
    expect(delivered).toBe(2);
  });

  it("is quoted with the most that it can add, and both are held together", async () => {
    const { quote, money } = await newCampaign({ text: "x".repeat(400), maxKes: 10 });
    expect(quote.price).toMatchObject({
      totalCents: 1350,
      priceCentsPerMessage: 200,
      smsCentsPerMessage: 450,
    });
    expect(quote.sms).toEqual({ waitSeconds: 10, partCents: 150, mostCents: 450, addsCents: 750 });
    expect(await money()).toEqual({ wallet: 8650, held: 1350 });
  });

  it("is sent at once for what failed, and its row costs nothing where WhatsApp delivers", async () => {
    const campaign = await newCampaign();
    await campaign.reportAll("sent");
    await campaign.report(campaign.ids[0]!, "failed");
    expect(await campaign.money()).toEqual({ wallet: 9400, held: 600 });
    expect(await sendAll()).toBe(1);
    await campaign.reportAll("delivered", campaign.ids.slice(1));
    seconds(60);
    expect(await sendAll()).toBe(0);
    expect([await campaign.allSms(), await campaign.money()]).toMatchObject([
      [{}],
      { wallet: 9450, held: 0 },
    ]);
  });

  it("waits from the moment WhatsApp accepted a message, however long the campaign takes", async () => {
    const campaign = await newCampaign({ leased: 1 });
    await campaign.report(campaign.ids[0]!, "sent");
    seconds(3600);
    expect(await sendAll()).toBe(1);
    await campaign.lease(3);
    await campaign.reportAll("sent", campaign.ids.slice(1));
    expect(await sendAll()).toBe(0);
    seconds(11);
    expect(await sendAll()).toBe(2);
  });

  it("stops while the campaign is paused, and for good when it is cancelled", async () => {
    const campaign = await newCampaign();
    await campaign.reportAll("sent");
    await campaign.report(campaign.ids[0]!, "failed");
    await campaign.step("pause");
    seconds(11);
    expect(await sendAll()).toBe(0);
    await campaign.step("resume");
    expect(await sendAll()).toBe(3);
    const other = await newCampaign();
    await other.reportAll("sent");
    await other.report(other.ids[0]!, "failed");
    await other.step("cancel");
    seconds(11);
    expect(await sendAll()).toBe(0);
    expect(await other.money()).toEqual({ wallet: 9600, held: 400 });
    await other.reportAll("failed", other.ids.slice(1));
    await sendAll();
    expect(await other.money()).toEqual({ wallet: 10_000, held: 0 });
  });

  it("honours STOP on either channel", async () => {
    const campaign = await newCampaign();
    await campaign.reportAll("sent");
    await changePerson(campaign.org, 1, { optedOutAt: platform.clock.now() });
    await changePerson(campaign.org, 2, { smsOptedOutAt: platform.clock.now() });
    seconds(11);
    expect(await sendAll()).toBe(1);
    expect(await campaign.allSms()).toMatchObject([
      { state: "skipped", reason: "opted_out" },
      { state: "skipped", reason: "opted_out" },
      { state: "delivered" },
    ]);
  });

  it("is never sent above what is held for it, nor abroad at the platform's price", async () => {
    const campaign = await newCampaign({ recipients: 2 });
    await campaign.reportAll("sent");
    await platform.services.db.withOrg(campaign.org.orgId, async (tx) => {
      await tx.execute(
        sql`update campaigns set sms = jsonb_set(sms, '{text}', to_jsonb(repeat('x', 200))) where id = ${campaign.campaignId}`,
      );
    });
    await changePerson(campaign.org, 2, { phone: "+447700900123" });
    seconds(11);
    expect(await sendAll()).toBe(0);
    expect((await campaign.allSms()).map(({ reason }) => reason)).toEqual(["too_expensive", "abroad"]);
    await campaign.reportAll("delivered");
    expect(await campaign.money()).toEqual({ wallet: 9600, held: 0 });
  });

  it("counts the parts of the longest text that any recipient gets", async () => {
    platform.simulator.reset();
    const shop = await platform.newShop({ kes: 100, text: "x", maxKes: 10 });
    const { org } = shop;
    await shop.changeTemplate({
      components: [{ type: "BODY", text: "Hi {{1}}", example: { body_text: [["Asha"]] } }],
      sms: { text: `{{1}}${"x".repeat(150)}`, waitSeconds: 10, maxCents: 1000 },
    });
    const variables = { "1": { from: "contact" as const, field: "name", fallback: "you" } };
    const form = {
      name: "Orders",
      phoneNumberId: shop.phoneNumberId,
      templateId: shop.templateId,
      variables,
    };
    const audience = { kind: "all" } as const;
    const { campaignId } = await platform.call(
      "POST /campaigns",
      { ...form, audience, key: "key-of-parts-1" },
      org,
    );
    const most = async (name: string) => {
      await platform.services.db.withOrg(org.orgId, (tx) =>
        tx.update(contacts).set({ name }).where(eq(contacts.orgId, org.orgId)),
      );
      return (await platform.call("POST /campaigns/:campaignId/quote", { campaignId }, org)).sms?.mostCents;
    };
    expect(await most("Asha")).toBe(150);
    expect(await most("Asha Wanjiku Kamau")).toBe(300);
    expect(await most("Asha 🎂")).toBe(450);
  });

  it("is shown for each recipient, and is in the export", async () => {
    const campaign = await newCampaign({ recipients: 2 });
    await campaign.reportAll("sent");
    await campaign.report(campaign.ids[0]!, "delivered");
    seconds(11);
    await sendAll();
    await campaign.report(campaign.ids[1]!, "delivered");
    const { campaignId, org } = campaign;
    const list = await platform.call("GET /campaigns/:campaignId/recipients", { campaignId }, org);
    expect(list.recipients.map(({ sms }) => sms)).toEqual([
      null,
      expect.stringContaining("WhatsApp delivered later"),
    ]);
    const file = await platform.request("GET /campaigns/:campaignId/recipients.csv", { campaignId }, org);
    const [header, , second] = (await file.text()).split("\r\n");
    expect(header).toContain("SMS sent");
    expect(second).toContain("SMS: Delivered");
  });

  it("is offered to no one again whom it reached after WhatsApp failed", async () => {
    const campaign = await newCampaign({ recipients: 2 });
    const { campaignId, org } = campaign;
    await campaign.reportAll("failed");
    platform.fault("refuse", { code: 403 });
    await sendAll();
    expect((await campaign.allSms()).map(({ state }) => state).toSorted()).toEqual(["delivered", "failed"]);
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.update(campaigns).set({ status: "completed" }).where(eq(campaigns.id, campaignId)),
    );
    const { failures } = await platform.call("GET /campaigns/:campaignId", { campaignId }, org);
    expect(failures?.final).toMatchObject([{ count: 1 }]);
  });

  it("is paid at most once for each message, whatever happens in whatever order", async () => {
    const report = fc.tuple(
      fc.constantFrom("sent", "delivered", "read", "failed"),
      fc.integer({ min: 0, max: 2 }),
    );
    const other = fc.constantFrom(
      "due",
      "busy",
      "refuse",
      "drop-answer",
      "died",
      "pause",
      "resume",
      "cancel",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(report, other), { minLength: 1, maxLength: 9 }), async (steps) => {
        const campaign = await newCampaign();
        // No sender has leased them in this test: a cancellation would take what Meta has not accepted.
        await campaign.reportAll("sent");
        const step = (name: "pause" | "resume" | "cancel") => campaign.step(name).catch(() => undefined);
        for (const one of steps) {
          seconds(11);
          if (typeof one !== "string") await campaign.report(campaign.ids[one[1]]!, one[0]);
          else if (one === "pause" || one === "resume" || one === "cancel") await step(one);
          else if (one === "died") await claimDueSms(platform.services, 10, "campaign");
          else {
            if (one !== "due") platform.fault(one, { code: 403 });
            await platform.sendDue();
          }
        }
        await step("resume");
        for (let n = 0; n < 4; n++) {
          seconds(3600);
          await sendAll();
        }
        const { wallet, held } = await campaign.money();
        const rows = await messagesOf(platform, campaign.org, campaign.campaignId);
        const sms = new Map((await campaign.allSms()).map((row) => [row.messageId, row]));
        let spent = 0;
        let open = 0;
        for (const { id, deliveredAt, state } of rows) {
          const isSms = ["sent", "unconfirmed", "delivered"].includes(sms.get(id)?.state ?? "");
          spent += isSms ? 150 : deliveredAt ? 200 : 0;
          if (!isSms && !deliveredAt && state !== "failed" && state !== "cancelled") open += 200;
        }
        expect({ spent: 10_000 - wallet - held, held }).toEqual({ spent, held: open });
        for (let n = 1; n <= 3; n++) expect(platform.textsTo(phoneOf(n)).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
    expect(await platform.broken()).toBeNull();
  });
});
