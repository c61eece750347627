import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { payouts } from "#app/db/schema/money/payments.ts";
import { askBalance } from "#app/domain/money/payments/balance.server.ts";
import { sweepPayouts } from "#app/domain/money/payments/payoutB2c.server.ts";
import { drawSettlements } from "#app/domain/partners/draw.server.ts";
import { paySettlements } from "#app/domain/partners/pay.server.ts";
import { balanceIn, createPartner, earn, later, type TestPartner } from "#tests/support/partners.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUpPaymentPlatform();
const staff = setUp(() => platform.createOrg("Operations", "admin"));
const second = setUp(() => platform.createOrg("Operations too", "admin"));
const dayMs = 86_400_000;

/** A partner with a settlement of this many cents. */
async function settled(cents: number, payoutMethod: "mpesa" | "bank" = "mpesa") {
  const partner = await createPartner(platform, staff, { percent: 20, payoutMethod });
  const org = await platform.createOrg();
  await platform.call("POST /referrals", { code: partner.code }, org);
  await earn(platform, org, cents * 5);
  await later(platform, 62 * dayMs);
  await drawSettlements(platform.services);
  const settlement = await settlementOf(partner);
  return { partner, settlementId: settlement.id };
}
const settlementOf = async (partner: TestPartner) => {
  const { settlements } = await platform.call("GET /admin/settlements", {}, staff);
  return settlements.find(({ partnerId }) => partnerId === partner.partnerId)!;
};
const process = async (settlementId: string, as = staff) => {
  const response = await platform.request(
    "POST /admin/settlements/:settlementId/process",
    { settlementId },
    as,
  );
  const { code, state } = (await response.json()) as { code?: string; state?: string };
  return state ?? code;
};
/** Runs jobs and Daraja's responses until none are left. */
async function settleAll() {
  for (let round = 0; round < 4; round++) {
    await paySettlements(platform.services);
    await platform.runJobs();
    await platform.company.settled();
  }
}
/** M-Pesa reports its balance, so that the next payout starts at once. */
async function askFloat() {
  await askBalance(platform.services);
  await platform.company.settled();
  await platform.runJobs();
}
const sent = (partner: TestPartner) =>
  platform.services.db.systemReads.select().from(payouts).where(eq(payouts.orgId, partner.partnerId));

beforeEach(async () => {
  platform.company.state.balances.utility = 1_000_000;
  // M-Pesa's last reported balance is stale.
  await later(platform, 20 * 60_000);
});

it("a settlement is overdue once its day has passed", async () => {
  const { partner } = await settled(100_000);
  const shown = async () => {
    const { isLate, status, settlementDate } = await settlementOf(partner);
    return { isLate, status, settlementDate };
  };
  const { settlementDate } = await shown();
  const noon = new Date(`${settlementDate}T09:00:00Z`).getTime();
  await later(platform, noon - platform.clock.now().getTime());
  expect(await shown()).toMatchObject({ isLate: false, status: "pending" });
  await later(platform, dayMs);
  expect(await shown()).toMatchObject({ isLate: true, status: "pending" });
});

