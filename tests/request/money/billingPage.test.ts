import { eq } from "drizzle-orm";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import { monthlyUsage } from "#app/db/schema/money/ledger.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { messagePriceText } from "#app/domain/money/messagePrice/words.ts";
import { PlanCard } from "#app/routes/billing/planCard.tsx";
import { PriceTable } from "#app/routes/billing/priceTable.tsx";
import { loader } from "#app/routes/billing/show.tsx";
import { AudienceLines } from "#app/routes/campaigns/audienceLines.tsx";
import { QuoteCard } from "#app/routes/campaigns/quoteCard.tsx";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { openScreen } from "#tests/support/screens.ts";
import { addContacts, connectWhatsapp, draftCampaign } from "#tests/support/sending.ts";

const platform = setUpPlatform({ startsAt: "2026-11-20T09:00:00Z" });

type Loaded = Awaited<ReturnType<typeof loader>>;

/** The text of an element on a screen. */
const words = (piece: React.ReactElement) =>
  renderToStaticMarkup(createElement(MemoryRouter, null, piece))
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/[\s\u00a0]+/g, " ");

async function planCardOf(org: TestOrg): Promise<{ text: string; loaded: Loaded }> {
  const loaded = await openScreen<Loaded>(platform, loader, "/billing", org);
  const { wallet, plans, spending } = loaded;
  const paidCents = spending.months.at(-1)!.messageCents;
  return { loaded, text: words(createElement(PlanCard, { wallet, plans, paidCents, mayAct: true })) };
}

const change = (org: TestOrg, plan: Partial<typeof organisations.$inferInsert>) =>
  platform.services.db.withSystem((tx) =>
    tx.update(organisations).set(plan).where(eq(organisations.id, org.orgId)),
  );

const use = (org: TestOrg, usage: { includedUsed: number; includedHeld: number; delivered: number }) =>
  platform.services.db.withOrg(org.orgId, (tx) =>
    tx.insert(monthlyUsage).values({ orgId: org.orgId, month: "2026-11", ...usage }),
  );

describe("the plan of the billing page", () => {
  it("shows included and used messages from the same counters", async () => {
    const org = await platform.createOrg();
    await use(org, { includedUsed: 990, includedHeld: 4, delivered: 995 });
    const { text, loaded } = await planCardOf(org);
    expect(loaded.wallet.plan).toMatchObject({ includedMessages: 1000, includedUsed: 990, includedHeld: 4 });
    expect(text).toContain("990 of 1,000 messages included used");
    expect(text).toContain("This month: 995 messages, 1,000 included, KES 0.00 extra.");
  });

  it("shows no count without included messages", async () => {
    const org = await platform.createOrg();
    await change(org, { planType: "Growth", billingType: "prepaid", messageLimit: 10_000 });
    await use(org, { includedUsed: 0, includedHeld: 0, delivered: 18_510 });
    const { text } = await planCardOf(org);
    expect(text).toContain("This month: 18,510 messages, KES 0.00 from the wallet.");
    expect(text).toContain("Your plan covers up to 10,000 messages per month");
    expect(text).not.toMatch(/of 0|included used|100%/);
  });

  it("names one way of billing: by invoice with a monthly fee, otherwise from the wallet", async () => {
    const org = await platform.createOrg();
    const { text: free } = await planCardOf(org);
    expect(free).toContain("Paid from the wallet. There is no monthly invoice.");
    expect(free).not.toMatch(/Postpaid|Next billing/);
    await change(org, { planType: "Growth", billingType: "postpaid" });
    const { text: billed } = await planCardOf(org);
    expect(billed).toContain(
      "One monthly invoice for the fee. Additional messages are paid from the wallet.",
    );
    expect(billed).toContain("Next billing 1 December 2026, KES 5,000.00 for November 2026");
    expect(billed).not.toContain("no monthly invoice");
  });
});

it("shows the same price per message, with Meta, platform and VAT, on the billing page, the plans, the quote and the test", async () => {
  const org = await platform.createOrg();
  const sender = await connectWhatsapp(platform, org);
  await addContacts(platform, org, 3);
  const campaignId = await draftCampaign(platform, org, sender);
  const { wallet, plans } = await openScreen<Loaded>(platform, loader, "/billing", org);
  const quote = await platform.call("POST /campaigns/:campaignId/quote", { campaignId }, org);
  const price = wallet.plan.messagePrice;
  expect(price).toMatchObject({ platformCents: 172, vatCents: 28, walletCents: 200 });
  expect(price.metaCents).toEqual({
    MARKETING: 291,
    UTILITY: expect.any(Number),
    AUTHENTICATION: expect.any(Number),
  });
  expect(plans.offers.map(({ messagePrice }) => messagePrice)).toEqual(plans.offers.map(() => price));
  expect(quote.messagePrice).toEqual(price);
  const test = await platform.call("GET /campaigns/:campaignId/test", { campaignId }, org);
  expect(test.messagePrice).toEqual(price);
  const sentence =
    "KES 4.91 per message: KES 2.91 Meta, KES 1.72 platform, KES 0.28 VAT. Meta bills its part to your WhatsApp account.";
  expect(messagePriceText(price, "MARKETING").replaceAll("\u00a0", " ")).toBe(sentence);
  expect(words(createElement(PriceTable, { price }))).toContain("KES 2.91 KES 1.72 KES 0.28 KES 4.91");
  expect(words(createElement(QuoteCard, { quote: { ...quote, category: "MARKETING" } }))).toContain(sentence);
  expect(words(createElement(AudienceLines, { quote: { ...quote, category: "MARKETING" } }))).toContain(
    "Billed by Meta, about 3 × KES 2.91 KES 8.73",
  );
});

it("says so when Meta’s list has no rate", () => {
  const price = { platformCents: 172, vatCents: 28, walletCents: 200, metaCents: {} };
  expect(messagePriceText(price, "UTILITY").replaceAll("\u00a0", " ")).toContain(
    "KES 2.00 per message: KES 1.72 platform",
  );
  expect(words(createElement(PriceTable, { price }))).toContain("Unknown KES 1.72 KES 0.28 Unknown");
});
