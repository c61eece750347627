import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Tx } from "#app/db/client.server.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { reverseEntry } from "#app/domain/money/corrections/reverseEntry.server.ts";
import { allocateCredits } from "#app/domain/money/credits/allocateCredits.server.ts";
import { holdForCampaign } from "#app/domain/money/hold.server.ts";
import { verifyLedger } from "#app/domain/money/ledger/verify.server.ts";
import { quote } from "#app/domain/money/quote.server.ts";
import { jobActor } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import {
  addContacts,
  connectWhatsapp,
  draftCampaign,
  messagesOf,
  noteOutcome,
} from "#tests/support/sending.ts";
import { receive } from "#tests/support/unusualWebhooks.ts";

const platform = setUpPlatform();

async function prepaid(): Promise<TestOrg> {
  const org = await platform.createOrg();
  await platform.services.db.withSystem((tx) =>
    tx.update(organisations).set({ billingType: "prepaid" }).where(eq(organisations.id, org.orgId)),
  );
  return org;
}

const inOrg = <T>({ orgId }: TestOrg, work: (tx: Tx) => Promise<T>) =>
  platform.services.db.withOrg(orgId, work);

const topUp = (org: TestOrg, kes: number, reference: string) =>
  platform.services.db.withSystem((tx) =>
    bookEntry(tx, {
      orgId: org.orgId,
      kind: "top_up",
      about: { code: "payment.to_wallet", method: "mpesa", receipt: reference },
      reference,
      postings: { wallet: kes * 100 },
      platformPostings: { mpesa_clearing: -kes * 100 },
      at: platform.clock.now(),
    }),
  );

const start = (org: TestOrg, campaignId: string, messages: number) =>
  inOrg(org, async (tx) => {
    const now = platform.clock.now();
    const price = await quote(tx, { orgId: org.orgId, messages, at: now, lock: true, isCampaign: true });
    await holdForCampaign(tx, { orgId: org.orgId, campaignId, campaignName: campaignId, price, now });
  });

/** Retries when no connection is free, as a person would; all other failures fail. */
async function startPatiently(org: TestOrg, campaignId: string, messages: number): Promise<void> {
  for (;;)
    try {
      return await start(org, campaignId, messages);
    } catch (error) {
      if (!/timeout exceeded when trying to connect/.test(String((error as Error).message))) throw error;
    }
}

/** A business with contacts, and the campaigns that it has sent. */
interface Shop {
  org: TestOrg;
  sender: Awaited<ReturnType<typeof connectWhatsapp>>;
  campaigns: string[];
}
const recipients = 6;

async function openShop(): Promise<Shop> {
  const org = await prepaid();
  const sender = await connectWhatsapp(platform, org);
  await addContacts(platform, org, recipients);
  return { org, sender, campaigns: [] };
}

let campaignBefore: Promise<unknown> = Promise.resolve();
/** A campaign whose messages Meta accepted. One at a time: all share one job queue. */
function send(shop: Shop): Promise<unknown> {
  const sent = campaignBefore.then(async () => {
    const { org, sender } = shop;
    const campaignId = await draftCampaign(platform, org, sender);
    const answer = await platform.request("POST /campaigns/:campaignId/start", { campaignId }, org);
    if (answer.status === 402) return;
    expect(answer.status).toBe(200);
    await platform.runJobs();
    await noteOutcome(platform, org, campaignId, { state: "accepted" });
    shop.campaigns.push(campaignId);
  });
  campaignBefore = sent.catch(() => undefined);
  return sent;
}

/** Meta's reports on some messages of a campaign, each repeated `times` times. */
async function report(shop: Shop, campaign: number, status: string, from: number, times: number) {
  const campaignId = shop.campaigns[campaign];
  if (!campaignId) return;
  const rows = (await messagesOf(platform, shop.org, campaignId)).slice(from % recipients);
  const timestamp = String(Math.floor(platform.clock.now().getTime() / 1000));
  const statuses = rows.map(({ id }) => ({
    ...{ id: `wamid.${id}`, status, timestamp, biz_opaque_callback_data: id },
    ...(status === "failed" ? { errors: [{ code: 131026, title: "Message undeliverable" }] } : {}),
  }));
  const metadata = { display_phone_number: "254711000000", phone_number_id: shop.sender.phoneNumberId };
  const value = { messaging_product: "whatsapp", metadata, statuses };
  const body = JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ field: "messages", value }] }],
  });
  await receive(platform, ...Array<string>(times).fill(body));
}

const step = fc.record({
  kind: fc.constantFrom(
    ...["top up", "top up again", "campaign", "campaign", "sent", "delivered", "read", "failed"],
    ...["refund", "reverse", "keep up"],
  ),
  number: fc.integer({ min: 0, max: 3 }),
  amount: fc.integer({ min: 1, max: 60 }),
});

