import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { isUniqueViolation } from "#app/db/violations.ts";
import { accountsError } from "#app/domain/accounts/errors.ts";
import { emailChanged } from "#app/domain/accounts/events.ts";
import { lockOwnAccount } from "#app/domain/accounts/lock.server.ts";
import { invalidateCodes } from "#app/domain/accounts/oneTimeCodes/end.server.ts";
import { newestCodeOf, redeemOneTimeCode } from "#app/domain/accounts/oneTimeCodes/redeem.server.ts";
import { countAttempt } from "#app/domain/accounts/rateLimits/limits.server.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import { revokeSessionsOf } from "#app/domain/accounts/revokeSessions.server.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import type { Call, UserContext } from "#app/platform/context.ts";
import type { DomainError } from "#app/platform/errors.ts";
import { m } from "#messages";
import { endEmailChange } from "./end.server.ts";
import { changeOf, holderOf, noEmailChange } from "./find.server.ts";

/**
 * Replaces the user's address, with the code emailed to the new one: other sessions and emailed links end,
 * and the old address is notified. @throws DomainError `email_change.none`, `email_change.taken` (409, by an
 * account that was verified in the meantime), `otp.wrong`, `otp.exhausted`, `otp.used`, `otp.expired` (400),
 * `auth.required` (401), `rate_limit.exceeded` (429).
 */
export async function confirmEmailChange({
  ctx,
  input: { otp },
}: Call<{ otp: string }, UserContext>): Promise<{ email: string }> {
  await countAttempt(ctx, "change-email-code", ctx.session.userId);
  // A wrong code must count, so the transaction commits whatever the verdict.
  const { verdict, newEmail } = await ctx.db
    .withSystem((tx) => redeem(tx, ctx, otp))
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw taken();
      throw error;
    });
  if (verdict === "none") throw noEmailChange();
  if (verdict === "taken") throw taken();
  if (verdict !== "right") {
    throw accountsError(`otp.${verdict}`);
  }
  return { email: newEmail };
}

type Outcome = "none" | "taken" | "right" | "wrong" | "exhausted" | "used" | "expired";

async function redeem(
  tx: Tx,
  ctx: UserContext,
  otp: string,
): Promise<{ verdict: Outcome; newEmail: string }> {
  const user = await lockOwnAccount(tx, ctx.session);
  const change = await changeOf(tx, user.id);
  if (!change) return { verdict: "none", newEmail: "" };
  const { newEmail } = change;
  const code = { userId: user.id, purpose: "change_email", secret: otp } as const;
  const verdict = await redeemOneTimeCode(tx, ctx, code);
  if (verdict === "wrong") {
    const newest = await newestCodeOf(tx, user.id, "change_email");
    return { verdict: newest?.triesLeft === 0 ? "exhausted" : "wrong", newEmail };
  }
  if (verdict !== "right") return { verdict, newEmail };
  const now = ctx.clock.now();
  await endEmailChange(tx, now, user.id);
  const holder = await holderOf(tx, newEmail);
  if (holder?.isTheirs) return { verdict: "taken", newEmail };
  if (holder) await release(tx, ctx, holder.id);
  await changeEmail(tx, ctx, user, newEmail);
  return { verdict, newEmail };
}

/**
 * Takes an address from an account that was never verified: the code has proven its owner. One verified at
 * this moment keeps it, and the change fails by the uniqueness of addresses.
 */
async function release(tx: Tx, ctx: UserContext, holderId: string): Promise<void> {
  await tx
    .update(users)
    .set({ email: `${holderId}@released.invalid` })
    .where(and(eq(users.id, holderId), eq(users.isVerified, false)));
  await invalidateCodes(tx, ctx.clock.now(), holderId);
}

async function changeEmail(
  tx: Tx,
  ctx: UserContext,
  user: typeof users.$inferSelect,
  newEmail: string,
): Promise<void> {
  const now = ctx.clock.now();
  await tx.update(users).set({ email: newEmail, isVerified: true }).where(eq(users.id, user.id));
  await revokeSessionsOf(tx, now, user.id, ctx.session.sessionId);
  // Links in the old mailbox are invalid now.
  await invalidateCodes(tx, now, user.id);
  await queueMail(tx, ctx, {
    to: user.email,
    userId: user.id,
    content: () => ({
      kind: "security_notice",
      firstName: user.firstName,
      event: m.mails_event_email_changed({ newEmail }),
      at: now.toISOString(),
      ipAddress: ctx.caller.ipAddress,
      userAgent: ctx.caller.userAgent,
      isFormerAddress: true,
    }),
  });
  await recordOfUser(tx, ctx, user.id, emailChanged, {
    data: { email: user.email, newEmail },
    changes: { email: [user.email, newEmail] },
  });
}

function taken(): DomainError {
  return accountsError("email_change.taken");
}
