import { randomInt, randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { ledgerAccounts } from "#app/db/schema/money/ledger.ts";
import { orders } from "#app/db/schema/sales/orders.ts";
import { paymentRequests, tillPayments } from "#app/db/schema/sales/payments.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import { createOrder } from "#app/domain/sales/orders/create.server.ts";
import { checkPrompt } from "#app/domain/sales/requests/checkPrompt.server.ts";
import { sealKeys } from "#app/domain/sales/tills/keys.server.ts";
import type { Services } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import type { RunningEtimsSimulator } from "#simulators/etims/server.ts";
import { connectNumber } from "#tests/support/campaign.ts";
import type { Scenario } from "./deaths.ts";
import { killAtEvery } from "./killAtEvery.ts";
import { documentPairs, later, submitLater, switchOn, withKra } from "./kra.ts";
import { runMoneyStep } from "./moneySteps.ts";
import { type OrderSteps, orderContext, promptOf, report, reportPaid, sendReceipts } from "./orderSteps.ts";

const shortcode = "600222";
const totalKes = 380;
const stock = 10;
const newReceipt = () => `O${randomUUID().replaceAll("-", "").slice(0, 9).toUpperCase()}`;

/** A shop with a till, a product in stock, a customer who wrote today, and their draft. */
async function newDraft(services: Services) {
  const orgId = newId("org") as OrgId;
  const [tillId, productId, contactId] = [newId("til"), newId("prd"), newId("con")];
  const phoneNumberId = String(randomInt(1e12, 9e12));
  const phone = `+2547${randomInt(10_000_000, 99_999_999)}`;
  await connectNumber(services, orgId, {
    wabaId: `w${phoneNumberId}`,
    phoneNumberId,
    accessToken: "EAAcrash",
  });
  const keys = { consumerKey: "k", consumerSecret: "s", passkey: "p", operator: "", operatorPassword: "" };
  await services.db.withSystem(async (tx) => {
    const keysEncrypted = sealKeys(services, orgId, tillId, keys);
    await tx
      .insert(tills)
      .values({ orgId, id: tillId, name: "Counter", kind: "paybill", number: shortcode, keysEncrypted });
    const product = { name: "Unga", priceCents: 19_000, vatClass: "standard" as const, stock };
    await tx.insert(products).values({ orgId, id: productId, ...product });
    await tx.insert(contacts).values({ orgId, id: contactId, phone, waId: phone.slice(1), name: "Asha" });
    await tx.insert(conversations).values({
      ...{ orgId, id: newId("cnv"), contactId, phoneNumberId, lastMessageAt: new Date() },
      windowEndsAt: new Date(Date.now() + 20 * 3_600_000),
    });
  });
  const ctx = orderContext(services, { orgId });
  const lines = [{ productId, quantity: 2 }];
  const { id: orderId } = await createOrder({
    ctx,
    input: { contactId, source: "member", lines, key: randomUUID() },
  });
  return {
    orgId,
    tillId,
    orderId,
    receipt: newReceipt(),
    phone,
    productId,
    pin: await switchOn(services, orgId),
  };
}

/** Everything that M-Pesa can do after a restart, in a bad order: forged, failed by a query, late, twice, and by hand. */
async function payInDisorder(
  services: Services,
  draft: Awaited<ReturnType<typeof newDraft>>,
  taken: readonly string[],
) {
  const ctx = orderContext(services, draft);
  await runMoneyStep(services, { kind: "order", order: draft });
  await reportPaid(ctx, draft, { promptId: newId("ppt") });
  const found = await promptOf(ctx, draft.orderId);
  for (let check = 0; check < 2 && found; check += 1)
    await checkPrompt(ctx, { promptId: found.prompt.id, check });
  const isOnPhone = taken.includes(draft.phone) || found?.prompt.checkoutRequestId != null;
  const confirmation = {
    ...{ TransactionType: "Pay Bill", TransID: draft.receipt, TransAmount: `${totalKes}.00` },
    ...{ TransTime: "20261121121325", BusinessShortCode: shortcode, BillRefNumber: found?.account ?? "" },
    ...{ MSISDN: "2547 ***** 126", FirstName: "ASHA" },
  };
  // A payer without a prompt pays by hand; a prompt's payment is confirmed as well, with the same receipt.
  for (let time = 0; time < 2; time += 1)
    await report(ctx, draft.tillId, { kind: "confirmation", subject: "1", body: confirmation });
  if (isOnPhone) for (let time = 0; time < 2; time += 1) await reportPaid(ctx, draft);
  await submitLater(services, draft.orgId);
  for (let time = 0; time < 2; time += 1) await sendReceipts(orderContext(later(services), draft));
}

/** Counts what is missing and what is there more than once: order, money, stock, entry and receipt. */
async function judgeOrder(
  services: Services,
  kra: RunningEtimsSimulator,
  { orgId: own, orderId, productId, pin }: Awaited<ReturnType<typeof newDraft>>,
) {
  const reads = services.db.systemReads;
  const [order] = await reads.select().from(orders).where(eq(orders.id, orderId));
  const requests = await reads.select().from(paymentRequests).where(eq(paymentRequests.sourceId, orderId));
  const payments = await reads.select().from(tillPayments).where(eq(tillPayments.orgId, own));
  const [product] = await reads.select().from(products).where(eq(products.id, productId));
  const [till] = await reads
    .select()
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.orgId, own), eq(ledgerAccounts.name, "till")));
  const sent = await reads
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.orgId, own), eq(messages.direction, "out")));
  const paid = requests.filter(({ state }) => state === "paid").length;
  const pairs: [number, number][] = [
    [Number(order?.state === "paid"), 1],
    [order?.paidCents ?? 0, totalKes * 100],
    [requests.length, 1],
    [paid, 1],
    [payments.length, 1],
    [-(till?.balanceCents ?? 0), totalKes * 100],
    [stock - (product?.stock ?? stock), 2],
    [sent.length, 1],
    ...(await documentPairs(services, kra, {
      ...{ orgId: own, pin, sales: 1, credits: 0, cents: totalKes * 100 },
    })),
  ];
  return verdictOf(pairs);
}

