import { eq } from "drizzle-orm";
import type { VisitorContext } from "#app/api/context.ts";
import { members, organisations, users } from "#app/db/schema/identity.ts";
import { queueMail } from "#app/domain/mails/queue.server.ts";
import { redeemOneTimeCode, type Verdict } from "#app/domain/oneTimeCodes/redeem.server.ts";
import { DomainError } from "#app/shared/errors.ts";
import { takeAttempt } from "./limits.server.ts";
import { recordUserActivity } from "./recordUserActivity.server.ts";

/** Answers to a code that does not open the account; an address without account gets `wrong`. */
const refusals: Record<Exclude<Verdict, "right">, string> = {
  wrong: "This code is not right or no longer valid. Check the newest email, or request a new code.",
  used: "This code was already used. Your email is verified: please sign in.",
  expired: "This code has expired. Please request a new one.",
};

/**
 * Verifies the e-mail address with the code that was mailed, and opens the account.
 * @throws DomainError `otp.wrong`, `otp.used`, `otp.expired` (400), `rate_limit.exceeded` (429).
 */
export async function verifyOtp({
  ctx,
  input: { email, otp },
}: {
  ctx: VisitorContext;
  input: { email: string; otp: string };
}): Promise<{ isVerified: true; message: string }> {
  await takeAttempt(ctx, "verify-otp", email);
  const verdict = await ctx.db.withSystem(async (tx): Promise<Verdict> => {
    const [user] = await tx.select().from(users).where(eq(users.email, email));
    if (!user) return "wrong";
    const given = await redeemOneTimeCode(tx, ctx, {
      userId: user.id,
      purpose: "verify_email",
      secret: otp,
    });
    if (given !== "right") return given;
    await tx
      .update(users)
      .set({
        isVerified: true,
        ...(user.accountStatus === "pending" ? { accountStatus: "active" as const } : {}),
      })
      .where(eq(users.id, user.id));
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
    await recordUserActivity(tx, ctx, user.id, {
      type: "auth",
      action: "Email verified",
      details: `${user.email} was verified by a code`,
    });
    return "right";
  });
  if (verdict !== "right") throw new DomainError("invalid", `otp.${verdict}`, refusals[verdict]);
  return { isVerified: true, message: "Email verified successfully! Redirecting..." };
}
