import type { ServerBuild } from "react-router";
import { expect, it } from "vitest";
import { createCanonicalPaths } from "./canonicalPath.server.ts";

const routes = {
  root: { id: "root", path: "" },
  landing: { id: "landing", parentId: "root", index: true },
  privacy: { id: "privacy", parentId: "root", path: "privacy-policy" },
  settings: { id: "settings", parentId: "root", path: "settings" },
  members: { id: "members", parentId: "settings", path: "members" },
  contact: { id: "contact", parentId: "root", path: "contacts/:contactId" },
} as unknown as ServerBuild["routes"];

it.each([
  ["/Privacy-Policy", "/privacy-policy"],
  ["/privacy-policy/", "/privacy-policy"],
  ["//privacy-policy", "/privacy-policy"],
  ["/%70rivacy-policy", "/privacy-policy"],
  ["/Settings//MEMBERS", "/settings/members"],
  ["//", "/"],
  ["/privacy-policy", undefined],
  ["/", undefined],
  ["/contacts/CON_1", undefined],
  ["/no-such-page/", undefined],
  ["/%ff", undefined],
])("%s redirects to %s", (path, canonical) => {
  expect(createCanonicalPaths(routes)(path)).toBe(canonical);
});
