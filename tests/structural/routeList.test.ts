import { expect, it } from "vitest";
import { readRouteList, shortenRouteList } from "../../scripts/routeList.mjs";

const file = (name: string) => `/assets/${name.padEnd(7, "_")}.js`;
const part = (module: string, imports: string[] = []) => ({
  module: file(module),
  imports: imports.map(file),
  css: [],
});
const list = {
  entry: part("entry", ["react"]),
  routes: {
    root: { id: "root", path: "", hasLoader: true, hasErrorBoundary: true, ...part("root", ["react"]) },
    shell: { id: "shell", parentId: "root", hasLoader: true, hasAction: false, ...part("shell", ["form"]) },
    chat: {
      id: "chat",
      parentId: "shell",
      path: "chat/:id",
      hasDefaultExport: true,
      ...part("chat", ["form", "icon"]),
    },
    index: { id: "index", parentId: "chat", index: true, ...part("chat", ["icon", "form", "react"]) },
  },
  url: "/assets/manifest-1.js",
  version: "1",
};
const textOf = (routes: object) => `window.__reactRouterManifest=${JSON.stringify({ ...list, routes })};`;

it("contains the same with fewer characters, without false values and what every page loads", () => {
  const short = readRouteList(shortenRouteList(textOf(list.routes)));
  const { root, shell, chat, index } = list.routes;
  const { hasAction: _, ...shellNow } = shell;
  expect(JSON.parse(JSON.stringify(short))).toEqual({
    ...list,
    routes: {
      root: { ...root, imports: [] },
      shell: shellNow,
      chat,
      index: { ...index, imports: [file("form"), file("icon")] },
    },
  });
});

it("refuses unknown content, so that nothing is left out", () => {
  const { chat } = list.routes;
  expect(() => shortenRouteList(textOf({ chat: { ...chat, hasClientLoader: true } }))).toThrow(
    "something new: chat",
  );
  expect(() => shortenRouteList(textOf({ chat: { ...chat, css: ["/assets/chat.css"] } }))).toThrow(
    "something new",
  );
  expect(() => shortenRouteList(textOf({ chat: { ...chat, module: "https://cdn.test/chat.js" } }))).toThrow(
    "elsewhere",
  );
});
