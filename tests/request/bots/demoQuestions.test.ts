import { expect, it } from "vitest";
import { measureBot } from "#tests/bench/bots.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();

it("the demo's bot finds its entries in English, Swahili, Sheng and French, with few wrong replies", async () => {
  const figures = await measureBot(platform.services);
  console.log(JSON.stringify({ bots: figures }));
  const { all, en, sw, sheng, fr, "no entry": outside } = figures;
  expect(all!.questions).toBeGreaterThanOrEqual(200);
  for (const language of [en, sw, sheng, fr]) expect(language!.questions).toBeGreaterThanOrEqual(40);
  expect(all!.rightFirst).toBeGreaterThanOrEqual(85);
  expect(all!.rightInThree).toBeGreaterThanOrEqual(95);
  expect(all!.falseAnswers).toBeLessThanOrEqual(3);
  expect(outside!.rightFirst).toBeGreaterThanOrEqual(90);
});
