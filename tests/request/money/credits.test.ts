import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Tx } from "#app/db/client.server.ts";
import { billingConstants } from "#app/db/schema/money/ledger.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { allocate, type Credit } from "#app/domain/money/credits/allocate.ts";
import { allocateAllCredits, allocateCredits } from "#app/domain/money/credits/allocateCredits.server.ts";
import type { EntryFact } from "#app/domain/money/entryFacts.ts";
import {
  type HoldMove,
  holdForCampaign,
  releaseUndelivered,
  settleDelivered,
} from "#app/domain/money/hold.server.ts";
import { verifyLedger } from "#app/domain/money/ledger/verify.server.ts";
import { pricesChanged } from "#app/domain/money/prices/read.server.ts";
import { quote } from "#app/domain/money/quote.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();

async function prepaid(): Promise<TestOrg> {
  const org = await platform.createOrg();
  await platform.services.db.withSystem((tx) =>
    tx.update(organisations).set({ billingType: "prepaid" }).where(eq(organisations.id, org.orgId)),
  );
  return org;
}

const paid = (receipt: string): EntryFact => ({ code: "payment.to_wallet", method: "mpesa", receipt });

const topUp = (org: TestOrg, kes: number, about: EntryFact = paid(`R${kes}`)) =>
  platform.services.db.withSystem((tx) =>
    bookEntry(tx, {
      orgId: org.orgId,
      kind: "top_up",
      about,
      reference: randomUUID(),
      at: platform.clock.now(),
      ...(about.code === "credit.test"
        ? { postings: { wallet: kes * 100, funding: -kes * 100 } }
        : { postings: { wallet: kes * 100 }, platformPostings: { mpesa_clearing: -kes * 100 } }),
    }),
  );

const hold = (org: TestOrg, campaignId: string, messages: number) =>
  platform.services.db.withOrg(org.orgId, async (tx) => {
    const now = platform.clock.now();
    const price = await quote(tx, { orgId: org.orgId, messages, at: now, lock: true, isCampaign: true });
    return holdForCampaign(tx, { orgId: org.orgId, campaignId, campaignName: campaignId, price, now });
  });

type Verb = (tx: Tx, move: HoldMove) => Promise<unknown>;
const move =
  (verb: Verb) =>
  (org: TestOrg, subjectId: string, count: number): Promise<unknown> =>
    platform.services.db.withOrg(org.orgId, (tx) =>
      verb(tx, { orgId: org.orgId, subjectId, count, reference: randomUUID(), at: platform.clock.now() }),
    );
const deliver = move(settleDelivered);
const release = move(releaseUndelivered);

const entriesOf = async (org: TestOrg) => (await platform.call("GET /wallet/entries", {}, org)).entries;
const sourcesOf = async (org: TestOrg, campaignId: string) =>
  (await entriesOf(org))
    .find(({ hold: one }) => one?.subjectId === campaignId)!
    .paidFrom.map(({ description, cents }) => [description, cents / 100]);

