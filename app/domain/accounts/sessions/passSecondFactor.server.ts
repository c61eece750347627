import { eq } from "drizzle-orm";
import { users } from "#app/db/schema/accounts/users.ts";
import type { BrowserTokens } from "#app/domain/accounts/browserTokens.ts";
import { accountSuspended, accountsError } from "#app/domain/accounts/errors.ts";
import type { VisitorContext } from "#app/platform/context.ts";
import { openWithCode } from "./openWithCode.server.ts";
import { readPending } from "./pending.server.ts";

/**
 * The second half of a sign-in: the code, within ten minutes of the password. Five wrong codes block the
 * sign-in for the rest of ten minutes, however often the password is given. They prove knowledge of the
 * password: after ten in a row its owner is notified, and after thirty no code is accepted until the password
 * was reset by email. @throws DomainError `auth.second_factor_expired`, `auth.changed` (401),
 * `auth.second_factor_wrong` (400), `auth.second_factor_closed`, `auth.suspended` (403),
 * `rate_limit.exceeded` (429).
 */
export async function passSecondFactor({
  ctx,
  input: { code },
  tokens,
}: {
  ctx: VisitorContext;
  input: { code: string };
  tokens: BrowserTokens;
}) {
  const pending = readPending(ctx, tokens.pendingSignIn);
  const [user] = pending
    ? await ctx.db.withSystem((tx) => tx.select().from(users).where(eq(users.id, pending.userId)))
    : [];
  if (!pending || !user || !pending.isSigned(user.passwordHash)) {
    throw accountsError("auth.second_factor_expired");
  }
  if (user.accountStatus === "suspended") throw accountSuspended();
  const opened = await openWithCode(ctx, { user, remember: pending.remember, code });
  if (opened.problem === "closed") throw accountsError("auth.second_factor_closed");
  if (opened.problem) throw accountsError("auth.second_factor_wrong", { field: "code" });
  return { user: opened.user, tokens: opened.tokens };
}
