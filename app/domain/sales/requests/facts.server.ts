import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import type { paymentRequests } from "#app/db/schema/sales/payments.ts";
import type { OrgContext } from "#app/platform/context.ts";

export type PaymentRequest = typeof paymentRequests.$inferSelect;

/** A contact as events name it. */
export async function personOf(tx: Tx, { orgId }: Pick<OrgContext, "orgId">, contactId: string | null) {
  const [found] =
    contactId === null
      ? []
      : await tx
          .select({ contact: contacts.name, phone: contacts.phone })
          .from(contacts)
          .where(and(eq(contacts.orgId, orgId), eq(contacts.id, contactId)));
  return { contactId, contact: found?.contact ?? "", phone: found?.phone ?? null };
}

/** The facts of a request's events. */
export const factsOf = async (tx: Tx, ctx: Pick<OrgContext, "orgId">, request: PaymentRequest) => ({
  ...(await personOf(tx, ctx, request.contactId)),
  amountCents: request.amountCents,
  reason: request.reason,
  account: request.accountNumber,
});
