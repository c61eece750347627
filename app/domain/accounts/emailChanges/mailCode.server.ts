import { emailChangeToKnownAddress } from "#app/domain/accounts/events.ts";
import { lockUser } from "#app/domain/accounts/lock.server.ts";
import { issueOneTimeCode } from "#app/domain/accounts/oneTimeCodes/issue.server.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import type { Services } from "#app/platform/context.ts";
import { changeOf, holderOf } from "./find.server.ts";

/**
 * Emails a code to the address of the pending change. When the address belongs to someone else, the code is
 * created anyway, so that tries look the same, but it is not sent: the owner is notified.
 */
export async function mailEmailChangeCode({
  services,
  input: { userId },
}: {
  services: Services;
  input: { userId: string };
}): Promise<void> {
  await services.db.withSystem(async (tx) => {
    const user = await lockUser(tx, userId);
    const change = await changeOf(tx, userId);
    if (!user || !change || user.accountStatus === "suspended") return;
    const { secret, expiresAt } = await issueOneTimeCode(tx, services, { userId, purpose: "change_email" });
    const holder = await holderOf(tx, change.newEmail);
    if (!holder?.isTheirs) {
      await queueMail(tx, services, {
        to: change.newEmail,
        userId,
        content: {
          kind: "email_change",
          code: secret,
          validUntil: expiresAt.toISOString(),
        },
      });
      return;
    }
    if (holder.accountStatus === "suspended") return;
    await queueMail(tx, services, {
      to: change.newEmail,
      content: { kind: "already_registered", firstName: holder.firstName, isChange: true },
    });
    await recordOfUser(tx, services, holder.id, emailChangeToKnownAddress, {
      by: { kind: "visitor", ipAddress: null, userAgent: null },
      data: { newEmail: change.newEmail },
    });
  });
}
