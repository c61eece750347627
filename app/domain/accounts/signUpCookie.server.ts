import type { VisitorContext } from "#app/platform/context.ts";
import { signedCookie } from "#app/platform/secrets/signedCookie.server.ts";

/** The browser that chose the password of an account which waits for its code. */
const cookie = signedCookie("tarishi_signup", "signup");

interface Account {
  email: string;
  passwordHash: string;
}

/** Valid only for the form that this browser posted. */
const boundTo = ({ email, passwordHash }: Account) => `${email}:${passwordHash}`;

/** The `Set-Cookie` value for the browser that has just chosen the password of `account`. */
export const signUpCookie = (ctx: VisitorContext, account: Account): string =>
  cookie.write(ctx, "chosen", { days: 1, boundTo: boundTo(account) });

export const clearSignUpCookie = (ctx: VisitorContext): string => cookie.forget(ctx);

/** Whether the browser that sent these cookies chose the password of `account`. */
export const hasChosenPassword = (
  ctx: VisitorContext,
  cookieHeader: string | null,
  account: Account,
): boolean => cookie.read(ctx, cookieHeader)?.isGenuine(boundTo(account)) ?? false;
