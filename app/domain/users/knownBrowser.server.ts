import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { VisitorContext } from "#app/api/context.ts";
import { readCookie, writeCookie } from "#app/shared/cookies.ts";

/** A browser in which the user has signed in before. It has tries of its own, so that strangers cannot use them up. */
const name = "tarishi_known";
/** As long as browsers keep a cookie. */
const knownDays = 400;

interface User {
  id: string;
  passwordHash: string;
}

/** The signature covers the password's hash: who learned an old password keeps no tries at the next one. */
const sign = (ctx: VisitorContext, { id, passwordHash }: User, browserId: string) =>
  createHmac("sha256", ctx.config.sessionSecret)
    .update(`known:${id}.${browserId}:${passwordHash}`)
    .digest("base64url");

/** The `Set-Cookie` value for the browser in which `user` has just signed in: `browserId.signature`. */
export function knownBrowserCookie(ctx: VisitorContext, user: User): string {
  const browserId = randomBytes(12).toString("base64url");
  const value = `${browserId}.${sign(ctx, user, browserId)}`;
  return writeCookie(name, value, { days: knownDays, httpOnly: true, secure: ctx.config.secureCookies });
}

/** Which browser of `user` sent these cookies; undefined for a browser that they have not signed in with. */
export function knownBrowserOf(
  ctx: VisitorContext,
  cookieHeader: string | null,
  user: User,
): string | undefined {
  const [browserId = "", signature = ""] = (readCookie(cookieHeader, name) ?? "").split(".");
  const given = Buffer.from(signature);
  const expected = Buffer.from(sign(ctx, user, browserId));
  return given.length === expected.length && timingSafeEqual(given, expected) ? browserId : undefined;
}
