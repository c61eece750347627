import { randomInt, randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { balanceChecks } from "#app/db/schema/money/bank.ts";
import { ledgerAccounts, platformBook, postings } from "#app/db/schema/money/ledger.ts";
import { payouts } from "#app/db/schema/money/payments.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { askBalance } from "#app/domain/money/payments/balance.server.ts";
import { payoutB2c, sweepPayouts } from "#app/domain/money/payments/payoutB2c.server.ts";
import { pullPayments } from "#app/domain/money/payments/pull.server.ts";
import { jobActor } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { registerPaybill } from "#app/worker/payments.server.ts";
import { payByHand } from "#simulators/mpesa/c2b.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";
import type { TestOrg } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUpPaymentPlatform();
setUp(async () => {
  await registerPaybill(platform.services);
  return {};
});
const newMsisdn = () => `2547${randomInt(10_000_000, 89_999_999)}`;

async function pay(account: string, amount = 1500) {
  const paid = await payByHand(platform.company, { msisdn: newMsisdn(), amount, account });
  await platform.runJobs();
  return paid;
}

const accountOf = async (org: TestOrg) =>
  (await platform.call("GET /top-up", {}, org)).paybill!.accountNumber;

const suspenseCents = async () => {
  const [account] = await platform.services.db.systemReads
    .select()
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.orgId, platformBook), eq(ledgerAccounts.name, "suspense")));
  return account?.balanceCents ?? 0;
};

describe("a payment at the paybill", () => {
  it("is credited to the typed account, in any notation", async () => {
    const org = await platform.createOrg();
    const number = await accountOf(org);
    expect(await accountOf(org)).toBe(number);
    await pay(number);
    await pay(` ${number.slice(0, 4)} ${number.slice(4).toLowerCase()}`);
    expect(await platform.walletOf(org)).toBe(3000);
    const { payments } = await platform.call("GET /payments", {}, org);
    expect(payments.map(({ state, amountCents }) => ({ state, amountCents }))).toEqual([
      { state: "paid", amountCents: 150_000 },
      { state: "paid", amountCents: 150_000 },
    ]);
  });

  it("counts once with its prompt, whichever is reported first", async () => {
    const org = await platform.createOrg();
    for (const fault of [undefined, "lost"] as const) {
      const phone = `+${newMsisdn()}`;
      if (fault) platform.fault(fault);
      await platform.call(
        "POST /payments",
        { method: "mpesa", amountKes: "1000", phone, key: randomUUID() },
        org,
      );
      await platform.answer(phone, "accept");
      await pullPayments(platform.services);
    }
    expect(await platform.walletOf(org)).toBe(2000);
    const { payments } = await platform.call("GET /payments", {}, org);
    expect(payments.map(({ state }) => state)).toEqual(["paid", "paid"]);
    expect(payments.every(({ receipt }) => receipt !== null)).toBe(true);
  });

  it("is found by the pull when its confirmation was lost, and counts once when reported twice", async () => {
    const org = await platform.createOrg();
    const number = await accountOf(org);
    platform.fault("lost");
    await pay(number);
    expect(await platform.walletOf(org)).toBe(0);
    await pullPayments(platform.services);
    expect(await platform.walletOf(org)).toBe(1500);
    platform.fault("double");
    await pay(number);
    await pullPayments(platform.services);
    expect(await platform.walletOf(org)).toBe(3000);
  });

  it("stays in suspense when no account matches, until its payer claims it with code and amount", async () => {
    const [org, other] = [await platform.createOrg(), await platform.createOrg()];
    const before = await suspenseCents();
    const { receipt } = await pay("NO SUCH", 700);
    expect(await suspenseCents()).toBe(before + 70_000);
    const claim = (as: TestOrg, amountKes: string) =>
      platform.request("POST /payments/claim", { receipt, amountKes }, as).then(({ status }) => status);
    expect(await claim(other, "701")).toBe(404);
    expect(await claim(org, "700")).toBe(200);
    expect(await claim(other, "700")).toBe(404);
    expect(await platform.walletOf(org)).toBe(700);
    expect(await suspenseCents()).toBe(before);
    expect(await platform.broken()).toBeNull();
  });

  it("is assigned to an organisation by staff, who see similar account numbers", async () => {
    const [org, staff] = [await platform.createOrg(), await platform.createOrg("Staff", "admin")];
    const number = await accountOf(org);
    const { receipt } = await pay(`${number.slice(0, 6)}`, 900);
    const place = { list: "unmatched" as const, itemId: receipt };
    const { organisations } = await platform.call("GET /admin/work/:list/:itemId", place, staff);
    expect(organisations.map(({ orgId }) => orgId)).toContain(org.orgId);
    const input = { receipt, organisation: ` ${org.orgId} `, reason: "Called us with the message" };
    await platform.call("POST /admin/payments/assign", input, staff);
    expect(await platform.walletOf(org)).toBe(900);
  });

  it("is validated when it fits, and refused when it cannot be a payment to us", async () => {
    const { validationUrl } = platform.company.state.urls!;
    const ask = async (over: object) => {
      const notice = { TransID: "UKL51ZDR4F", TransTime: "20261121121325", TransAmount: "10.00" };
      const body = { ...notice, BusinessShortCode: "174379", BillRefNumber: "X", MSISDN: "2547 ***** 126" };
      const answer = await fetch(validationUrl, {
        method: "POST",
        body: JSON.stringify({ ...body, ...over }),
      });
      return ((await answer.json()) as { ResultCode: string }).ResultCode;
    };
    expect(await ask({})).toBe("0");
    expect(await ask({ TransAmount: "-10" })).toBe("C2B00013");
    expect(await ask({ BusinessShortCode: "600000" })).toBe("C2B00015");
    expect(await ask({ TransID: null })).toBe("C2B00016");
  });
});

