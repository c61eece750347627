import type { Tx } from "#app/db/client.server.ts";
import { mailManagers } from "#app/domain/record/mails/mailManagers.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { m } from "#messages";
import { autoTopUpFailed } from "../events.ts";

/** Notifies owners and admins, in the app and by email, that the automatic top-up failed. */
export async function notifyManagers(
  tx: Tx,
  services: Services,
  what: { orgId: OrgId; paymentId: string; amountCents: number; said: string; isOff: boolean },
): Promise<void> {
  const { orgId, paymentId, amountCents, said, isOff } = what;
  await record(tx, systemContext(services, orgId, "auto-top-up"), autoTopUpFailed, {
    subject: paymentId,
    data: { amountCents, reason: said, isOff },
  });
  await mailManagers(tx, services, orgId, () => ({
    subject: isOff ? m.mails_top_up_off_subject() : m.mails_top_up_failed_subject(),
    lines: [
      m.mails_top_up_failed_text({ amount: formatKes(amountCents), said: noteWords(said) }),
      isOff ? m.mails_top_up_off({ billing: m.common_billing() }) : m.mails_top_up_retry(),
    ],
    path: "/billing",
  }));
}
