import { readCookie, writeCookie } from "#app/platform/http/cookies.ts";

const cookieName = "tarishi_nav";
const daysRemembered = 365;

/** Whether this browser keeps the side navigation narrow (64 px) rather than wide (256 px). */
export const hasNarrowNavigation = (request: Request): boolean =>
  readCookie(request.headers.get("cookie"), cookieName) === "narrow";

export const rememberNavigation = (narrow: boolean): string =>
  writeCookie(cookieName, narrow ? "narrow" : "wide", { days: daysRemembered });
