import type { Connection } from "#app/domain/integrations/connections/find.server.ts";
import { noteLog } from "#app/domain/integrations/connections/log.server.ts";
import { paybillPaymentReceived } from "#app/domain/integrations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { integrationsActor, type Services } from "#app/platform/context.ts";
import { noticeIsMine } from "./noticeDone.server.ts";
import type { StoredNotice } from "./notices.server.ts";
import { contactByPhone } from "./people.server.ts";

interface Confirmation {
  TransID: string;
  TransAmount: string | number;
  BillRefNumber?: string;
  MSISDN?: string | number;
  FirstName?: string;
  LastName?: string;
}

/** Shillings as written, in cents, without floating point. */
function centsOf(amount: string | number): number {
  const [shillings = "0", cents = ""] = String(amount).trim().split(".");
  return Number(shillings) * 100 + Number(cents.padEnd(2, "0").slice(0, 2));
}

/**
 * Records a payment to the organisation's own paybill as an event. M-Pesa masks the payer's number, so the
 * contact is known only when the number or the account number is a full phone number.
 */
export async function applyPaybill(
  services: Services,
  connection: Connection,
  notice: Pick<StoredNotice, "orgId" | "id" | "body">,
): Promise<void> {
  const confirmation = JSON.parse(notice.body) as Confirmation;
  const account = (confirmation.BillRefNumber ?? "").trim().slice(0, 40);
  const { orgId } = connection;
  await services.db.withOrg(orgId, async (tx) => {
    if (!(await noticeIsMine(tx, notice))) return;
    const person = await contactByPhone(tx, orgId, [String(confirmation.MSISDN ?? ""), account]);
    const ctx = { orgId, actor: integrationsActor, clock: services.clock };
    await record(tx, ctx, paybillPaymentReceived, {
      subject: person?.id ?? null,
      data: {
        contactId: person?.id ?? null,
        contact: person?.name || [confirmation.FirstName, confirmation.LastName].filter(Boolean).join(" "),
        phone: person?.phone ?? null,
        amountCents: centsOf(confirmation.TransAmount),
        account,
        receipt: confirmation.TransID,
      },
    });
    await noteLog(tx, services, connection, { kind: "payment.received", detail: confirmation.TransID });
  });
}
