import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { holds, platformBook } from "#app/db/schema/money/ledger.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { getWallet } from "#app/domain/money/ledger/queries.server.ts";
import { verifyLedger } from "#app/domain/money/ledger/verify.server.ts";
import { newId } from "#app/platform/ids.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { bookEntry } from "./book.server.ts";
import { holdForCampaign, releaseUndelivered, settleDelivered } from "./hold.server.ts";
import { quote } from "./quote.server.ts";

const platform = setUpPlatform();

/** An organisation with a wallet of `kes` on a plan. */
async function orgWith(kes: number, billingType: "prepaid" | "postpaid" = "prepaid"): Promise<TestOrg> {
  const org = await platform.createOrg();
  await platform.services.db.withSystem((tx) =>
    tx.update(organisations).set({ billingType }).where(eq(organisations.id, org.orgId)),
  );
  if (kes > 0) await topUp(org, kes, "first");
  return org;
}

const topUp = (org: TestOrg, kes: number, reference: string) =>
  platform.services.db.withOrg(org.orgId, (tx) =>
    bookEntry(tx, {
      orgId: org.orgId,
      kind: "top_up",
      about: { code: "credit.test" },
      reference,
      at: platform.clock.now(),
      postings: { funding: -kes * 100, wallet: kes * 100 },
    }),
  );

/** Money that came by M-Pesa. */
const payIn = (org: TestOrg, kes: number, reference: string, tx?: Tx) => {
  const book = (tx: Tx) =>
    bookEntry(tx, {
      orgId: org.orgId,
      kind: "top_up",
      about: { code: "payment.to_wallet", method: "mpesa", receipt: null },
      reference,
      at: platform.clock.now(),
      postings: { wallet: kes * 100 },
      platformPostings: { mpesa_clearing: -kes * 100 },
    });
  return tx ? book(tx) : platform.services.db.withSystem(book);
};

/** As `as` would book past `bookEntry`. */
const bookRaw = (as: TestOrg, { orgId }: { orgId: string }, lines: Record<string, number>) =>
  platform.services.db.withOrg(as.orgId, (tx) =>
    clientOf(tx).query({
      text: "select book_entry($1, $2, 'top_up', '{}', 'raw', now(), null, $3, $4)",
      values: [orgId, newId("jrn"), Object.keys(lines), Object.values(lines)],
    }),
  );

const hold = (org: TestOrg, campaignId: string, messages: number) =>
  platform.services.db.withOrg(org.orgId, async (tx) => {
    const now = platform.clock.now();
    const price = await quote(tx, { orgId: org.orgId, messages, at: now, lock: true });
    return holdForCampaign(tx, { orgId: org.orgId, campaignId, campaignName: "Sale", price, now });
  });

