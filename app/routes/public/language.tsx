import { href, redirect } from "react-router";
import { safePath } from "#app/platform/http/safePath.ts";
import { rememberLocale } from "#app/platform/locale/locale.server.ts";
import { isOffered, type Locale } from "#app/platform/locale/locale.ts";
import { addressIn } from "#app/platform/locale/localeAddress.ts";
import { readForm } from "#app/web/form.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/language";

/** When the address decides the language, the other language has another address. */
const placeIn = (locale: Locale, path: string) => addressIn(locale, path) ?? path;

const back = (locale: Locale, to: string | undefined) =>
  redirect(placeIn(locale, safePath(to, href("/"))), { headers: { "set-cookie": rememberLocale(locale) } });

/** A visitor's choice, stored in this browser. */
export function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const locale = searchParams.get("locale");
  return isOffered(locale) ? back(locale, searchParams.get("to") ?? undefined) : redirect(href("/"));
}

/** A signed-in user's choice, which follows them. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const locale = form.get("locale");
  if (!isOffered(locale)) return redirect(href("/"));
  if (context.get(userContext)) await context.get(apiContext)("PUT /settings/locale", { locale });
  return back(locale, String(form.get("to")));
}
