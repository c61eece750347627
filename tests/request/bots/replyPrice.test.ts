import { describe, expect, it } from "vitest";
import { metaUsageDays } from "#app/db/schema/money/metaCosts.ts";
import { replyPriceText } from "#app/domain/money/metaCosts/words.ts";
import { createBots } from "#tests/support/bots.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform({ startsAt: "2026-11-20T09:00:00Z" });
const { shopWithBot } = createBots(platform);
type Shop = Awaited<ReturnType<typeof shopWithBot>>;

const delivered = (
  { org, phoneNumberId }: Shop,
  messages: number,
  more: { day?: string; type?: string } = {},
) =>
  platform.services.db.withSystem((tx) =>
    tx.insert(metaUsageDays).values({
      ...{ orgId: org.orgId, phoneNumberId, day: "2026-11-03", prefix: "+254", category: "service" },
      ...{ type: "free_customer_service", messages, billable: 0, ...more },
    }),
  );

const priceOf = async ({ org, conversationId }: Shop) =>
  (await platform.call("GET /conversations/:conversationId", { conversationId }, org)).replyPrice;

describe("a reply", () => {
  it("is free within the number's monthly allowance, which other months and ads do not use up", async () => {
    const shop = await shopWithBot();
    await delivered(shop, 412);
    await delivered(shop, 900, { day: "2026-10-31" });
    await delivered(shop, 800, { type: "free_entry_point" });
    const price = await priceOf(shop);
    expect(price).toEqual({ used: 412, free: 1000, rateCents: 52, cents: 0 });
    expect(replyPriceText(price!).replaceAll("\u00a0", " ")).toBe(
      "412 of 1,000 free replies used this month on this number, then Meta charges about KES 0.52 each.",
    );
    const { replyPrices } = await platform.call("GET /bots/:botId", { botId: shop.botId }, shop.org);
    expect(replyPrices).toMatchObject([{ used: 412, free: 1000 }]);
  });

  it("counts against the bot's budget once Meta charges for it; beyond the budget a member takes over", async () => {
    const shop = await shopWithBot({ dailyBudget: "1", conversationBudget: "1" });
    await delivered(shop, 1000);
    expect(await priceOf(shop)).toMatchObject({ used: 1000, cents: 52 });
    await shop.write("When do you open?");
    expect(await shop.lastTurn()).toMatchObject({ outcome: "answered", messageCents: 52 });
    await shop.write("Do you deliver to Nakuru?");
    expect(await shop.lastTurn()).toMatchObject({ outcome: "handed_over", reason: "budget" });
  });
});
