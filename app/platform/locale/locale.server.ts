import { AsyncLocalStorage } from "node:async_hooks";
import { parseAccept } from "hono/utils/accept";
import { readCookie, writeCookie } from "#app/platform/http/cookies.ts";
import { overwriteGetLocale } from "#messages/runtime";
import { currentLocale, defaultLocale, isOffered, type Locale, localeStoreKey } from "./locale.ts";

const shared = globalThis as { [localeStoreKey]?: AsyncLocalStorage<Locale> };
shared[localeStoreKey] ??= new AsyncLocalStorage<Locale>();
const store = shared[localeStoreKey];
overwriteGetLocale(currentLocale);

/** Runs `work` in a language: all its texts are in it. */
export const withLocale = <T>(locale: Locale, work: () => T): T => store.run(locale, work);

const cookieName = "tarishi_language";

export const rememberLocale = (locale: Locale): string => writeCookie(cookieName, locale, { days: 365 });

/** The browser's language: its stored choice, else the first supported one of its list. */
export function localeAskedFor(header: (name: "cookie" | "accept-language") => string | null): Locale {
  const chosen = readCookie(header("cookie"), cookieName);
  if (isOffered(chosen)) return chosen;
  const wanted = parseAccept(header("accept-language") ?? "")
    .sort((a, b) => b.q - a.q)
    .map(({ type }) => type.slice(0, 2).toLowerCase());
  return wanted.find(isOffered) ?? defaultLocale;
}