describe("processing a settlement", () => {
  it("by several at once pays once, and books it to the cent", async () => {
    const { partner, settlementId } = await settled(250_050);
    const answers = await Promise.all([
      process(settlementId),
      process(settlementId),
      process(settlementId, second),
    ]);
    expect(answers.sort()).toEqual(["processing", "settlement.not_open", "settlement.not_open"]);
    await settleAll();
    await paySettlements(platform.services);
    expect(await settlementOf(partner)).toMatchObject({
      status: "paid",
      payoutCents: 250_000,
      payoutState: "paid",
    });
    expect(platform.company.state.balances.utility).toBe(997_500);
    expect(await sent(partner)).toHaveLength(1);
    expect(await balanceIn(platform, partner.partnerId, "earnings")).toBe(50);
    expect(await process(settlementId)).toBe("settlement.not_open");
    expect(await platform.broken()).toBeNull();
  });

  it("stops when the float is too low, says by how much, and resumes", async () => {
    platform.company.state.balances.utility = 300;
    const { partner, settlementId } = await settled(100_000);
    expect(await process(settlementId)).toBe("processing");
    await settleAll();
    expect(await settlementOf(partner)).toMatchObject({
      status: "processing",
      shortCents: 70_000,
      payoutId: null,
    });
    platform.company.state.balances.utility = 5000;
    await later(platform, 16 * 60_000);
    await settleAll();
    // A lost query is repeated after a minute.
    await later(platform, 2 * 60_000);
    await settleAll();
    expect(await settlementOf(partner)).toMatchObject({ status: "paid", shortCents: null });
    expect(platform.company.state.balances.utility).toBe(4000);
  });

  it("above the threshold needs two people", async () => {
    const { partner, settlementId } = await settled(6_000_000);
    expect(await process(settlementId)).toBe("approved");
    expect(await process(settlementId)).toBe("settlement.second_person");
    expect((await settlementOf(partner)).status).toBe("pending");
    expect(await process(settlementId, second)).toBe("processing");
    await settleAll();
    expect((await settlementOf(partner)).status).toBe("paid");
  });

  it("refused by M-Pesa can be repeated as another payout", async () => {
    const { partner, settlementId } = await settled(100_000);
    await askFloat();
    // The money was spent between the balance check and the payout.
    platform.company.state.balances.utility = 0;
    await process(settlementId);
    await settleAll();
    expect((await settlementOf(partner)).status).toBe("failed");
    expect(await balanceIn(platform, partner.partnerId, "earnings")).toBe(100_000);
    platform.company.state.balances.utility = 1_000_000;
    expect(await process(settlementId)).toBe("processing");
    await settleAll();
    expect((await settlementOf(partner)).status).toBe("paid");
    expect((await sent(partner)).map(({ state }) => state).sort()).toEqual(["failed", "paid"]);
    expect(await platform.broken()).toBeNull();
  });

  it("by bank ends when staff confirm it", async () => {
    const { partner, settlementId } = await settled(250_050, "bank");
    await process(settlementId);
    const { payouts: open } = await platform.call("GET /admin/payouts", {}, staff);
    const payout = open.find((row) => row.settlementId === settlementId)!;
    expect(payout).toMatchObject({
      method: "bank",
      state: "pending",
      amountCents: 250_050,
      to: "0123456789",
    });
    const resolve = {
      payoutId: payout.id,
      outcome: "paid" as const,
      receipt: "FT26327ABC",
      reason: "On the bank statement",
    };
    await platform.call("POST /admin/payouts/:payoutId/resolve", resolve, staff);
    expect(await settlementOf(partner)).toMatchObject({ status: "paid" });
    expect(await balanceIn(platform, "platform", "bank_clearing")).toBe(250_050);
    expect((await platform.request("POST /admin/payouts/:payoutId/resolve", resolve, staff)).status).toBe(
      409,
    );
    expect(await platform.broken()).toBeNull();
  });
});

describe("a payout without a reported result", () => {
  it("is never repeated; it is queried, and staff confirm how it ended", async () => {
    const { partner, settlementId } = await settled(100_000);
    await askFloat();
    // Killed between the payout's row and the call: M-Pesa never received it.
    const payOut = platform.services.daraja!.payOut;
    platform.services.daraja!.payOut = () => Promise.reject(new Error("killed"));
    await process(settlementId);
    await settleAll();
    platform.services.daraja!.payOut = payOut;
    expect((await settlementOf(partner)).payoutState).toBe("unknown");
    expect(await process(settlementId)).toBe("settlement.not_open");
    await later(platform, 60_000);
    await sweepPayouts(platform.services);
    await paySettlements(platform.services);
    await settleAll();
    const [payout] = await sent(partner);
    expect(payout).toMatchObject({ state: "unknown" });
    expect(await sent(partner)).toHaveLength(1);
    const resolve = (input: Record<string, unknown>) =>
      platform.request(
        "POST /admin/payouts/:payoutId/resolve",
        { payoutId: payout!.id, reason: "M-Pesa’s portal has no such payment", ...input },
        staff,
      );
    expect((await resolve({ outcome: "paid" })).status).toBe(400);
    const answers = await Promise.all([resolve({ outcome: "not_paid" }), resolve({ outcome: "not_paid" })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await settlementOf(partner)).status).toBe("failed");
    expect(await balanceIn(platform, partner.partnerId, "earnings")).toBe(100_000);
    await process(settlementId);
    await settleAll();
    expect((await settlementOf(partner)).status).toBe("paid");
    expect(await platform.broken()).toBeNull();
  });
});
