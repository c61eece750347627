import { and, asc, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { orderLines, orders } from "#app/db/schema/sales/orders.ts";
import { paymentAllocations, paymentRequests } from "#app/db/schema/sales/payments.ts";
import { etimsAccounts, taxDocuments } from "#app/db/schema/sales/tax.ts";
import { scaled, withVat } from "#app/domain/sales/tax/lines.ts";
import type { DemoOrganisation } from "./organisations.server.ts";
import { demoId } from "./seed.ts";

const pin = "P000000001S";
const receiptUrl = "https://etims.kra.go.ke/common/link/etims/receipt/indexEtimsReceiptData";

/** The shop has eTIMS on: its paid orders have invoices at the simulated KRA. */
export async function loadDemoTax(tx: Tx, { orgId }: DemoOrganisation, now: Date): Promise<void> {
  const paid = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.orgId, orgId), inArray(orders.state, ["paid", "packed", "delivered"])))
    .orderBy(asc(orders.number));
  const lines = await tx
    .select()
    .from(orderLines)
    .where(eq(orderLines.orgId, orgId))
    .orderBy(asc(orderLines.orderId), asc(orderLines.position));
  await tx.insert(etimsAccounts).values({
    ...{ orgId, pin, branch: "00", deviceSerial: "sandbox-device", itemClass: "5013150000" },
    ...{ requestVatClass: "standard", isOn: true, lastNumber: paid.length, createdAt: now, updatedAt: now },
    check: { outcome: "ready", at: now.toISOString() },
  });
  if (paid.length === 0) return;
  const payments = await paymentsOf(tx, orgId);
  const rows = paid.map((order, index) => ({
    ...documentOf(order, index + 1, lines),
    paymentId: payments.get(order.id) ?? null,
  }));
  await tx.insert(taxDocuments).values(rows);
}

/** The last payment of each order. */
async function paymentsOf(tx: Tx, orgId: DemoOrganisation["orgId"]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ orderId: paymentRequests.sourceId, paymentId: paymentAllocations.paymentId })
    .from(paymentAllocations)
    .innerJoin(
      paymentRequests,
      and(eq(paymentRequests.orgId, orgId), eq(paymentRequests.id, paymentAllocations.targetId)),
    )
    .where(and(eq(paymentAllocations.orgId, orgId), eq(paymentRequests.source, "order")));
  return new Map(rows.map(({ orderId, paymentId }) => [orderId ?? "", paymentId]));
}

function documentOf(
  { orgId, id: subjectId, totalCents, createdAt: at }: typeof orders.$inferSelect,
  taxNumber: number,
  all: readonly (typeof orderLines.$inferSelect)[],
) {
  const sold = all
    .filter(({ orderId }) => orderId === subjectId)
    .map(({ name: description, quantity, vatClass, priceCents }) => ({
      ...{ description, quantity, vatClass, totalCents: (priceCents ?? 0) * quantity },
    }));
  const signature = `DEMO${String(taxNumber).padStart(12, "0")}`;
  return {
    ...{ orgId, id: demoId("txd", subjectId, at), kind: "sale" as const, subjectId, branch: `${pin}:00` },
    ...{ taxNumber, number: `S-${taxNumber}`, lines: withVat(scaled(sold, totalCents)), totalCents },
    ...{ state: "accepted" as const, attempts: 1, controlUnitId: "KRACU0000000001" },
    ...{ receiptNumber: String(taxNumber), signature, link: `${receiptUrl}?Data=${pin}00${signature}` },
    ...{ createdAt: at, submittedAt: at, decidedAt: at },
  };
}
