import { href, useLocation } from "react-router";
import { localeNames, offeredLocales } from "#app/platform/locale/locale.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import { Form } from "./form.tsx";

/** The available languages, each by its own name; the page reloads in the chosen one. */
export function LanguageForm() {
  const root = useRoot();
  const { pathname, search } = useLocation();
  if (offeredLocales.length < 2) return null;
  // A page shared by all visitors has no form token.
  return (
    <Form
      method={root?.user ? "post" : "get"}
      action={href("/language")}
      className="languages"
      aria-label={m.common_language()}
      reloadDocument
    >
      <input type="hidden" name="to" value={`${pathname}${search}`} />
      {offeredLocales.map((locale) => (
        <button
          key={locale}
          name="locale"
          value={locale}
          lang={locale}
          type="submit"
          aria-current={root?.locale === locale}
        >
          {localeNames[locale]}
        </button>
      ))}
    </Form>
  );
}
