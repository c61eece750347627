import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Tx } from "#app/db/client.server.ts";
import { organisations } from "#app/db/schema/identity.ts";
import { holds, postings } from "#app/db/schema/money.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { bookEntry } from "./book.server.ts";
import { holdForCampaign, releaseUndelivered, settleDelivered } from "./hold.server.ts";
import { getWallet } from "./queries.server.ts";
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
    const lopsided = platform.services.db.withOrg(org.orgId, async (tx) => {
      const entry = await bookEntry(tx, {
        orgId: org.orgId,
        kind: "top_up",
        about: { code: "credit.test" },
        reference: "x",
        at: platform.clock.now(),
        postings: {},
      });
      if (!entry.booked) throw new Error("not booked");
      await tx
        .insert(postings)
        .values({ orgId: org.orgId, entryId: entry.entryId, account: "wallet", amountCents: 100 });
    });
    await expect(lopsided).rejects.toThrow("does not sum to zero");
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

  it("takes the 1,000 messages of Starter before money", async () => {
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

  it("lets only one of two simultaneous holds have the last money", async () => {
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

  it("keeps every sum in any order of deliveries and failures, and gives the rest back exactly", async () => {
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
