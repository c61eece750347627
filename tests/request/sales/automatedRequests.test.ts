import { and, asc, eq, inArray } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { paymentRequests } from "#app/db/schema/sales/payments.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import { prepareCampaign } from "#app/domain/messaging/campaigns/prepare.server.ts";
import { cancelRequest } from "#app/domain/sales/requests/cancel.server.ts";
import { createFlows } from "#tests/support/flows.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { createRules } from "#tests/support/rules.ts";
import {
  addContacts,
  connectWhatsapp,
  createPrepaidOrg,
  draftCampaign,
  messagesOf,
} from "#tests/support/sending.ts";

const platform = setUpPlatform();
const { chats, settle, write, addRule, logOf, tagsOf } = createRules(platform);
const { shopWithSteps } = createFlows(platform);

let count = 0;
async function addTill({ orgId }: TestOrg, more: Partial<typeof tills.$inferInsert> = {}): Promise<string> {
  count += 1;
  const id = `til_${String(count).padStart(32, "0")}`;
  await platform.services.db.withOrg(orgId, (tx) =>
    tx.insert(tills).values({
      ...{
        orgId,
        id,
        name: "Fees",
        kind: "paybill",
        number: String(500_000 + count),
        keysEncrypted: "sealed",
      },
      ...more,
    }),
  );
  return id;
}

const requestsOf = ({ orgId }: TestOrg) =>
  platform.services.db.withOrg(orgId, (tx) =>
    tx
      .select()
      .from(paymentRequests)
      .where(eq(paymentRequests.orgId, orgId))
      .orderBy(asc(paymentRequests.id)),
  );

const setField = ({ orgId }: TestOrg, contactId: string, fields: Record<string, string>) =>
  platform.services.db.withOrg(orgId, (tx) =>
    tx
      .update(contacts)
      .set({ fields })
      .where(and(eq(contacts.orgId, orgId), eq(contacts.id, contactId))),
  );

describe("a rule", () => {
  const asks = { paymentAmount: "{Fee balance}", paymentReason: "Term 2 of {name}", paymentWay: "account" };

  it("asks for the amount in a contact's field, once for an event", async () => {
    const shop = await chats.shopWithCustomer();
    await addTill(shop.org);
    await setField(shop.org, shop.contactId, { "Fee balance": "KES 1,500" });
    const ruleId = await addRule(shop.org, asks);
    await write(shop, "How much do I owe?");
    await Promise.all([settle(), settle()]);
    expect(await logOf(shop.org, ruleId)).toMatchObject([
      { state: "done", steps: [{ kind: "payment", ok: true }] },
    ]);
    expect(await requestsOf(shop.org)).toMatchObject([
      { amountCents: 150_000, reason: "Term 2 of Asha Mwangi", source: "rule", state: "requested" },
    ]);
  });

  it("says when the field has no amount, and needs a till and a reason", async () => {
    const shop = await chats.shopWithCustomer();
    await expect(addRule(shop.org, asks)).rejects.toThrow(/409|400/);
    await addTill(shop.org);
    await expect(addRule(shop.org, { ...asks, paymentReason: "" })).rejects.toThrow(/400/);
    await expect(addRule(shop.org, { ...asks, paymentAmount: "0.5" })).rejects.toThrow(/400/);
    const ruleId = await addRule(shop.org, asks);
    await write(shop, "Habari");
    await settle();
    expect(await logOf(shop.org, ruleId)).toMatchObject([
      { state: "failed", steps: [{ kind: "payment", ok: false }] },
    ]);
    expect(await requestsOf(shop.org)).toEqual([]);
  });

  it("runs when a request ends", async () => {
    const shop = await chats.shopWithCustomer();
    await addTill(shop.org);
    await addRule(shop.org, {
      ...{ event: "payment_request.ended", field1: "state", operator1: "is", value1: "cancelled" },
      tag: "call back",
    });
    const form = {
      contactId: shop.contactId,
      amount: "100",
      reason: "Fees",
      way: "account",
      key: "k".repeat(24),
    };
    const { requestId } = await platform.call("POST /payment-requests", form as never, shop.org);
    await cancelRequest({ ctx: shop.org.ctx, input: { requestId } });
    await settle();
    expect(await tagsOf(shop)).toContain("call back");
  });
});