describe("each use of money", () => {
  it("lists the top-ups that paid for it, oldest first, and refunds are available again", async () => {
    const org = await prepaid();
    await topUp(org, 100);
    await topUp(org, 200);
    await hold(org, "cmp_1", 70);
    await deliver(org, "cmp_1", 60);
    await release(org, "cmp_1", 10);
    expect(await sourcesOf(org, "cmp_1")).toEqual([
      ["Top-up by M-Pesa R100", 100],
      ["Top-up by M-Pesa R200", 20],
    ]);
    expect((await entriesOf(org)).flatMap(({ leftCents }) => leftCents ?? [])).toEqual([18_000, 0]);
    await hold(org, "cmp_2", 10);
    await deliver(org, "cmp_2", 10);
    expect(await sourcesOf(org, "cmp_2")).toEqual([["Top-up by M-Pesa R200", 20]]);
    expect((await verifyLedger(platform.services)).broken).toBeNull();
  });

  it("is paid from free credit before paid credit", async () => {
    const org = await prepaid();
    await topUp(org, 100);
    await topUp(org, 100, { code: "credit.test" });
    await hold(org, "cmp_1", 20);
    await deliver(org, "cmp_1", 20);
    expect(await sourcesOf(org, "cmp_1")).toEqual([["Test credit", 40]]);
  });

  it("is in the statement with its sources, hidden from other organisations", async () => {
    const [org, other] = [await prepaid(), await prepaid()];
    await topUp(org, 500);
    await hold(org, "cmp_1", 5);
    await deliver(org, "cmp_1", 5);
    const csv = async (as: TestOrg) => (await platform.request("GET /wallet/statement", {}, as)).text();
    expect(await csv(org)).toMatch(/5 messages delivered,,,10\.00,Top-up by M-Pesa R500 \(10\.00\)/);
    expect((await csv(other)).trim().split("\n")).toHaveLength(1);
  });

  it("is allocated once, though readers, the job and deliveries run at once", async () => {
    const org = await prepaid();
    for (const kes of [100, 50, 50]) await topUp(org, kes);
    await hold(org, "cmp_1", 80);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 4 === 0
          ? platform.services.db.withOrg(org.orgId, (tx) => allocateCredits(tx, org.orgId))
          : index % 4 === 1
            ? allocateAllCredits(platform.services)
            : deliver(org, "cmp_1", 4),
      ),
    );
    expect((await sourcesOf(org, "cmp_1")).map(([, kes]) => kes)).toEqual([100, 50, 10]);
    expect((await verifyLedger(platform.services)).broken).toBeNull();
  });

  it("with changed sources is found by the verification", async () => {
    const org = await prepaid();
    await topUp(org, 500);
    await hold(org, "cmp_1", 5);
    await deliver(org, "cmp_1", 5);
    await entriesOf(org);
    const change = (cents: string) =>
      platform.services.db.owner.query(
        `update ledger_credits set remaining_cents = remaining_cents ${cents} where org_id = '${org.orgId}'`,
      );
    const asOwner = (on: string) =>
      platform.services.db.owner.query(`alter table ledger_credits ${on} force row level security`);
    await asOwner("no");
    await change("- 1");
    expect((await verifyLedger(platform.services)).broken).toMatchObject({ book: org.orgId });
    await change("+ 1");
    await asOwner("");
    expect((await verifyLedger(platform.services)).broken).toBeNull();
  });

  it("loses and invents no cent, whatever the amounts", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ cents: fc.integer({ min: 1, max: 999 }), isBonus: fc.boolean() }), {
          minLength: 1,
        }),
        fc.array(fc.integer({ min: 1, max: 300 })),
        (given, wanted) => {
          const credits: Credit[] = given.map(({ cents, isBonus }, index) => ({
            entryId: String(index),
            isBonus,
            remainingCents: cents,
          }));
          const left = () => credits.reduce((sum, { remainingCents }) => sum + remainingCents, 0);
          for (const [index, cents] of wanted.entries()) {
            const before = left();
            if (cents > before) break;
            const parts = allocate(credits, { entryId: `use ${index}`, cents, of: null });
            expect(parts.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(cents);
            expect(left()).toBe(before - cents);
            expect(credits.every(({ remainingCents }) => remainingCents >= 0)).toBe(true);
          }
        },
      ),
    );
  });
});

describe("the reserve", () => {
  it("stops a campaign but not a single message", async () => {
    const org = await prepaid();
    await topUp(org, 100);
    await expect(hold(org, "cmp_1", 41)).rejects.toMatchObject({
      code: "wallet.too_little",
      message: expect.stringContaining("for replies and one-time codes"),
    });
    await hold(org, "cmp_2", 40);
    const price = await platform.services.db.withOrg(org.orgId, (tx) =>
      quote(tx, { orgId: org.orgId, messages: 1, at: platform.clock.now() }),
    );
    expect(price).toMatchObject({ walletCents: 2000, reserveCents: 0, missingCents: 0 });
    expect((await platform.call("GET /wallet", {}, org)).reserveCents).toBe(2000);
  });

  it("is that of its day", async () => {
    const org = await prepaid();
    const quoteOf = (at: Date) =>
      platform.services.db.withOrg(org.orgId, (tx) =>
        quote(tx, { orgId: org.orgId, messages: 10, at, isCampaign: true }),
      );
    const nextYear = new Date(platform.clock.now().getTime() + 366 * 86_400_000);
    await platform.services.db.withSystem(async (tx) => {
      await tx
        .insert(billingConstants)
        .values({ name: "campaign_reserve_cents", value: 5000, effectiveFrom: nextYear });
      pricesChanged(tx);
    });
    expect((await quoteOf(platform.clock.now())).reserveCents).toBe(2000);
    expect((await quoteOf(nextYear)).reserveCents).toBe(5000);
  });
});
