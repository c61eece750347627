import { randomInt, randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { ledgerAccounts } from "#app/db/schema/money/ledger.ts";
import { paymentRequests, tillPayments } from "#app/db/schema/sales/payments.ts";
import { pullTills } from "#app/domain/sales/payments/pull.server.ts";
import { createRequest } from "#app/domain/sales/requests/create.server.ts";
import { promptRequest } from "#app/domain/sales/requests/prompt.server.ts";
import { connectTill } from "#app/domain/sales/tills/connect.server.ts";
import { payByHand } from "#simulators/mpesa/c2b.ts";
import { testMerchant } from "#simulators/mpesa/merchants.ts";
import { createChats } from "./chats.ts";
import type { PaymentPlatform } from "./payments.ts";

/** Shops with a till at the simulated phone company. */
export function tillShops(platform: PaymentPlatform) {
  const chats = createChats(platform);
  let shortcodes = 600_100;
  const newPhone = () => `+2547${randomInt(10_000_000, 89_999_999)}`;

  /** A shop with a till, and a customer who wrote a moment ago. */
  async function newShop({ kind = "paybill" as "paybill" | "buy_goods", over = {} } = {}) {
    const phone = newPhone();
    const { org, ...chat } = await chats.shopWithCustomer({ contact: { phone } });
    shortcodes += 1;
    const shortcode = kind === "paybill" ? String(shortcodes) : String(shortcodes + 100_000);
    const { till, ...merchant } = testMerchant(shortcode);
    const { tillId, checks } = await connectTill({
      ctx: org.ctx,
      input: {
        name: "Counter",
        kind,
        number: till ?? shortcode,
        storeNumber: till ? shortcode : "",
        nominatedPhone: "+254712000111",
        consumerKey: merchant.consumerKey,
        consumerSecret: merchant.consumerSecret,
        passkey: merchant.passkey,
        operator: "api",
        operatorPassword: merchant.initiatorPassword,
        ...over,
      },
    });
    const inOrg = platform.services.db.withOrg;
    const ask = (amountKes: number, more = {}) =>
      createRequest({
        ctx: org.ctx,
        input: {
          contactId: chat.contactId,
          amountCents: amountKes * 100,
          reason: "Term 2",
          source: "member",
          key: randomUUID(),
          ...more,
        },
      });
    return {
      org,
      tillId,
      checks,
      number: till ?? shortcode,
      shortcode,
      phone,
      ...chat,
      ask,
      async prompt(requestId: string) {
        await promptRequest({ ctx: org.ctx, input: { requestId } });
        await platform.runJobs();
      },
      async pay(amount: number, account: string) {
        const number = till ?? shortcode;
        const paid = await payByHand(platform.company, {
          number,
          msisdn: newPhone().slice(1),
          amount,
          account,
        });
        await platform.runJobs();
        return paid;
      },
      request: async (id: string) =>
        (
          await inOrg(org.orgId, (tx) =>
            tx
              .select()
              .from(paymentRequests)
              .where(and(eq(paymentRequests.orgId, org.orgId), eq(paymentRequests.id, id))),
          )
        )[0]!,
      payments: () =>
        inOrg(org.orgId, (tx) =>
          tx.select().from(tillPayments).where(eq(tillPayments.orgId, org.orgId)).orderBy(tillPayments.id),
        ),
      async balances() {
        const rows = await inOrg(org.orgId, (tx) =>
          tx.select().from(ledgerAccounts).where(eq(ledgerAccounts.orgId, org.orgId)),
        );
        const of = (name: string) => (rows.find((row) => row.name === name)?.balanceCents ?? 0) / 100;
        return {
          till: of("till"),
          collected: of("collected"),
          suspense: of("suspense"),
          wallet: of("wallet"),
        };
      },
      receipts: async () =>
        (
          await inOrg(org.orgId, (tx) =>
            tx
              .select({ body: messages.body })
              .from(messages)
              .where(and(eq(messages.orgId, org.orgId), eq(messages.direction, "out"))),
          )
        ).map(({ body }) => body),
    };
  }

  async function pullAll() {
    await pullTills(platform.services);
    await platform.runJobs();
  }

  const shown = (shop: { payments(): Promise<(typeof tillPayments.$inferSelect)[]> }) =>
    shop
      .payments()
      .then((all) => all.map(({ state, matchedBy, amountCents }) => ({ state, matchedBy, amountCents })));

  return { chats, newShop, newPhone, pullAll, shown };
}
