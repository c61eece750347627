import { eq } from "drizzle-orm";
import type { Services } from "#app/api/context.ts";
import { users } from "#app/db/schema/identity.ts";
import { queueMail } from "#app/domain/mails/queue.server.ts";
import { recordUserActivity } from "#app/domain/users/recordUserActivity.server.ts";
import { issueOneTimeCode } from "./issue.server.ts";
import type { OneTimeCodePurpose } from "./schemas.ts";

/** Mails a new code or reset link to the user of an address. Does nothing where there is nobody who may have one. */
export async function sendOneTimeCode({
  services,
  input: { email, purpose },
}: {
  services: Services;
  input: { email: string; purpose: OneTimeCodePurpose };
}): Promise<void> {
  await services.db.withSystem(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.email, email));
    if (!user || user.accountStatus === "suspended") return;
    if (purpose === "verify_email" && user.isVerified) return;
    const { secret, expiresAt } = await issueOneTimeCode(tx, services, { userId: user.id, purpose });
    const validUntil = expiresAt.toISOString();
    await recordUserActivity(tx, services, user.id, {
      type: "auth",
      action: purpose === "verify_email" ? "Verification code sent" : "Password reset link sent",
      details: `Sent to ${email}`,
    });
    if (purpose === "verify_email") {
      await queueMail(tx, services, {
        to: email,
        content: { kind: "code", firstName: user.firstName, code: secret, validUntil },
      });
    } else {
      const url = `${services.config.appUrl}/reset-password?${new URLSearchParams({ token: secret })}`;
      await queueMail(tx, services, {
        to: email,
        content: { kind: "reset", firstName: user.firstName, url, validUntil },
      });
    }
  });
}
