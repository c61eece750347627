import { createHmac, timingSafeEqual } from "node:crypto";
import type { VisitorContext } from "#app/api/context.ts";
import { readCookie, writeCookie } from "#app/shared/cookies.ts";

/** The browser that chose the password of an account which waits for its code. */
const name = "tarishi_signup";

interface Account {
  email: string;
  passwordHash: string;
}

/** The signature covers the password's hash: it fits the form that this browser posted, and no other one. */
const sign = (ctx: VisitorContext, { email, passwordHash }: Account) =>
  createHmac("sha256", ctx.config.sessionSecret)
    .update(`signup:${email}:${passwordHash}`)
    .digest("base64url");

const write = (ctx: VisitorContext, value: string, days: number) =>
  writeCookie(name, value, { days, httpOnly: true, secure: ctx.config.secureCookies });

/** The `Set-Cookie` value for a browser that has just given the password of `account`. */
export const signUpCookie = (ctx: VisitorContext, account: Account): string =>
  write(ctx, sign(ctx, account), 1);

export const forgetSignUpCookie = (ctx: VisitorContext): string => write(ctx, "", 0);

/** Whether the browser that sent these cookies chose the password of `account`. */
export function choseThePassword(
  ctx: VisitorContext,
  cookieHeader: string | null,
  account: Account,
): boolean {
  const given = Buffer.from(readCookie(cookieHeader, name) ?? "");
  const expected = Buffer.from(sign(ctx, account));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