describe("the daily run", () => {
  it("compares the shortcode's balance with the ledger", async () => {
    platform.company.state.balances.utility = 0;
    await askBalance(platform.services);
    await expect
      .poll(async () => {
        await platform.runJobs();
        const [check] = await platform.services.db.systemReads.select().from(balanceChecks);
        return check?.differenceCents;
      })
      .toBe(0);
  });
});

describe("a payout", () => {
  const book = "prt_asha" as OrgId;
  const payout = (reference: string, amountCents = 50_000) =>
    payoutB2c({
      services: platform.services,
      actor: jobActor("test"),
      input: { book, reference, phone: `+${newMsisdn()}`, amountCents, recipientName: "Asha Mwangi" },
    });
  const earn = (cents: number, reference: string) =>
    platform.services.db.withSystem((tx) =>
      bookEntry(tx, {
        orgId: book,
        kind: "adjustment",
        about: { code: "legacy", said: "Share" },
        reference,
        postings: { earnings: cents },
        platformPostings: { mpesa_clearing: -cents },
        at: platform.clock.now(),
      }),
    );
  const stateOf = async (payoutId: string) => {
    await platform.company.settled();
    await platform.runJobs();
    const [row] = await platform.services.db.systemReads
      .select()
      .from(payouts)
      .where(eq(payouts.id, payoutId));
    return row?.state;
  };

  it("is made once for its settlement, and booked", async () => {
    platform.company.state.balances.utility = 10_000;
    await earn(200_000, "share:1");
    const [first, second] = [await payout("settlement:1"), await payout("settlement:1")];
    expect(second).toEqual({ payoutId: first.payoutId, isNew: false });
    expect(await stateOf(first.payoutId)).toBe("paid");
    expect(platform.company.state.balances.utility).toBe(9500);
    expect(await platform.broken()).toBeNull();
  });

  it("is returned when the M-Pesa account is empty", async () => {
    platform.company.state.balances.utility = 100;
    const { payoutId } = await payout("settlement:2");
    expect(await stateOf(payoutId)).toBe("failed");
    expect(await platform.broken()).toBeNull();
  });

  it("whose result was lost is queried by our own id, and never repeated", async () => {
    platform.company.state.balances.utility = 10_000;
    const { payoutId } = await payout("settlement:3");
    // The result is removed, as if it had been lost.
    await platform.company.settled();
    expect(platform.company.state.balances.utility).toBe(9500);
    platform.waiting.length = 0;
    platform.clock.advance(6 * 60_000);
    expect(await sweepPayouts(platform.services)).toBe(1);
    expect(await stateOf(payoutId)).toBe("paid");
    expect(platform.company.state.balances.utility).toBe(9500);
  });

  it("above the earnings is refused", async () => {
    await expect(payout("settlement:4", 99_000_000)).rejects.toThrow();
  });
});

describe("the verification of the ledger", () => {
  const tamper = (sqlText: string) =>
    platform.services.db.owner.query(
      `begin; set local session_replication_role = replica; ${sqlText}; commit`,
    );

  it.each([
    ["an altered amount", "amount_cents = amount_cents + 1"],
    ["an altered balance", "balance_after_cents = balance_after_cents + 1"],
  ])("finds %s and names the line", async (_, change) => {
    const org = await platform.createOrg();
    const number = await accountOf(org);
    for (const amount of [100, 200, 300]) await pay(number, amount);
    const where = `where org_id = '${org.orgId}' and account = 'wallet' and number = 2`;
    await tamper(`update postings set ${change} ${where}`);
    expect(await platform.broken()).toMatchObject({ book: org.orgId, account: "wallet", number: 2 });
    await tamper(`update postings set ${change.replace("+ 1", "- 1")} ${where}`);
    expect(await platform.broken()).toBeNull();
  });

  it("finds a missing line, and a balance changed by hand", async () => {
    const org = await platform.createOrg();
    const number = await accountOf(org);
    for (const amount of [100, 200]) await pay(number, amount);
    const account = `where org_id = '${org.orgId}' and name = 'wallet'`;
    await tamper(`update ledger_accounts set balance_cents = balance_cents + 5 ${account}`);
    expect((await platform.broken())?.reason).toBe("the stored balance is not the sum of its lines");
    await tamper(`update ledger_accounts set balance_cents = balance_cents - 5 ${account}`);
    const [line] = await platform.services.db.systemReads
      .select()
      .from(postings)
      .where(and(eq(postings.orgId, org.orgId), eq(postings.number, 1)));
    await tamper(`delete from postings where org_id = '${org.orgId}' and entry_id = '${line!.entryId}'`);
    expect(await platform.broken()).toMatchObject({ book: org.orgId, number: 2 });
  });
});
