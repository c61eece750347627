import { randomBytes } from "node:crypto";
import type { VisitorContext } from "#app/platform/context.ts";
import { signedCookie } from "#app/platform/secrets/signedCookie.server.ts";

/**
 * A browser in which the user has signed in before. It has tries of its own, so that strangers cannot use
 * them up.
 */
const cookie = signedCookie("tarishi_known", "known");
/** As long as browsers keep a cookie. */
const knownDays = 400;

interface User {
  id: string;
  passwordHash: string;
}

/** Knowing an old password gives no tries after a new one is set. */
const boundTo = ({ id, passwordHash }: User) => `${id}:${passwordHash}`;

/** The `Set-Cookie` value for the browser in which `user` has just signed in. */
export const knownBrowserCookie = (ctx: VisitorContext, user: User): string =>
  cookie.write(ctx, randomBytes(12).toString("base64url"), { days: knownDays, boundTo: boundTo(user) });

/** The known browser of `user` that sent these cookies; undefined for an unknown one. */
export function knownBrowserOf(
  ctx: VisitorContext,
  cookieHeader: string | null,
  user: User,
): string | undefined {
  const known = cookie.read(ctx, cookieHeader);
  return known?.isGenuine(boundTo(user)) ? known.value : undefined;
}
