import { and, asc, eq, inArray, isNull, lt, ne } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { bookMembers, dues } from "#app/db/schema/sales/books.ts";
import { paymentRequests, requestStates } from "#app/db/schema/sales/payments.ts";
import { isOpen } from "#app/domain/sales/requests/states.ts";
import type { OrgContext } from "#app/platform/context.ts";

/** A line of what a customer still has to pay. */
export interface OpenLine {
  reason: string;
  leftCents: number;
  /** Of a due. */
  dueOn?: string;
  isPenalty?: boolean;
}

const mostLines = 10;
const mostDues = 200;

/** What is open for a customer: the answer to SALIO. Dues first, oldest first; their own requests are not added to them. */
export const openLines = async (tx: Tx, ctx: Ctx, contactId: string): Promise<OpenLine[]> => [
  ...(await openDues(tx, ctx, contactId)),
  ...(await openRequests(tx, ctx, contactId)),
];

type Ctx = Pick<OrgContext, "orgId">;

async function openDues(tx: Tx, { orgId }: Ctx, contactId: string): Promise<OpenLine[]> {
  const rows = await tx
    .select({
      ...{ label: dues.label, member: bookMembers.label, dueOn: dues.dueOn, kind: dues.kind },
      ...{ amountCents: dues.amountCents, paidCents: dues.paidCents },
    })
    .from(dues)
    .innerJoin(bookMembers, and(eq(bookMembers.orgId, orgId), eq(bookMembers.id, dues.memberId)))
    .where(
      and(
        ...[eq(dues.orgId, orgId), eq(dues.contactId, contactId), isNull(dues.cancelledAt)],
        lt(dues.paidCents, dues.amountCents),
      ),
    )
    .orderBy(asc(dues.dueOn), asc(dues.id))
    .limit(mostDues);
  return rows.map(({ label, member, dueOn, kind, amountCents, paidCents }) => ({
    reason: [label, member].filter(Boolean).join(", "),
    ...{ dueOn, isPenalty: kind === "penalty", leftCents: amountCents - paidCents },
  }));
}

async function openRequests(tx: Tx, { orgId }: Ctx, contactId: string): Promise<OpenLine[]> {
  const rows = await tx
    .select({
      reason: paymentRequests.reason,
      amountCents: paymentRequests.amountCents,
      paidCents: paymentRequests.paidCents,
    })
    .from(paymentRequests)
    .where(
      and(
        eq(paymentRequests.orgId, orgId),
        eq(paymentRequests.contactId, contactId),
        ne(paymentRequests.source, "book"),
        inArray(paymentRequests.state, requestStates.filter(isOpen)),
      ),
    )
    .orderBy(asc(paymentRequests.createdAt), asc(paymentRequests.id))
    .limit(mostLines);
  return rows.map(({ reason, amountCents, paidCents }) => ({ reason, leftCents: amountCents - paidCents }));
}
