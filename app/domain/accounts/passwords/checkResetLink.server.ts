import { lockUser } from "#app/domain/accounts/lock.server.ts";
import { checkOneTimeCode, ownerOfToken } from "#app/domain/accounts/oneTimeCodes/redeem.server.ts";
import { countAttempt, uncountAttempt } from "#app/domain/accounts/rateLimits/limits.server.ts";
import type { Call, VisitorContext } from "#app/platform/context.ts";

/**
 * Whether an emailed link is still valid, so that no one types a password into a dead one. Nothing is used
 * up, and it reveals no more than sending the form would; wrong tokens count as they do there. @throws
 * DomainError `rate_limit.exceeded` (429).
 */
export async function checkResetLink({
  ctx,
  input: { token },
}: Call<{ token: string }, VisitorContext>): Promise<{ isValid: boolean }> {
  const [codeId = "", secret = ""] = token.split(".");
  await countAttempt(ctx, "reset-password", codeId);
  const isValid = await ctx.db.withSystem(async (tx) => {
    const userId = await ownerOfToken(tx, codeId);
    const user = userId === undefined ? undefined : await lockUser(tx, userId);
    if (!user || user.accountStatus === "suspended") return false;
    const link = { userId: user.id, purpose: "reset_password", secret } as const;
    return (await checkOneTimeCode(tx, ctx, link)) === "right";
  });
  if (isValid) await uncountAttempt(ctx, "reset-password", codeId);
  return { isValid };
}
