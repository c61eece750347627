import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { orders } from "#app/db/schema/sales/orders.ts";
import { paymentRequests } from "#app/db/schema/sales/payments.ts";
import { customerAccounts } from "#app/db/schema/sales/tills.ts";
import { requestOfOrder } from "#app/domain/sales/orders/request.server.ts";
import { dayMs, demoId, minuteMs } from "./seed.ts";
import { accountNumberOf, addTillPayment, type DemoTill } from "./tillPayment.server.ts";

/** The money of each order that was confirmed: asked for, and paid where the order is. */
export async function loadOrderPayments(tx: Tx, till: DemoTill): Promise<void> {
  const { orgId, tillId } = till;
  const confirmed = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.orgId, orgId), inArray(orders.state, ["waiting", "paid", "packed", "delivered"])))
    .orderBy(orders.number);
  const accounts = await accountsOf(
    tx,
    till,
    confirmed.map(({ contactId }) => contactId!),
  );
  const requests = confirmed.map((order) => {
    const { contactId, createdAt, paidAt, paidCents } = order;
    const { key, reason, sourceId } = requestOfOrder({ ...order, contactId: contactId! }, tillId);
    const askedAt = new Date(createdAt.getTime() + 4 * minuteMs);
    return {
      ...{ orgId, id: demoId("pmr", key, askedAt), tillId, contactId: contactId!, key, reason },
      ...{ sourceId, source: "order" as const, amountCents: order.totalCents, paidCents },
      ...{
        accountNumber: accounts.get(contactId!)!,
        state: paidAt ? ("paid" as const) : ("requested" as const),
      },
      ...{ createdAt: askedAt, endedAt: paidAt, expiresAt: new Date(askedAt.getTime() + 30 * dayMs) },
    };
  });
  await tx.insert(paymentRequests).values(requests);
  for (const [index, request] of requests.entries())
    if (request.endedAt) await payRequest(tx, till, { ...request, paidAt: request.endedAt, index });
}

/** The customers' account numbers at the till; each gets one. */
async function accountsOf(
  tx: Tx,
  { orgId, tillId, now }: DemoTill,
  contactIds: readonly string[],
): Promise<Map<string, string>> {
  const each = [...new Set(contactIds)];
  const createdAt = new Date(now.getTime() - 30 * dayMs);
  await tx
    .insert(customerAccounts)
    .values(
      each.map((contactId, index) => ({
        ...{ orgId, tillId, contactId, createdAt },
        number: accountNumberOf(5_204_116 + index * 11),
      })),
    )
    .onConflictDoNothing();
  const rows = await tx
    .select({ contactId: customerAccounts.contactId, number: customerAccounts.number })
    .from(customerAccounts)
    .where(
      and(
        eq(customerAccounts.orgId, orgId),
        eq(customerAccounts.tillId, tillId),
        inArray(customerAccounts.contactId, each),
      ),
    );
  return new Map(rows.map(({ contactId, number }) => [contactId!, number]));
}

const payRequest = (
  tx: Tx,
  till: DemoTill,
  request: {
    id: string;
    contactId: string;
    amountCents: number;
    accountNumber: string;
    paidAt: Date;
    index: number;
  },
) =>
  addTillPayment(
    tx,
    till,
    {
      ...{
        id: demoId("tpy", request.id, request.paidAt),
        receipt: `TKO${String(request.index).padStart(2, "0")}VD8MX`,
      },
      ...{ amountCents: request.amountCents, account: request.accountNumber, payer: "2547 ***** 204" },
      ...{
        contactId: request.contactId,
        matchedBy: "account",
        reportedBy: "confirmation",
        paidAt: request.paidAt,
      },
    },
    [{ targetId: request.id, amountCents: request.amountCents }],
  );
