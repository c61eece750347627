import type { Tx } from "#app/db/client.server.ts";
import { mailManagers } from "#app/domain/record/mails/mailManagers.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { formatKes } from "#app/platform/money.ts";
import { autoTopUpFailed } from "../events.ts";

/** Tells owners and admins, behind the bell and by mail, that the wallet could not fill itself. */
export async function tellManagers(
  tx: Tx,
  services: Services,
  what: { orgId: OrgId; paymentId: string; amountCents: number; said: string; isOff: boolean },
): Promise<void> {
  const { orgId, paymentId, amountCents, said, isOff } = what;
  await record(tx, systemContext(services, orgId, "auto-top-up"), autoTopUpFailed, {
    subject: paymentId,
    data: { amountCents, said, isOff },
  });
  await mailManagers(tx, services, orgId, {
    subject: isOff ? "Automatic top-up is switched off" : "Automatic top-up was not completed",
    lines: [
      `Your wallet is low, and a top-up of ${formatKes(amountCents)} did not come through: ${said}.`,
      isOff
        ? "After three tries it is switched off. Top up by hand, and switch it on again under Billing."
        : "We try again in an hour. Campaigns need money in the wallet, so you may want to top up by hand.",
    ],
    path: "/billing",
  });
}