describe("a flow", () => {
  it("asks for the amount that the customer typed", async () => {
    const shop = await shopWithSteps(async ({ org }) => {
      await addTill(org);
      return [
        { kind: "ask", saveTo: "gift", text: "How much do you give?" },
        { kind: "payment", value: "{gift}", title: "Harambee", way: "account" },
        { kind: "end", text: "Thank you." },
      ];
    });
    await shop.writeAll(["begin", "2,000/="]);
    expect(await requestsOf(shop.org)).toMatchObject([
      { amountCents: 200_000, reason: "Harambee", source: "flow", state: "requested" },
    ]);
    expect(await shop.sessions()).toMatchObject([{ status: "completed" }]);
  });
});

describe("a campaign", () => {
  const components = [{ type: "BODY" as const, text: "Pay {{1}} to {{2}}, account {{3}}." }];
  const variables = {
    ...{ 1: { from: "payment", part: "amount" }, 2: { from: "payment", part: "number" } },
    ...{ 3: { from: "payment", part: "account" } },
  };

  async function newCampaign(owed: readonly string[]) {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org, { components });
    const tillId = await addTill(org);
    const people = await addContacts(platform, org, owed.length, (index) => ({
      fields: { "Fee balance": owed[index]! },
    }));
    const campaignId = await draftCampaign(platform, org, sender);
    await platform.call("PUT /campaigns/:campaignId", { campaignId, variables } as never, org);
    const payment = { campaignId, field: "fee balance", reason: "Term 2", tillId };
    const save = () => platform.call("PUT /campaigns/:campaignId/payment", payment, org);
    const start = () => platform.request("POST /campaigns/:campaignId/start", { campaignId }, org);
    return { org, people, campaignId, tillId, save, start };
  }

  it("asks each recipient once for the amount in their field, and skips those without one", async () => {
    const { org, people, campaignId, save, start } = await newCampaign([
      "1500",
      "KES 2,000",
      "none",
      "0",
      "0.5",
    ]);
    expect(await (await start()).json()).toMatchObject({ code: "campaign.payment_missing" });
    await save();
    expect((await start()).status).toBe(200);
    await platform.runJobs();
    await prepareCampaign({ ctx: org.ctx, input: { campaignId } });
    const requests = await requestsOf(org);
    expect(requests).toMatchObject([
      {
        contactId: people[0],
        amountCents: 150_000,
        source: "campaign",
        sourceId: campaignId,
        reason: "Term 2",
      },
      { contactId: people[1], amountCents: 200_000, source: "campaign" },
    ]);
    const rows = await messagesOf(platform, org, campaignId);
    expect(rows.map(({ contactId, variables }) => [contactId, variables])).toEqual(
      requests.map(({ contactId, accountNumber }, index) => [
        contactId,
        { 1: ["KES\u00a01,500.00", "KES\u00a02,000.00"][index], 2: expect.any(String), 3: accountNumber },
      ]),
    );
    const [campaign] = await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.select().from(campaigns).where(eq(campaigns.id, campaignId)),
    );
    expect(campaign).toMatchObject({ recipientCount: 2, paymentSkipped: 3 });
  });

  it("is paused when its till loses its keys before its recipients are written", async () => {
    const { org, campaignId, tillId, save, start } = await newCampaign(["1500"]);
    await save();
    expect((await start()).status).toBe(200);
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx
        .update(tills)
        .set({ keysEncrypted: null })
        .where(inArray(tills.id, [tillId])),
    );
    await platform.runJobs();
    const { status, statusReason } = await platform.call("GET /campaigns/:campaignId", { campaignId }, org);
    expect({ status, reason: statusReason }).toMatchObject({ status: "paused" });
    expect(await requestsOf(org)).toEqual([]);
  });
});
