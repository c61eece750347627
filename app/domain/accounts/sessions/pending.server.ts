import { pendingSignInMinutes } from "#app/domain/accounts/secondFactors/schemas.ts";
import type { VisitorContext } from "#app/platform/context.ts";
import { signedCookie } from "#app/platform/secrets/signedCookie.server.ts";

/**
 * The browser that gave the right password and still needs the code. A new password ends every half-finished
 * sign-in.
 */
const cookie = signedCookie("tarishi_pending", "pending");

/** The `Set-Cookie` value after the right password: `userId.remember.expiryMs`, signed. */
export function pendingCookie(
  ctx: VisitorContext,
  { user, remember }: { user: { id: string; passwordHash: string }; remember: boolean },
): string {
  const expiresMs = ctx.clock.now().getTime() + pendingSignInMinutes * 60_000;
  return cookie.write(ctx, `${user.id}.${remember ? 1 : 0}.${expiresMs}`, {
    days: pendingSignInMinutes / 1440,
    boundTo: user.passwordHash,
  });
}

export const clearPendingCookie = (ctx: VisitorContext): string => cookie.forget(ctx);

/** The user named by the cookie; to be trusted only when `isSigned` agrees with the user's password hash. */
export function readPending(ctx: VisitorContext, cookieHeader: string | null) {
  const pending = cookie.read(ctx, cookieHeader);
  const [userId, remember, expiresMs] = pending?.value.split(".") ?? [];
  if (!pending || !userId || !(Number(expiresMs) > ctx.clock.now().getTime())) return undefined;
  return { userId, remember: remember === "1", isSigned: pending.isGenuine };
}
