import { and, asc, eq, type SQLWrapper, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { bookMembers, dues } from "#app/db/schema/sales/books.ts";
import { orders } from "#app/db/schema/sales/orders.ts";
import { paymentAllocations, paymentRequests } from "#app/db/schema/sales/payments.ts";
import { taxDocuments } from "#app/db/schema/sales/tax.ts";
import { documentColumns } from "#app/domain/sales/tax/find.server.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** What money is for: a request, and the due or order that it is of, or a due or an order itself. */
const subject = {
  ...{ requestId: paymentRequests.id, reason: paymentRequests.reason },
  ...{ orderId: orders.id, orderNumber: orders.number },
  ...{ dueId: dues.id, dueKind: dues.kind, dueLabel: dues.label },
  ...{ bookId: dues.bookId, memberId: dues.memberId, member: bookMembers.label },
};

/** The conditions that join it to an id. */
function subjectOf(orgId: OrgId, id: SQLWrapper) {
  const source = sql`coalesce(${paymentRequests.sourceId}, ${id})`;
  return {
    request: and(eq(paymentRequests.orgId, orgId), eq(paymentRequests.id, id)),
    order: and(eq(orders.orgId, orgId), eq(orders.id, source)),
    due: and(eq(dues.orgId, orgId), eq(dues.id, source)),
    member: and(eq(bookMembers.orgId, orgId), eq(bookMembers.id, dues.memberId)),
  };
}

/** The parts of a payment with what each paid. */
export function partsOf(tx: Tx, orgId: OrgId, paymentId: string) {
  const its = subjectOf(orgId, paymentAllocations.targetId);
  return tx
    .select({
      ...subject,
      targetId: paymentAllocations.targetId,
      amountCents: paymentAllocations.amountCents,
    })
    .from(paymentAllocations)
    .leftJoin(paymentRequests, its.request)
    .leftJoin(orders, its.order)
    .leftJoin(dues, its.due)
    .leftJoin(bookMembers, its.member)
    .where(and(eq(paymentAllocations.orgId, orgId), eq(paymentAllocations.paymentId, paymentId)))
    .orderBy(asc(paymentAllocations.createdAt), asc(dues.dueOn), asc(paymentAllocations.targetId))
    .limit(200);
}

/** The tax documents of a payment with what each is for, oldest first. */
export function documentsOfPayment(tx: Tx, orgId: OrgId, paymentId: string) {
  const its = subjectOf(orgId, taxDocuments.subjectId);
  return tx
    .select({ ...documentColumns, ...subject })
    .from(taxDocuments)
    .leftJoin(paymentRequests, its.request)
    .leftJoin(orders, its.order)
    .leftJoin(dues, its.due)
    .leftJoin(bookMembers, its.member)
    .where(and(eq(taxDocuments.orgId, orgId), eq(taxDocuments.paymentId, paymentId)))
    .orderBy(asc(taxDocuments.taxNumber))
    .limit(200);
}
