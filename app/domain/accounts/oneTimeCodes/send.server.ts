import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { resetLinkSent, verificationCodeSent } from "#app/domain/accounts/events.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import { jobActor, type Services } from "#app/platform/context.ts";
import type { Locale } from "#app/platform/locale/locale.ts";
import { issueOneTimeCode } from "./issue.server.ts";
import { mailResetLink } from "./mailResetLink.server.ts";
import { newestCodeOf } from "./redeem.server.ts";
import { type AddressPurpose, resetLinkPauseMinutes } from "./schemas.ts";

/** Emails a new code or reset link to the user of an address. Does nothing when no one is eligible. */
export async function sendOneTimeCode({
  services,
  input: { email, purpose, askedIn },
}: {
  services: Services;
  input: { email: string; purpose: AddressPurpose; askedIn?: Locale | undefined };
}): Promise<void> {
  await services.db.withSystem(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.email, email)).for("update");
    if (!user || user.accountStatus === "suspended") return;
    if (purpose === "verify_email" && user.isVerified) return;
    if (purpose === "reset_password" && (await hasNewLink(tx, user.id, services.clock.now()))) return;
    await recordOfUser(
      tx,
      services,
      user.id,
      purpose === "verify_email" ? verificationCodeSent : resetLinkSent,
      { by: jobActor("send-code"), data: { email } },
    );
    if (purpose === "reset_password") return mailResetLink(tx, services, { user, askedIn });
    const { secret, expiresAt } = await issueOneTimeCode(tx, services, { userId: user.id, purpose });
    await queueMail(tx, services, {
      to: email,
      askedIn,
      content: {
        kind: "code",
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
