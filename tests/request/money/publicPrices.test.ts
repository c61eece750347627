import { describe, expect, it } from "vitest";
import { rateCards } from "#app/db/schema/money/ledger.ts";
import { pricesChanged } from "#app/domain/money/prices/read.server.ts";
import { newId } from "#app/platform/ids.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const read = () => platform.call("GET /site/prices", {});

describe("the prices on the public site", () => {
  it("are those that billing applies, for visitors without a session", async () => {
    const prices = await read();
    expect(prices).toMatchObject({
      plans: [
        { planType: "Starter", monthlyCents: 0, includedMessages: 1000, perMessageCents: 200 },
        { planType: "Growth", monthlyCents: 500_000, includedMessages: 10_000, perMessageCents: 200 },
        { planType: "Enterprise", monthlyCents: 1_500_000, includedMessages: 100_000, perMessageCents: 200 },
      ],
      prepaidPerMessageCents: 200,
      vatBasisPoints: 1600,
    });
  });

  it("change on the first day of a new price", async () => {
    const effectiveFrom = new Date(platform.clock.now().getTime() + 3_600_000);
    await platform.services.db.withSystem(async (tx) => {
      const card = { planType: "Growth", billingType: "postpaid", includedMessages: 12_000 };
      await tx
        .insert(rateCards)
        .values({ id: newId("prc"), ...card, monthlyCents: 600_000, perMessageCents: 190, effectiveFrom });
      pricesChanged(tx);
    });
    const monthlyOfGrowth = async () => (await read()).plans[1]?.monthlyCents;
    expect(await monthlyOfGrowth()).toBe(500_000);
    platform.clock.advance(3_600_000);
    expect(await monthlyOfGrowth()).toBe(600_000);
  });
});
