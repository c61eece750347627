import { and, asc, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentRequests, requestStates } from "#app/db/schema/sales/payments.ts";
import { isOpen } from "#app/domain/sales/requests/states.ts";
import type { OrgContext } from "#app/platform/context.ts";

/** A line of what a customer still has to pay. */
export interface OpenLine {
  reason: string;
  leftCents: number;
}

const mostLines = 10;

/** What is open for a customer, oldest first: the answer to SALIO. Other kinds of debts add their lines here. */
export async function openLines(
  tx: Tx,
  { orgId }: Pick<OrgContext, "orgId">,
  contactId: string,
): Promise<OpenLine[]> {
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
        inArray(paymentRequests.state, requestStates.filter(isOpen)),
      ),
    )
    .orderBy(asc(paymentRequests.createdAt), asc(paymentRequests.id))
    .limit(mostLines);
  return rows.map(({ reason, amountCents, paidCents }) => ({ reason, leftCents: amountCents - paidCents }));
}
