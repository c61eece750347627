import { eq } from "drizzle-orm";
import type { VisitorContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { members, organisations, users } from "#app/db/schema/identity.ts";
import { queueMail } from "#app/domain/mails/queue.server.ts";
import { mailResetLink } from "#app/domain/oneTimeCodes/mailResetLink.server.ts";
import { redeemOneTimeCode, type Verdict } from "#app/domain/oneTimeCodes/redeem.server.ts";
import { DomainError } from "#app/shared/errors.ts";
import { takeAttempt } from "./limits.server.ts";
import { noPassword } from "./password.server.ts";
import { recordUserActivity } from "./recordUserActivity.server.ts";
import { choseThePassword, forgetSignUpCookie } from "./signUpCookie.server.ts";

/** Answers to a code that does not open the account; an address without account gets `wrong`. */
const refusals: Record<Exclude<Verdict, "right">, string> = {
  wrong: "This code is not right or no longer valid. Check the newest email, or request a new code.",
  used: "This code was already used. Your email is verified: please sign in.",
  expired: "This code has expired. Please request a new one.",
};

const verifiedMessage = "Email verified successfully! Redirecting...";
const linkMessage =
  "Your email is verified. Because the sign-up form was filled in more than once, we have mailed you a link to choose your password.";

/**
 * Verifies the e-mail address with the code that was mailed, and opens the account. Where the sign-up form was filled
 * in more than once, the password stays only for the browser that chose it; for any other one it is taken out of
 * force, and a link to choose another is mailed (`passwordLinkSent`): the mailbox says whose the address is, not whose
 * the password is.
 * @throws DomainError `otp.wrong`, `otp.used`, `otp.expired` (400), `rate_limit.exceeded` (429).
 */
export async function verifyOtp({
  ctx,
  input: { email, otp },
  request,
}: {
  ctx: VisitorContext;
  input: { email: string; otp: string };
  request: Request;
}): Promise<{ isVerified: true; message: string; passwordLinkSent?: true }> {
  await takeAttempt(ctx, "verify-otp", email);
  // A wrong code has to count, so the transaction commits whatever the verdict is.
  const { verdict, keepsPassword } = await ctx.db.withSystem(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.email, email)).for("update");
    if (!user) return { verdict: "wrong" as const, keepsPassword: true };
    const verdict = await redeemOneTimeCode(tx, ctx, {
      userId: user.id,
      purpose: "verify_email",
      secret: otp,
    });
    // Who verified in another way meanwhile, by a link or an invitation, has chosen a password there.
    const keepsPassword =
      user.isVerified || !user.signUpRepeated || choseThePassword(ctx, request.headers.get("cookie"), user);
    if (verdict === "right") await openAccount(tx, ctx, user, keepsPassword);
    return { verdict, keepsPassword };
  });
  if (verdict !== "right") throw new DomainError("invalid", `otp.${verdict}`, refusals[verdict]);
  ctx.setCookie(forgetSignUpCookie(ctx));
  if (keepsPassword) return { isVerified: true, message: verifiedMessage };
  return { isVerified: true, message: linkMessage, passwordLinkSent: true };
}

async function openAccount(
  tx: Tx,
  ctx: VisitorContext,
  user: typeof users.$inferSelect,
  keepsPassword: boolean,
): Promise<void> {
  await tx
    .update(users)
    .set({
      isVerified: true,
      ...(user.accountStatus === "pending" ? { accountStatus: "active" as const } : {}),
      ...(keepsPassword ? {} : { passwordHash: noPassword }),
    })
    .where(eq(users.id, user.id));
  if (keepsPassword) await welcome(tx, ctx, user);
  else await mailResetLink(tx, ctx, { user, isFirst: true });
  await recordUserActivity(tx, ctx, user.id, {
    type: "auth",
    action: "Email verified",
    details: keepsPassword
      ? `${user.email} was verified by a code`
      : `${user.email} was verified by a code; the sign-up was repeated, so a link to choose a password was mailed`,
  });
}

async function welcome(
  tx: Tx,
  ctx: VisitorContext,
  user: { id: string; email: string; firstName: string },
): Promise<void> {
  const [organisation] = await tx
    .select({ name: organisations.name })
    .from(members)
    .innerJoin(organisations, eq(organisations.id, members.orgId))
    .where(eq(members.userId, user.id))
    .limit(1);
  await queueMail(tx, ctx, {
    to: user.email,
    content: {
      kind: "welcome",
      firstName: user.firstName,
      businessName: organisation?.name ?? "Your account",
    },
  });
}
