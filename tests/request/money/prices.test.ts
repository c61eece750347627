import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { connect, type Database } from "#app/db/client.server.ts";
import { rateCards } from "#app/db/schema/money/ledger.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { priced } from "#app/domain/money/metaCosts/priced.ts";
import { pricesChanged, readPrices } from "#app/domain/money/prices/read.server.ts";
import { quote } from "#app/domain/money/quote.server.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUpPlatform();
/** Another process on the same database. */
const other = setUp(
  async () => ({ db: connect(platform.services.db.url) }),
  ({ db }) => db.close(),
);
const hourMs = 3_600_000;
const at = (hours: number) => new Date(platform.clock.now().getTime() + hours * hourMs);

const priceIn = (db: Database, orgId: OrgId, moment: Date) =>
  db.withOrg(orgId, async (tx) => (await quote(tx, { orgId, messages: 1, at: moment })).priceCentsPerMessage);

async function addCard(perMessageCents: number, effectiveFrom: Date): Promise<void> {
  await platform.services.db.withSystem(async (tx) => {
    const id = newId("prc");
    const card = { id, planType: "Starter", billingType: "prepaid", perMessageCents, effectiveFrom };
    await tx.insert(rateCards).values(card);
    pricesChanged(tx);
  });
}

async function prepaid(): Promise<TestOrg> {
  const org = await platform.createOrg();
  await platform.services.db.withSystem((tx) =>
    tx
      .update(organisations)
      .set({ planType: "Starter", billingType: "prepaid" })
      .where(eq(organisations.id, org.orgId)),
  );
  return org;
}

describe("a price", () => {
  it("applies to the next quote in the process that changed it, and soon in every other", async () => {
    const { orgId } = await prepaid();
    const { db } = platform.services;
    const before = await priceIn(db, orgId, at(0));
    await expect.poll(() => priceIn(other.db, orgId, at(0))).toBe(before);
    await addCard(before + 111, at(-3));
    expect(await priceIn(db, orgId, at(0))).toBe(before + 111);
    await expect.poll(() => priceIn(other.db, orgId, at(0))).toBe(before + 111);
    await addCard(before + 222, at(-2));
    expect(await priceIn(db, orgId, at(0))).toBe(before + 222);
    await expect.poll(() => priceIn(other.db, orgId, at(0))).toBe(before + 222);
  });

  it("takes effect at its time without being loaded again", async () => {
    const { orgId } = await prepaid();
    const { db } = platform.services;
    const before = await priceIn(db, orgId, at(0));
    await addCard(before + 500, at(5));
    expect(await priceIn(db, orgId, at(4))).toBe(before);
    expect(await priceIn(db, orgId, at(5))).toBe(before + 500);
  });

  it("is visible in the transaction that adds it", async () => {
    const { db } = platform.services;
    const planType = "Enterprise";
    await db.withSystem(async (tx) => {
      const moment = at(0);
      const payer = { planType, billingType: "postpaid", at: moment } as const;
      const before = (await readPrices(tx)).cardAt(payer);
      expect(before).toBeDefined();
      const perMessageCents = before!.perMessageCents + 1;
      const card = { id: newId("prc"), planType, billingType: "postpaid", perMessageCents };
      await tx.insert(rateCards).values({ ...card, effectiveFrom: moment });
      pricesChanged(tx);
      expect((await readPrices(tx)).cardAt(payer)).toMatchObject({ perMessageCents });
    });
  });

  it("of a plan and of Meta agrees with what PostgreSQL computes from the same tables", async () => {
    const { db } = platform.services;
    const moment = at(0);
    await db.withSystem(async (tx) => {
      const prices = await readPrices(tx);
      const { rows } = await db.owner.query<{ category: string; prefix: string; cents: number | null }>(
        `select category, prefix, cost_cents as cents from ${priced(
          `select $1::date as day, p as prefix, c as category, 1 as billable
            from unnest(array['+254', '+255', '+1', '+999']) p,
              unnest(array['marketing', 'utility', 'authentication', 'service']) c`,
        )} r`,
        [dayOf(moment)],
      );
      expect(rows).toHaveLength(16);
      for (const { category, prefix, cents } of rows)
        expect([
          prefix,
          category,
          prices.metaCentsAt(category, `${prefix}712345678`.slice(0, 13), moment),
        ]).toEqual([prefix, category, cents === null ? null : Number(cents)]);
    });
  });
});
