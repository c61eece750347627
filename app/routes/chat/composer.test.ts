import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { Composer } from "./composer.tsx";

/** The form's key, as the page is rendered. */
function keyOf(lastResult: Parameters<typeof Composer>[0]["lastResult"]): string | undefined {
  const props = {
    action: "/",
    submissionKey: "new",
    maxLength: 4096,
    name: "Asha",
    draft: "",
    lastResult,
    hint: "",
    later: "",
    seen: "",
    canned: [],
    messageId: "",
  };
  const router = createMemoryRouter([{ path: "/", element: createElement(Composer, props) }]);
  return /name="key" value="([^"]*)"/.exec(renderToString(createElement(RouterProvider, { router })))?.[1];
}

it("a refused reply keeps its key: it may have been accepted and only the response lost", () => {
  expect(keyOf(undefined)).toBe("new");
  expect(keyOf({ status: "error", initialValue: { text: "Habari", key: "first" } })).toBe("first");
});