const verdictOf = (pairs: readonly [number, number][]) => ({
  lost: pairs.filter(([is, shouldBe]) => is < shouldBe).length,
  doubled: pairs.filter(([is, shouldBe]) => is > shouldBe).length,
});

/**
 * kill -9 between any two statements from the confirmed order to its receipt; afterwards the queue continues, and M-Pesa's
 * reports come late, twice, forged and out of order, after a query that says failed and then paid. KRA loses answers.
 */
export const orderToReceipt: Scenario = (ground, { short }) =>
  withKra(ground, (taxed, kra) =>
    killAtEvery(taxed, "order-to-receipt", short, async (services) => {
      const draft = await newDraft(services);
      loseAnAnswer(kra);
      return {
        step: { kind: "order" as const, order: stepsOf(draft) },
        recover: (taken) => payInDisorder(services, draft, taken),
        judge: () => judgeOrder(services, kra, draft),
      };
    }),
  );

/** The same from the cancelled order to the credit note of the money that went back. */
export const refundToCreditNote: Scenario = (ground, { short }) =>
  withKra(ground, (taxed, kra) =>
    killAtEvery(taxed, "refund-to-credit-note", short, async (services) => {
      const draft = await newDraft(services);
      const order = stepsOf(draft);
      await runMoneyStep(services, { kind: "order", order });
      loseAnAnswer(kra);
      return {
        step: { kind: "refund" as const, order },
        async recover() {
          for (let time = 0; time < 2; time += 1) await runMoneyStep(services, { kind: "refund", order });
          await submitLater(services, draft.orgId);
        },
        judge: () => judgeRefund(services, kra, draft),
      };
    }),
  );

const stepsOf = ({ orgId, tillId, orderId, receipt }: OrderSteps): OrderSteps => ({
  ...{ orgId, tillId, orderId, receipt },
});

let tries = 0;
/** Every third document is registered, but KRA's answer is lost. */
function loseAnAnswer(kra: RunningEtimsSimulator): void {
  tries += 1;
  if (tries % 3 === 0) kra.simulator.addFault({ kind: "drop-answer", count: 1, code: "", message: "" });
}

async function judgeRefund(
  services: Services,
  kra: RunningEtimsSimulator,
  { orgId, orderId, pin }: Awaited<ReturnType<typeof newDraft>>,
) {
  const reads = services.db.systemReads;
  const [order] = await reads.select().from(orders).where(eq(orders.id, orderId));
  const [payment] = await reads.select().from(tillPayments).where(eq(tillPayments.orgId, orgId));
  const cents = totalKes * 100;
  return verdictOf([
    [Number(order?.state === "cancelled"), 1],
    [order?.paidCents ?? -1, 0],
    [payment?.refundedCents ?? 0, cents],
    [payment?.allocatedCents ?? -1, 0],
    ...(await documentPairs(services, kra, { orgId, pin, sales: 1, credits: 1, cents })),
  ]);
}
