import { desc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { paymentPrompts, paymentRequests, type RequestState } from "#app/db/schema/sales/payments.ts";
import { customerAccounts, tills } from "#app/db/schema/sales/tills.ts";
import { sealKeys } from "#app/domain/sales/tills/keys.server.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import { testTillOf } from "#app/providers/mpesa/testTill.ts";
import { loadDemoBook } from "./books.server.ts";
import { loadOrderPayments } from "./orderPayments.server.ts";
import type { DemoOrganisation } from "./organisations.server.ts";
import { dayMs, demoId, hourMs } from "./seed.ts";
import { loadDemoTax } from "./tax.server.ts";
import { accountNumberOf, addTillPayment, type DemoTill } from "./tillPayment.server.ts";

interface DemoRequest {
  shillings: number;
  reason: string;
  state: RequestState;
  hoursAgo: number;
  /** The result of its prompt; without one it has none. */
  resultCode?: string;
}

/** In the newest conversations, so that their threads show them. */
const wanted: readonly DemoRequest[] = [
  { shillings: 1_500, reason: "Delivery to Kilimani", state: "paid", hoursAgo: 1, resultCode: "0" },
  { shillings: 4_200, reason: "Gas cooker, deposit", state: "requested", hoursAgo: 3 },
  { shillings: 890, reason: "Order 1042", state: "failed", hoursAgo: 5, resultCode: "1032" },
  { shillings: 12_750, reason: "School uniforms", state: "paid", hoursAgo: 26, resultCode: "0" },
  { shillings: 350, reason: "Boda delivery", state: "cancelled", hoursAgo: 30 },
  { shillings: 2_600, reason: "Cooking oil, 20 litres", state: "paid", hoursAgo: 52, resultCode: "0" },
  { shillings: 39_995, reason: "Fridge, 180 litres", state: "expired", hoursAgo: 40 * 24 },
];

const paybill = "622533";

/** A paybill, and requests for money in several states, as customers of the shop have them. */
export async function loadRequests(
  tx: Tx,
  { now, config }: { now: Date; config: Config },
  shop: DemoOrganisation,
): Promise<void> {
  const { orgId } = shop;
  const tillId = demoId("til", "counter", new Date(now.getTime() - 60 * dayMs));
  const createdAt = new Date(now.getTime() - 60 * dayMs);
  await tx.insert(tills).values({
    ...{ orgId, id: tillId, name: "Counter", kind: "paybill", number: paybill, createdAt },
    keysEncrypted: sealKeys({ config }, orgId, tillId, testTillOf(paybill)),
  });
  const talks = await tx
    .select({ id: conversations.id, contactId: conversations.contactId })
    .from(conversations)
    .where(eq(conversations.orgId, orgId))
    .orderBy(desc(conversations.lastMessageAt), desc(conversations.id))
    .limit(wanted.length);
  const made = wanted.slice(0, talks.length).map((request, index) => ({
    ...request,
    ...placeOf(now, request, index),
    ...{ orgId, tillId, contactId: talks[index]!.contactId, conversationId: talks[index]!.id },
    requestedBy: shop.memberIds[index % shop.memberIds.length]!,
  }));
  const till = { orgId, tillId, paybill, now };
  await insertRows(tx, made);
  for (const one of made) if (one.state === "paid") await bookPayment(tx, till, one);
  await loadDemoBook(tx, till);
  await loadOrderPayments(tx, till);
  await loadDemoTax(tx, till);
}

const placeOf = (now: Date, { hoursAgo }: DemoRequest, index: number) => {
  const at = new Date(now.getTime() - hoursAgo * hourMs);
  return {
    at,
    id: demoId("pmr", `request ${index}`, at),
    promptId: demoId("ppt", `request ${index}`, at),
    paymentId: demoId("tpy", `request ${index}`, at),
    receipt: `TKN${String(index).padStart(2, "0")}QW7ZX`.slice(0, 10),
    accountNumber: accountNumberOf(4_821_930 + index * 7),
  };
};

type Made = DemoRequest &
  ReturnType<typeof placeOf> & {
    orgId: DemoOrganisation["orgId"];
    tillId: string;
    contactId: string;
    conversationId: string;
    requestedBy: string;
  };

async function insertRows(tx: Tx, made: readonly Made[]): Promise<void> {
  await tx.insert(customerAccounts).values(
    made.map(({ orgId, tillId, contactId, accountNumber: number, at }) => ({
      ...{ orgId, tillId, contactId, number, createdAt: at },
    })),
  );
  await tx.insert(paymentRequests).values(
    made.map(({ at, shillings, resultCode, ...one }) => ({
      ...{ orgId: one.orgId, id: one.id, tillId: one.tillId, contactId: one.contactId },
      ...{ conversationId: one.conversationId, accountNumber: one.accountNumber, reason: one.reason },
      ...{ state: one.state, source: "member" as const, key: one.id, requestedBy: one.requestedBy },
      ...{ amountCents: shillings * 100, paidCents: one.state === "paid" ? shillings * 100 : 0 },
      resultCode: one.state === "failed" ? (resultCode ?? null) : null,
      endedAt: one.state === "requested" || one.state === "failed" ? null : new Date(at.getTime() + 60_000),
      expiresAt: new Date(at.getTime() + 30 * dayMs),
      createdAt: at,
    })),
  );
  await tx.insert(paymentPrompts).values(
    made
      .filter(({ resultCode }) => resultCode !== undefined)
      .map(({ at, promptId: id, resultCode, receipt, ...one }) => ({
        ...{ orgId: one.orgId, id, requestId: one.id, tillId: one.tillId, phone: "+254712345678" },
        ...{ amountCents: one.shillings * 100, resultCode, createdAt: at, pushedAt: at },
        ...(resultCode === "0"
          ? { state: "paid" as const, receipt }
          : { state: "failed" as const, resultDesc: "Request cancelled by user" }),
        endedAt: new Date(at.getTime() + 40_000),
      })),
  );
}

function bookPayment(tx: Tx, at: DemoTill, one: Made): Promise<void> {
  const { id: targetId, paymentId: id, receipt, contactId } = one;
  const amountCents = one.shillings * 100;
  const paidAt = new Date(one.at.getTime() + 40_000);
  const payment = {
    ...{ id, receipt, amountCents, paidAt, contactId, account: one.accountNumber, payer: "+254712345678" },
    ...({ matchedBy: "prompt", reportedBy: "prompt" } as const),
  };
  return addTillPayment(tx, at, payment, [{ targetId, amountCents }]);
}
