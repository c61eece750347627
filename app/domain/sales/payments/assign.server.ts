import { findContact } from "#app/domain/contacts/find.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { findTill } from "#app/domain/sales/tills/find.server.ts";
import { type Call, userOf } from "#app/platform/context.ts";
import { lockPayment } from "./lockPayment.server.ts";
import { matchPayment, recordMatched } from "./store.server.ts";

/**
 * A member gives an unmatched payment to a customer. Their consent stays as it is: paying is not agreeing.
 * @throws DomainError `till_payment.not_found`, `till_payment.matched`, `contact.not_found`
 */
export async function assignPayment({ ctx, input }: Call<{ paymentId: string; contactId: string }>) {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const payment = await lockPayment(tx, ctx.orgId, input.paymentId);
    const contact = await findContact(tx, ctx.orgId, input.contactId);
    if (payment.state !== "unmatched") throw salesError("till_payment.matched");
    const till = await findTill(tx, ctx.orgId, payment.tillId);
    const owner = { contactId: contact.id, matchedBy: "member", byUserId: userOf(ctx.actor) } as const;
    await matchPayment(tx, ctx, till, payment, owner);
    await recordMatched(tx, ctx, payment, contact.id);
  });
}
