import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterContextProvider, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { type SessionUser, userContext } from "#app/web/session.server.ts";
import GetStarted, { loader } from "./getStarted.tsx";

/** The targets of the last step's links with these names. */
async function waysOf(user: { usertype: string; role: string | null }) {
  const context = new RouterContextProvider();
  context.set(userContext, user as SessionUser);
  const loaderData = await loader({ context } as unknown as Parameters<typeof loader>[0]);
  const element = createElement(GetStarted, { loaderData } as Parameters<typeof GetStarted>[0]);
  const routes = [{ path: "*", element }];
  const router = createMemoryRouter(routes, { initialEntries: ["/get-started?step=10"] });
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
  return [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(Skip Tutorial|Get Started)</g)].map(
    ([, to, label]) => `${label} ${to}`,
  );
}

it("the tutorial links administrators and partners to their own home", async () => {
  const waysTo = (home: string) => [`Skip Tutorial ${home}`, `Get Started ${home}`];
  expect(await waysOf({ usertype: "admin", role: null })).toEqual(waysTo("/admin"));
  expect(await waysOf({ usertype: "partner", role: null })).toEqual(waysTo("/revenue-share"));
  expect(await waysOf({ usertype: "individual", role: null })).toEqual(waysTo("/settings"));
});
