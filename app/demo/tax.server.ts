import { and, asc, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { books, dues } from "#app/db/schema/sales/books.ts";
import { orderLines } from "#app/db/schema/sales/orders.ts";
import { paymentAllocations, paymentRequests, tillPayments } from "#app/db/schema/sales/payments.ts";
import { etimsAccounts, taxDocuments } from "#app/db/schema/sales/tax.ts";
import { type Sold, scaled, withVat } from "#app/domain/sales/tax/lines.ts";
import { demoId } from "./seed.ts";
import type { DemoTill } from "./tillPayment.server.ts";

const pin = "P000000001S";
const receiptUrl = "https://etims.kra.go.ke/common/link/etims/receipt/indexEtimsReceiptData";
const requestVatClass = "standard";

/** The shop has eTIMS on: what was paid has invoices at the simulated KRA, in the order of the payments. */
export async function loadDemoTax(tx: Tx, { orgId, now }: DemoTill): Promise<void> {
  const parts = (await paidParts(tx, orgId)).filter(({ label, vatClass }) => label === null || vatClass);
  const lines = await tx
    .select()
    .from(orderLines)
    .where(eq(orderLines.orgId, orgId))
    .orderBy(asc(orderLines.orderId), asc(orderLines.position));
  await tx.insert(etimsAccounts).values({
    ...{ orgId, pin, branch: "00", deviceSerial: "sandbox-device", itemClass: "5013150000" },
    ...{ requestVatClass, isOn: true, lastNumber: parts.length, createdAt: now, updatedAt: now },
    check: { outcome: "ready", at: now.toISOString() },
  });
  const rows = parts.map((part, index) => ({ orgId, ...documentOf(part, index + 1, lines) }));
  if (rows.length > 0) await tx.insert(taxDocuments).values(rows);
}

/** The parts of payments that paid requests, orders and dues, oldest first. */
const paidParts = (tx: Tx, orgId: DemoTill["orgId"]) =>
  tx
    .select({
      ...{ paymentId: tillPayments.id, at: tillPayments.paidAt, totalCents: paymentAllocations.amountCents },
      subjectId: sql<string>`coalesce(${paymentRequests.sourceId}, ${paymentAllocations.targetId})`,
      ...{ reason: paymentRequests.reason, label: dues.label, book: books.name, vatClass: books.vatClass },
      customerPin: contacts.kraPin,
    })
    .from(paymentAllocations)
    .innerJoin(
      tillPayments,
      and(eq(tillPayments.orgId, orgId), eq(tillPayments.id, paymentAllocations.paymentId)),
    )
    .leftJoin(contacts, and(eq(contacts.orgId, orgId), eq(contacts.id, tillPayments.contactId)))
    .leftJoin(
      paymentRequests,
      and(eq(paymentRequests.orgId, orgId), eq(paymentRequests.id, paymentAllocations.targetId)),
    )
    .leftJoin(dues, and(eq(dues.orgId, orgId), eq(dues.id, paymentAllocations.targetId)))
    .leftJoin(books, and(eq(books.orgId, orgId), eq(books.id, dues.bookId)))
    .where(eq(paymentAllocations.orgId, orgId))
    .orderBy(asc(tillPayments.paidAt), asc(tillPayments.id), asc(dues.dueOn));

type Part = Awaited<ReturnType<typeof paidParts>>[number];

function linesOf(
  { subjectId, reason, label, book, vatClass, totalCents }: Part,
  all: readonly Line[],
): Sold[] {
  const sold = all
    .filter(({ orderId }) => orderId === subjectId)
    .map(({ name: description, quantity, vatClass: ofProduct, priceCents }) => ({
      ...{ description, quantity, vatClass: ofProduct, totalCents: (priceCents ?? 0) * quantity },
    }));
  if (sold.length > 0) return scaled(sold, totalCents);
  const description = label === null ? (reason ?? "") : `${label}, ${book}`;
  return [{ description, quantity: 1, vatClass: vatClass ?? requestVatClass, totalCents }];
}

type Line = typeof orderLines.$inferSelect;

function documentOf(part: Part, taxNumber: number, all: readonly Line[]) {
  const { subjectId, paymentId, totalCents, customerPin, at } = part;
  const signature = `DEMO${String(taxNumber).padStart(12, "0")}`;
  return {
    ...{ id: demoId("txd", `${paymentId} ${subjectId}`, at), kind: "sale" as const, subjectId, paymentId },
    ...{ branch: `${pin}:00`, customerPin, taxNumber, number: `S-${taxNumber}`, totalCents },
    ...{ lines: withVat(linesOf(part, all)), state: "accepted" as const, attempts: 1 },
    ...{ controlUnitId: "KRACU0000000001", receiptNumber: String(taxNumber), signature },
    ...{ link: `${receiptUrl}?Data=${pin}00${signature}`, createdAt: at, submittedAt: at, decidedAt: at },
  };
}
