import { randomInt } from "node:crypto";
import { expect, it } from "vitest";
import { runAutoTopUps } from "#app/domain/money/autoTopUp/run.server.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";
import type { TestOrg } from "#tests/support/platform.ts";

const platform = setUpPaymentPlatform();
const minutes = (count: number) => platform.clock.advance(count * 60_000);

async function withAutoTopUp(changes: Record<string, string> = {}) {
  const org = await platform.createOrg();
  const phone = `+2547${randomInt(10_000_000, 89_999_999)}`;
  const input = {
    isOn: "on",
    thresholdKes: "500",
    amountKes: "1000",
    dailyCapKes: "1000",
    phone,
    ...changes,
  };
  await platform.call("PUT /auto-top-up", input as never, org);
  return { org, phone };
}
const stateOf = async (org: TestOrg) => (await platform.call("GET /auto-top-up", {}, org)).autoTopUp!;
const promptsOn = (phone: string) =>
  platform.company.state.prompts.filter(({ msisdn }) => `+${msisdn}` === phone).length;
/** So that later tests are not disturbed. */
const forget = () => platform.services.db.system.query("delete from auto_top_ups");

it("fills a low wallet by one prompt, however often and concurrently it is run", async () => {
  const { org, phone } = await withAutoTopUp();
  await Promise.all([1, 2, 3].map(() => runAutoTopUps(platform.services)));
  await runAutoTopUps(platform.services);
  expect(promptsOn(phone)).toBe(1);
  expect((await stateOf(org)).isUnderWay).toBe(true);
  await platform.answer(phone, "accept");
  await runAutoTopUps(platform.services);
  expect(await platform.walletOf(org)).toBe(1000);
  expect(await stateOf(org)).toMatchObject({ isUnderWay: false, lastProblem: null });
  expect(promptsOn(phone)).toBe(1);
  await forget();
});

it("stays within the daily cap", async () => {
  const { org, phone } = await withAutoTopUp({ thresholdKes: "5000" });
  await runAutoTopUps(platform.services);
  await platform.answer(phone, "accept");
  await runAutoTopUps(platform.services);
  expect(promptsOn(phone)).toBe(1);
  expect((await stateOf(org)).lastProblem).toContain("daily limit is reached");
  minutes(24 * 60 + 1);
  await runAutoTopUps(platform.services);
  expect(promptsOn(phone)).toBe(2);
  await platform.answer(phone, "accept");
  await forget();
});

it("notifies the managers when it fails, waits an hour, and is switched off after the third failure", async () => {
  const { org, phone } = await withAutoTopUp();
  for (const round of [1, 2, 3]) {
    await runAutoTopUps(platform.services);
    expect(promptsOn(phone)).toBe(round);
    await platform.answer(phone, "refuse");
    await runAutoTopUps(platform.services);
    await runAutoTopUps(platform.services);
    expect(promptsOn(phone)).toBe(round);
    minutes(61);
  }
  expect(await stateOf(org)).toMatchObject({ isOn: false });
  const { rows } = await platform.services.db.owner.query("select 1 from mails where kind = 'notice'");
  expect(rows.length).toBeGreaterThanOrEqual(3);
  const { logs } = await platform.call("GET /activity-logs", {}, org);
  expect(logs.map(({ action }) => action)).toContain("Automatic top-up switched off");
});

it("waits for a manual top-up, and can be set by managers only, with sensible amounts", async () => {
  const { org, phone } = await withAutoTopUp();
  const byHand = { method: "mpesa" as const, amountKes: "10", phone, key: "k".repeat(24) };
  await platform.call("POST /payments", byHand, org);
  await runAutoTopUps(platform.services);
  expect(promptsOn(phone)).toBe(1);
  const put = (changes: object) =>
    platform
      .request(
        "PUT /auto-top-up",
        { isOn: "on", thresholdKes: "500", amountKes: "1000", dailyCapKes: "1000", phone, ...changes },
        org,
      )
      .then(({ status }) => status);
  for (const bad of [
    { amountKes: "-5" },
    { amountKes: "1e3" },
    { amountKes: "10.5" },
    { dailyCapKes: "999" },
    { thresholdKes: "0" },
    { phone: "+14155550100" },
  ])
    expect(await put(bad), JSON.stringify(bad)).toBe(400);
});
