import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { locales } from "#app/platform/locale/locale.ts";
import { ErrorBoundary } from "#app/root.tsx";
import { m } from "#messages";
import { ScreenError } from "./screenError.tsx";

const busy = { status: 503, statusText: "", internal: false, data: "Too much is going on (reference r1)" };
const pages = [
  { name: "within the frame", page: ScreenError },
  { name: "without a frame", page: ErrorBoundary as unknown as typeof ScreenError },
];

function drawn(page: FunctionComponent<{ error?: unknown }>, error: unknown): string {
  const routes = [{ path: "*", element: createElement(page, { error }) }];
  const router = createMemoryRouter(routes, { initialEntries: ["/contacts/new?from=list"] });
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

describe.each(pages)("the page of a busy server $name", ({ page }) => {
  it.each(locales)("offers to retry and says how to keep a form, in %s", async (locale) => {
    await withLocale(locale, async () => {
      const html = drawn(page, busy);
      expect(html).toContain(`href="/contacts/new?from=list">${m.ui_try_again()}</a>`);
      expect(html).toContain(m.ui_busy_form_hint());
      expect(html).toContain(busy.data);
    });
  });

  it("is not shown for other errors", () => {
    expect(drawn(page, new Error("broken"))).not.toContain(m.ui_busy_form_hint());
  });
});
