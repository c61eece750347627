import type { Tx } from "#app/db/client.server.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import type { Reader } from "#app/domain/record/mails/reader.server.ts";
import type { Services } from "#app/platform/context.ts";
import { issueOneTimeCode } from "./issue.server.ts";

/**
 * Emails a link to choose a password. `isFirst`: the account was just verified, and has none. `isGiven`:
 * someone else created it for its owner. System role.
 */
export async function mailResetLink(
  tx: Tx,
  services: Pick<Services, "config" | "clock" | "jobs">,
  {
    user,
    isFirst = false,
    isGiven = false,
    ...reader
  }: {
    user: { id: string; email: string; firstName: string; isVerified: boolean };
    isFirst?: boolean;
    isGiven?: boolean;
  } & Pick<Reader, "orgId" | "askedIn">,
): Promise<void> {
  const { secret, expiresAt } = await issueOneTimeCode(tx, services, {
    userId: user.id,
    purpose: "reset_password",
  });
  const url = `${services.config.appUrl}/reset-password?${new URLSearchParams({ token: secret })}`;
  const validUntil = expiresAt.toISOString();
  await queueMail(tx, services, {
    to: user.email,
    ...reader,
    content: {
      kind: "reset",
      firstName: user.isVerified || isGiven ? user.firstName : "",
      url,
      validUntil,
      isFirst,
      isGiven,
    },
  });
}
