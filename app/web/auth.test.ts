import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { useAuth } from "./auth.ts";

const Name = () => useAuth().user?.email ?? "nobody";

it("the signed-in user is known below the root's data, and reading it elsewhere is a clear error", () => {
  const stub = createRoutesStub([
    { id: "root", path: "/", loader: () => null, children: [{ index: true, Component: Name }] },
  ]);
  const pageWith = (root: unknown) =>
    renderToStaticMarkup(createElement(stub, { hydrationData: { loaderData: { root } } }));
  expect(pageWith({ user: { email: "asha@duka.test" } })).toBe("asha@duka.test");
  expect(pageWith({ user: null })).toBe("nobody");
  expect(() => pageWith(undefined)).toThrow("useAuth must be used within an AuthProvider");
});
