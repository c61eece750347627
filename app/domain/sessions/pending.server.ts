import { createHmac, timingSafeEqual } from "node:crypto";
import type { VisitorContext } from "#app/api/context.ts";
import { pendingSignInMinutes } from "#app/domain/secondFactors/schemas.ts";
import { readCookie, writeCookie } from "#app/shared/cookies.ts";

/** The browser that gave the right password and owes the code. */
export const pendingCookieName = "tarishi_pending";

/** The signature covers the password's hash: a new password ends every half sign-in. */
const sign = (ctx: VisitorContext, payload: string, passwordHash: string) =>
  createHmac("sha256", ctx.config.sessionSecret)
    .update(`pending:${payload}:${passwordHash}`)
    .digest("base64url");

/** The `Set-Cookie` value after the right password: `userId.remember.expiryMs.signature`. */
export function pendingCookie(
  ctx: VisitorContext,
  { user, remember }: { user: { id: string; passwordHash: string }; remember: boolean },
): string {
  const expiresMs = ctx.clock.now().getTime() + pendingSignInMinutes * 60_000;
  const payload = `${user.id}.${remember ? 1 : 0}.${expiresMs}`;
  return write(ctx, `${payload}.${sign(ctx, payload, user.passwordHash)}`, pendingSignInMinutes / 1440);
}

export const forgetPendingCookie = (ctx: VisitorContext): string => write(ctx, "", 0);

const write = (ctx: VisitorContext, value: string, days: number) =>
  writeCookie(pendingCookieName, value, { days, httpOnly: true, secure: ctx.config.secureCookies });

/** Who the cookie says it is; to be believed only when `isSigned` agrees with the user's password hash. */
export function readPending(ctx: VisitorContext, cookieHeader: string | null) {
  const [userId, remember, expiresMs, signature] = (readCookie(cookieHeader, pendingCookieName) ?? "").split(
    ".",
  );
  if (!userId || !signature || !(Number(expiresMs) > ctx.clock.now().getTime())) return undefined;
  return {
    userId,
    remember: remember === "1",
    isSigned(passwordHash: string): boolean {
      const given = Buffer.from(signature);
      const expected = Buffer.from(sign(ctx, `${userId}.${remember}.${expiresMs}`, passwordHash));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
