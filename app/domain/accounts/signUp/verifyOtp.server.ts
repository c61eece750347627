import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { members, organisations } from "#app/db/schema/organisations/organisations.ts";
import type { BrowserTokens, TokenChanges } from "#app/domain/accounts/browserTokens.ts";
import { accountsError } from "#app/domain/accounts/errors.ts";
import { emailVerified } from "#app/domain/accounts/events.ts";
import { notBefore } from "#app/domain/accounts/notBefore.ts";
import { mailResetLink } from "#app/domain/accounts/oneTimeCodes/mailResetLink.server.ts";
import { redeemOneTimeCode, type Verdict } from "#app/domain/accounts/oneTimeCodes/redeem.server.ts";
import { codeTries, codeTtlMinutes } from "#app/domain/accounts/oneTimeCodes/schemas.ts";
import { noPassword } from "#app/domain/accounts/password.server.ts";
import { countAttempt, countWithin } from "#app/domain/accounts/rateLimits/limits.server.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import { hasChosenPassword } from "#app/domain/accounts/signUpBrowser.server.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import type { VisitorContext } from "#app/platform/context.ts";
import { currentLocale } from "#app/platform/locale/locale.ts";
import { m } from "#messages";

/** An address without account gets `wrong` and `exhausted`. */
const refusals = {
  wrong: "otp.wrong:sign_up",
  exhausted: "otp.exhausted",
  used: "otp.used:sign_up",
  expired: "otp.expired",
} as const satisfies Record<Exclude<Verdict, "right"> | "exhausted", string>;

const verifiedMessage = () => m.auth_verify_otp_verified_done();
const linkMessage = () => m.auth_verify_otp_link_sent_done();

/** Longer than the work takes for any account: an address without one needs fewer queries. */
const answerMs = 100;

/**
 * Verifies the email address with the code that was emailed, and opens the account. Where the sign-up form
 * was filled in more than once, the password stays only for the browser that chose it; for any other it is
 * removed, and a link to choose another is emailed (`passwordLinkSent`): the mailbox proves the owner of the
 * address, not of the password. All responses take the same time. @throws DomainError `otp.wrong`,
 * `otp.exhausted`, `otp.used`, `otp.expired` (400), `rate_limit.exceeded` (429).
 */
export const verifyOtp = (input: Input) => notBefore(answerMs, () => judge(input));

interface Input {
  ctx: VisitorContext;
  input: { email: string; otp: string };
  tokens: BrowserTokens;
}

async function judge({
  ctx,
  input: { email, otp },
  tokens,
}: Input): Promise<{ isVerified: true; message: string; passwordLinkSent?: true; tokens: TokenChanges }> {
  await countAttempt(ctx, "verify-otp", email);
  // A wrong code must count, so the transaction commits whatever the verdict.
  const { verdict, keepsPassword } = await ctx.db.withSystem(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.email, email)).for("update");
    if (!user) return { verdict: "wrong" as const, keepsPassword: true };
    const verdict = await redeemOneTimeCode(tx, ctx, {
      userId: user.id,
      purpose: "verify_email",
      secret: otp,
    });
    // A user who verified by a link or an invitation in the meantime has chosen a password there.
    const keepsPassword =
      user.isVerified || !user.signUpRepeated || hasChosenPassword(ctx, tokens.signUp, user);
    if (verdict === "right") await openAccount(tx, ctx, user, keepsPassword);
    return { verdict, keepsPassword };
  });
  if (verdict !== "right") {
    const refusal = verdict === "wrong" && (await isExhausted(ctx, email)) ? "exhausted" : verdict;
    throw accountsError(refusals[refusal]);
  }
  const verified = { isVerified: true, tokens: { signUp: null } } as const;
  if (keepsPassword) return { ...verified, message: verifiedMessage() };
  return { ...verified, message: linkMessage(), passwordLinkSent: true };
}

/**
 * Counted by the address, so that one without an account gets the same texts. Requesting a code resets the
 * count.
 */
const isExhausted = async (ctx: VisitorContext, email: string) =>
  (await countWithin(ctx, "verify-otp", email, codeTtlMinutes * 60)) >= codeTries;

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
  else await mailResetLink(tx, ctx, { user, isFirst: true, askedIn: currentLocale() });
  await recordOfUser(tx, ctx, user.id, emailVerified, {
    data: { email: user.email, choosesPassword: !keepsPassword },
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
    askedIn: currentLocale(),
    content: () => ({
      kind: "welcome",
      firstName: user.firstName,
      businessName: organisation?.name ?? m.mails_your_account(),
    }),
  });
}