describe("the ledger", () => {
  it("adds a top-up to the wallet once, however often it is booked", async () => {
    const org = await orgWith(1000);
    expect(await topUp(org, 1000, "first")).toEqual({ booked: false });
    expect((await getWallet(org.ctx)).balanceCents).toBe(100_000);
  });

  it("refuses an entry that does not sum to zero", async () => {
    const org = await orgWith(0);
    await expect(bookRaw(org, org, { wallet: 100 })).rejects.toThrow("does not sum to zero");
    await expect(bookRaw(org, org, { wallet: 100, funding: -99 })).rejects.toThrow("does not sum to zero");
    expect((await getWallet(org.ctx)).balanceCents).toBe(0);
  });

  it("refuses a tenant's bookings in another book and of the platform's debts", async () => {
    const [org, other] = [await orgWith(0), await orgWith(0)];
    const denied = { code: "42501" };
    await expect(bookRaw(org, other, { wallet: 100, funding: -100 })).rejects.toMatchObject(denied);
    await expect(bookRaw(org, org, { wallet: 100, due_from_platform: -100 })).rejects.toMatchObject(denied);
    await expect(bookRaw(org, { orgId: platformBook }, { suspense: 0 })).rejects.toMatchObject(denied);
  });

  it("refuses balances below zero of wallets and of money owed to others", async () => {
    const org = await orgWith(1);
    await expect(payIn(org, -2, "out")).rejects.toMatchObject({ code: "wallet.too_little" });
    const outOf = (account: string) => bookRaw(org, org, { [account]: -1, funding: 1 });
    await expect(outOf("held")).rejects.toMatchObject({ constraint: "wallet_not_negative" });
    await expect(outOf("earnings")).rejects.toMatchObject({ constraint: "owed_not_negative" });
  });

  it("books money of the platform as two halves that each sum to zero", async () => {
    const org = await orgWith(0);
    const booked = await payIn(org, 700, "paid");
    const { rows } = await platform.services.db.system.query(
      `select org_id, account, counterparty, amount_cents from postings where entry_id = $1 order by org_id = 'platform', account`,
      [booked.booked && booked.entryId],
    );
    const line = (org_id: string, account: string, counterparty: string, amount_cents: number) => ({
      ...{ org_id, account, counterparty, amount_cents },
    });
    expect(rows).toEqual([
      line(org.orgId, "due_from_platform", "", -70_000),
      line(org.orgId, "wallet", "", 70_000),
      line("platform", "due_to_counterparty", org.orgId, 70_000),
      line("platform", "mpesa_clearing", org.orgId, -70_000),
    ]);
    expect(await payIn(org, 700, "paid")).toEqual({ booked: false });
    expect((await verifyLedger(platform.services)).broken).toBeNull();
  });

  it("books a payment of one organisation while that of another is not committed yet", async () => {
    const [first, second] = [await orgWith(0), await orgWith(0)];
    for (const org of [first, second]) await payIn(org, 100, "before");
    await platform.services.db.withSystem(async (tx) => {
      await payIn(first, 200, "open", tx);
      await payIn(second, 300, "at once");
      expect((await getWallet(second.ctx)).balanceCents).toBe(40_000);
    });
    expect((await getWallet(first.ctx)).balanceCents).toBe(30_000);
  });

  it("finds a missing half and names the entry", async () => {
    const org = await orgWith(0);
    const booked = await payIn(org, 500, "whole");
    const entryId = booked.booked && booked.entryId;
    const halves = (change: string) =>
      platform.services.db.owner.query(
        `begin; set local session_replication_role = replica;
        update journal_entries set id = ${change} where org_id = 'platform' and counterparty = '${org.orgId}';
        update postings set entry_id = ${change} where org_id = 'platform' and counterparty = '${org.orgId}'; commit`,
      );
    await halves("'jrn_lost'");
    const reason = "the two halves of its entry do not cancel";
    expect((await verifyLedger(platform.services)).broken).toMatchObject({ reason, entryId });
    await halves(`'${entryId}'`);
    expect((await verifyLedger(platform.services)).broken).toBeNull();
  });

  it("prices prepaid messages at KES 2", async () => {
    const org = await orgWith(100);
    const price = await platform.services.db.withOrg(org.orgId, (tx) =>
      quote(tx, { orgId: org.orgId, messages: 60, at: platform.clock.now() }),
    );
    expect(price).toMatchObject({
      includedMessages: 0,
      totalCents: 12_000,
      walletCents: 10_000,
      missingCents: 2000,
    });
  });

  it("uses the 1,000 included messages of Starter before money", async () => {
    const org = await orgWith(1000, "postpaid");
    await hold(org, "cmp_1", 1200);
    const wallet = await getWallet(org.ctx);
    expect(wallet).toMatchObject({ balanceCents: 60_000, heldCents: 40_000, plan: { includedHeld: 1000 } });
  });

  it("refuses a hold that the wallet cannot pay, and says how much is missing", async () => {
    const org = await orgWith(100);
    await expect(hold(org, "cmp_1", 60)).rejects.toMatchObject({
      code: "wallet.too_little",
      message: expect.stringContaining("KES\u00a020.00"),
    });
    expect((await getWallet(org.ctx)).balanceCents).toBe(10_000);
  });

  it("gives the last money to only one of two simultaneous holds", async () => {
    const org = await orgWith(100);
    const outcomes = await Promise.allSettled([hold(org, "cmp_1", 40), hold(org, "cmp_2", 40)]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await getWallet(org.ctx)).toMatchObject({ balanceCents: 2000, heldCents: 8000 });
  });

  it("never deadlocks when campaigns start while others are delivered, fail or end", async () => {
    const org = await orgWith(20_000, "postpaid");
    const rounds = 25;
    const campaigns = Array.from({ length: rounds }, (_, index) => `cmp_${index}`);
    // The first one takes a part of the plan's messages and money; all later ones are paid.
    await hold(org, "cmp_old", 900);
    await hold(org, "cmp_mixed", 200);
    const inOrg = <T>(work: (tx: Tx) => Promise<T>) => platform.services.db.withOrg(org.orgId, work);
    const event = (subjectId: string, reference: string) => ({
      orgId: org.orgId,
      subjectId,
      at: platform.clock.now(),
      count: 1,
      reference: `${subjectId} ${reference}`,
    });
    await Promise.all(
      campaigns.map(async (campaignId, round) => {
        const deeds = [
          hold(org, campaignId, 10),
          inOrg(async (tx) => {
            await settleDelivered(tx, event("cmp_old", `delivered ${round}`));
            await releaseUndelivered(tx, event("cmp_mixed", `failed ${round}`));
          }),
          inOrg(async (tx) => {
            await releaseUndelivered(tx, event("cmp_mixed", `expired ${round}`));
            await settleDelivered(tx, event("cmp_old", `read ${round}`));
          }),
        ];
        await Promise.all(deeds);
      }),
    );
    const wallet = await getWallet(org.ctx);
    expect(wallet.plan.delivered).toBe(2 * rounds);
    expect(wallet.balanceCents + wallet.heldCents).toBe(2_000_000);
    expect(wallet.heldCents).toBe((100 - 2 * rounds + 10 * rounds) * 200);
  });

  it("settles an event once", async () => {
    const org = await orgWith(100);
    await hold(org, "cmp_1", 10);
    const settle = () =>
      platform.services.db.withOrg(org.orgId, (tx) =>
        settleDelivered(tx, {
          orgId: org.orgId,
          subjectId: "cmp_1",
          count: 3,
          reference: "batch 1",
          at: platform.clock.now(),
        }),
      );
    expect(await settle()).toEqual({ settled: 3 });
    expect(await settle()).toEqual({ settled: 0 });
    expect(await getWallet(org.ctx)).toMatchObject({ balanceCents: 8000, heldCents: 1400 });
  });

  it("moves no money of another organisation", async () => {
    const [asha, otieno] = [await orgWith(100), await orgWith(100)];
    await hold(asha, "cmp_1", 10);
    const foreign = await platform.services.db.withOrg(otieno.orgId, (tx) =>
      settleDelivered(tx, {
        orgId: asha.orgId,
        subjectId: "cmp_1",
        count: 3,
        reference: "foreign",
        at: platform.clock.now(),
      }),
    );
    expect(foreign).toEqual({ settled: 0 });
    expect(await getWallet(asha.ctx)).toMatchObject({ heldCents: 2000 });
    expect(await getWallet(otieno.ctx)).toMatchObject({ balanceCents: 10_000, heldCents: 0 });
  });

  it("keeps every sum in any order of deliveries and failures, and returns the rest exactly", async () => {
    const moves = fc.array(fc.record({ delivered: fc.boolean(), count: fc.integer({ min: 1, max: 300 }) }), {
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1500 }), moves, async (messages, steps) => {
        const org = await orgWith(1000, "postpaid");
        await hold(org, "cmp_1", messages);
        const move = (delivered: boolean, count: number, reference: string) =>
          platform.services.db.withOrg(org.orgId, async (tx) => {
            const event = {
              orgId: org.orgId,
              subjectId: "cmp_1",
              count,
              reference,
              at: platform.clock.now(),
            };
            if (delivered) await settleDelivered(tx, event);
            else await releaseUndelivered(tx, event);
          });
        for (const [index, step] of steps.entries()) await move(step.delivered, step.count, `step ${index}`);
        await move(false, messages, "rest");
        const [row] = await platform.services.db.withOrg(org.orgId, (tx) =>
          tx.select().from(holds).where(eq(holds.orgId, org.orgId)),
        );
        const wallet = await getWallet(org.ctx);
        expect(row!.settledMessages + row!.releasedMessages).toBe(messages);
        expect(row!.closedAt).not.toBeNull();
        expect(wallet.heldCents).toBe(0);
        expect(wallet.balanceCents).toBe(100_000 - Math.max(0, row!.settledMessages - 1000) * 200);
        expect(wallet.plan.includedHeld).toBe(0);
        expect(wallet.plan.includedUsed).toBe(Math.min(1000, row!.settledMessages));
        expect(wallet.plan.delivered).toBe(row!.settledMessages);
      }),
      { numRuns: 15 },
    );
  });
});
