import { readCookie, writeCookie } from "#app/platform/http/cookies.ts";

/** Where the side navigation has a width of its own: on screens that fill the window, and on all others. */
const places = {
  filled: { cookie: "tarishi_nav_filled", narrowAtFirst: true },
  page: { cookie: "tarishi_nav", narrowAtFirst: false },
} as const;

type Place = keyof typeof places;
const daysRemembered = 365;

/** Whether this browser keeps the side navigation narrow (64 px) rather than wide (256 px). */
export function hasNarrowNavigation(request: Request): Record<Place, boolean> {
  const cookies = request.headers.get("cookie");
  const isNarrow = ({ cookie, narrowAtFirst }: (typeof places)[Place]) => {
    const width = readCookie(cookies, cookie);
    return narrowAtFirst ? width !== "wide" : width === "narrow";
  };
  return { filled: isNarrow(places.filled), page: isNarrow(places.page) };
}

export const rememberNavigation = (place: Place, narrow: boolean): string =>
  writeCookie(places[place].cookie, narrow ? "narrow" : "wide", { days: daysRemembered });