/** One step; refusals for lack of money or repeats change nothing. */
async function take(shop: Shop, { kind, number, amount }: { kind: string; number: number; amount: number }) {
  const { org } = shop;
  switch (kind) {
    case "top up":
      return topUp(org, amount, randomUUID());
    case "top up again":
      return topUp(org, 50, `same ${number}`);
    case "campaign":
      return send(shop);
    case "refund":
      return platform.services.db.withSystem((tx) =>
        bookEntry(tx, {
          orgId: org.orgId,
          kind: "refund",
          about: { code: "payment.refunded" },
          reference: randomUUID(),
          postings: { wallet: -amount * 100 },
          platformPostings: { card_clearing: amount * 100 },
          at: platform.clock.now(),
        }),
      );
    case "reverse": {
      const { rows } = await platform.services.db.system.query<{ id: string }>(
        "select id from journal_entries where org_id = $1 and kind = 'top_up' order by id offset $2 limit 1",
        [org.orgId, number],
      );
      if (!rows[0]) return undefined;
      const input = { orgId: org.orgId, entryId: rows[0].id, reason: "Wrong shop" };
      return reverseEntry({ services: platform.services, actor: jobActor("test"), input });
    }
    case "keep up":
      return inOrg(org, (tx) => allocateCredits(tx, org.orgId));
    default:
      return report(shop, number, kind, amount, 1 + (amount % 2));
  }
}

/** Campaigns whose hold settled another number of messages than were delivered. */
const miscounted = async (org: TestOrg) => {
  const { rows } = await platform.services.db.system.query(
    `select h.subject_id, h.settled_messages, count(m.id) as delivered from holds h
      left join messages m on m.org_id = h.org_id and m.campaign_id = h.subject_id and m.state in ('delivered', 'read')
      where h.org_id = $1 group by h.subject_id, h.settled_messages having h.settled_messages <> count(m.id)`,
    [org.orgId],
  );
  return rows;
};

const figures = async (org: TestOrg) => {
  const { rows } = await platform.services.db.system.query<Record<string, number>>(
    `select
      (select coalesce(sum(balance_cents), 0)::bigint from ledger_accounts where org_id = $1 and name in ('wallet', 'held')) as funds,
      (select coalesce(sum(remaining_cents), 0)::bigint from ledger_credits where org_id = $1) as left,
      (select coalesce(sum(balance_cents), 0)::bigint from ledger_accounts where org_id = $1 and name = 'revenue') as revenue,
      (select coalesce(sum(amount_cents), 0)::bigint from ledger_allocations where org_id = $1 and subject_id like 'cmp%') as spent,
      (select coalesce(sum(greatest(0, settled_messages - included_messages) * price_cents_per_message), 0)::bigint from holds where org_id = $1) as delivered,
      (select coalesce(sum(least(0, balance_cents)), 0)::bigint from ledger_accounts where org_id = $1 and name in ('wallet', 'held')) as below`,
    [org.orgId],
  );
  return rows[0]!;
};

it("after any sequence of steps, no cent is lost or created, and every charge names messages and top-ups", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      async (steps, together) => {
        const shop = await openShop();
        const { org } = shop;
        await topUp(org, 150, "first");
        for (let from = 0; from < steps.length; from += together)
          await Promise.all(
            steps.slice(from, from + together).map((one) =>
              take(shop, one).catch((error: unknown) => {
                if (!(error instanceof DomainError)) throw error;
              }),
            ),
          );
        expect((await verifyLedger(platform.services)).broken).toBeNull();
        expect(await miscounted(org)).toEqual([]);
        const { funds, left, revenue, spent, delivered, below } = await figures(org);
        expect({ left, spent, revenue, below }).toEqual({
          left: funds,
          spent: delivered,
          revenue: delivered,
          below: 0,
        });
      },
    ),
    { numRuns: 25 },
  );
});

it("of 200 campaigns started at once on one wallet, as many run as it pays for, within the reserve", async () => {
  const org = await prepaid();
  await topUp(org, 100 * 20 + 20, "first");
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, (_, index) => startPatiently(org, `cmp_${index}`, 10)),
  );
  const refused = outcomes.flatMap((one) =>
    one.status === "rejected" ? [(one.reason as DomainError).code] : [],
  );
  expect(refused).toEqual(Array(100).fill("wallet.too_little"));
  const wallet = await platform.call("GET /wallet", {}, org);
  expect(wallet).toMatchObject({ balanceCents: 2000, heldCents: 200_000 });
  expect((await verifyLedger(platform.services)).broken).toBeNull();
});
