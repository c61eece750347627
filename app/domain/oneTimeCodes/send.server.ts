import { eq } from "drizzle-orm";
import type { Services } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/identity.ts";
import { queueMail } from "#app/domain/mails/queue.server.ts";
import { recordUserActivity } from "#app/domain/users/recordUserActivity.server.ts";
import { issueOneTimeCode } from "./issue.server.ts";
import { mailResetLink } from "./mailResetLink.server.ts";
import { newestCodeOf } from "./redeem.server.ts";
import { type OneTimeCodePurpose, resetLinkPauseMinutes } from "./schemas.ts";

/** Mails a new code or reset link to the user of an address. Does nothing where there is nobody who may have one. */
export async function sendOneTimeCode({
  services,
  input: { email, purpose },
}: {
  services: Services;
  input: { email: string; purpose: OneTimeCodePurpose };
}): Promise<void> {
  await services.db.withSystem(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.email, email)).for("update");
    if (!user || user.accountStatus === "suspended") return;
    if (purpose === "verify_email" && user.isVerified) return;
    if (purpose === "reset_password" && (await hasNewLink(tx, user.id, services.clock.now()))) return;
    await recordUserActivity(tx, services, user.id, {
      type: "auth",
      action: purpose === "verify_email" ? "Verification code sent" : "Password reset link sent",
      details: `Sent to ${email}`,
    });
    if (purpose === "reset_password") return mailResetLink(tx, services, { user });
    const { secret, expiresAt } = await issueOneTimeCode(tx, services, { userId: user.id, purpose });
    await queueMail(tx, services, {
      to: email,
      content: {
        kind: "code",
        firstName: user.firstName,
        code: secret,
        validUntil: expiresAt.toISOString(),
        repeated: user.signUpRepeated,
      },
    });
  });
}

async function hasNewLink(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const newest = await newestCodeOf(tx, userId, "reset_password");
  const pauseBegan = now.getTime() - resetLinkPauseMinutes * 60_000;
  return newest !== undefined && newest.usedAt === null && newest.createdAt.getTime() > pauseBegan;
}
