import {
  createContext,
  href,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
  redirectDocument,
} from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { readCookie, sessionCookieName } from "#app/platform/http/cookies.ts";
import { rememberLocale } from "#app/platform/locale/locale.server.ts";
import { currentLocale, isOffered, type Locale } from "#app/platform/locale/locale.ts";
import { localeOfAddress } from "#app/platform/locale/localeAddress.ts";
import { isMember, isPartner, isStaff } from "#app/platform/roles/accountKinds.ts";
import { saveForm, shownPath } from "./formDraft.server.ts";
import { apiContext, isBusyPage, platformContext } from "./platform.server.ts";

export type SessionUser = CallOutput<"GET /auth/shown">["user"];

/** The signed-in user of this request, or null. Filled by `loadUser` on the root route. */
export const userContext = createContext<SessionUser | null>(null);

/** The error page of a request whose session could not be checked because of overload. */
const unknownContext = createContext<unknown>(null);

/**
 * Asks the API for the signed-in user; any failure means none, but on overload a member is not redirected to
 * the sign-in. Skipped without a session cookie.
 */
export const loadUser: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const api = context.get(apiContext);
  if (readCookie(request.headers.get("cookie"), sessionCookieName)) {
    const answer = await api("GET /auth/shown", {}).catch((error: unknown) => {
      if (isBusyPage(error)) context.set(unknownContext, error);
      return null;
    });
    context.set(userContext, answer?.user ?? null);
  }
  const locale = context.get(userContext)?.locale;
  const decided = localeOfAddress(new URL(request.url).pathname) !== undefined;
  if (isOffered(locale) && locale !== currentLocale() && request.method === "GET" && !decided)
    throw inOwnLanguage(request, locale);
  const response = await next();
  for (const cookie of api.cookies) response.headers.append("set-cookie", cookie);
  return response;
};

/** A user who signs in elsewhere finds their language there: the browser is updated once, and reloads. */
function inOwnLanguage(request: Request, locale: Locale): Response {
  const url = new URL(request.url);
  return redirectDocument(`${url.pathname.replace(/\.data$/, "")}${url.search}`, {
    headers: { "set-cookie": rememberLocale(locale) },
  });
}

/** Text typed into a form sent too late is restored after the new sign-in. */
async function toLogin(request: Request, context: Readonly<RouterContextProvider>): Promise<Response> {
  const { config } = context.get(platformContext);
  const isVisit = request.method === "GET" || request.method === "HEAD";
  const { from, headers } = isVisit
    ? { from: shownPath(request, { isPage: true }), headers: new Headers() }
    : await saveForm(request, context.get(apiContext), { secure: config.secureCookies });
  // A whole page load: the sign-in page brings its own small script and style.
  return redirectDocument(`${href("/login")}?${new URLSearchParams({ from })}`, { headers });
}

const securityPath = href("/settings/security");

/**
 * Guard: signed in, else `/login` with the attempted place in `from`. Staff without a second factor are
 * redirected to set one up first, except in demo mode. Partners have their share and their account; users
 * removed from their only organisation have their settings and profile.
 */
export const requireUser: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const user = context.get(userContext);
  if (!user) throw context.get(unknownContext) ?? (await toLogin(request, context));
  const owesFactor = isStaff(user) && !user.hasSecondFactor;
  const place = new URL(request.url).pathname.replace(/\.data$/, "");
  if (owesFactor && !context.get(platformContext).config.demo && place !== securityPath)
    throw redirect(`${securityPath}?required=1`);
  if (
    isPartner(user) &&
    !/^\/(revenue-share|navigation|profile|change-password|avatar|settings\/security)\b/.test(place)
  )
    throw redirect(href("/revenue-share"));
  if (
    !isStaff(user) &&
    !isPartner(user) &&
    !isMember(user) &&
    !/^\/(settings|profile|change-password|navigation|avatar)\b/.test(place)
  )
    throw redirect(href("/settings"));
  // Members of a closed organisation see its invoices, and nothing else.
  const isClosed = !isStaff(user) && user.suspension?.level === "sign_in";
  if (isClosed && !/^\/(billing|navigation|profile|change-password|avatar|settings\/security)\b/.test(place))
    throw redirect(href("/billing"));
  return next();
};

/** Guard: signed in with this role, else `/unauthorized`. */
export const requireRole =
  (usertype: SessionUser["usertype"]): MiddlewareFunction<Response> =>
  async ({ request, context }, next) => {
    const user = context.get(userContext);
    if (!user) throw context.get(unknownContext) ?? (await toLogin(request, context));
    // Staff in a workspace leave it first.
    if (user.support && isStaff({ usertype })) throw redirect(href("/dashboard"));
    if (user.usertype !== usertype) throw redirect(href("/unauthorized"));
    return next();
  };
