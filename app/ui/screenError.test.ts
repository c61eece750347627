import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { ScreenError } from "./screenError.tsx";

/** The buttons of a page that was not found. */
function waysFrom(path: string): string[] {
  const error = { status: 404, statusText: "", internal: false, data: "It was deleted." };
  const routes = [{ path: "*", element: createElement(ScreenError, { error }) }];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
  return [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]+)</g)].map(([, to, label]) => `${label} ${to}`);
}

it.each([
  ["/contacts/con_1", "All contacts /contacts"],
  ["/messaging/campaigns/cmp_1/review", "All campaigns /messaging"],
  ["/templates/tpl_1", "All templates /templates"],
  ["/chat/cnv_1", "All conversations /chat"],
])("a page not found at %s links to its list, and to the overview", (path, way) => {
  expect(waysFrom(path)).toEqual([way, "Overview /dashboard"]);
});

it("elsewhere it links to the overview", () => {
  expect(waysFrom("/nowhere")).toEqual(["Overview /dashboard"]);
});
