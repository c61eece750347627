import { RouterContextProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { loader } from "#app/routes/shell/managersOnly.tsx";
import { type SessionUser, userContext } from "#app/web/session.server.ts";
import { ancestorsOf } from "#tests/support/routeTable.ts";

/** The loader's result of the managers' frame, returned or thrown, for a member with this role. */
async function frameFor(role: SessionUser["role"]): Promise<unknown> {
  const context = new RouterContextProvider();
  context.set(userContext, { role } as SessionUser);
  const args = { context } as unknown as Parameters<typeof loader>[0];
  return Promise.resolve()
    .then(() => loader(args))
    .catch((thrown: unknown) => thrown);
}

const isManagersOnly = (path: string) =>
  (ancestorsOf(path) ?? []).some((file) => /\/(managersOnly|templateManagers)\.tsx$/.test(file));

describe("screens for owners and admins only", () => {
  it("are refused to an agent when they open", async () => {
    expect(await frameFor("agent")).toMatchObject({
      init: { status: 403 },
      data: expect.stringMatching(/Only owners and admins/),
    });
    for (const role of ["owner", "admin"] as const) expect(await frameFor(role)).toBeNull();
  });

  it.each([
    "/messaging/campaigns/new",
    "/messaging/broadcasts/new",
    "/messaging/campaigns/:campaignId/review",
    "/messaging/campaigns/:campaignId/cancel",
    "/templates/new",
    "/templates/:templateId/edit",
    "/developers/regenerate",
    "/whatsapp/:whatsappAccountId/disconnect",
  ])("%s is one of them", (path) => expect(isManagersOnly(path)).toBe(true));

  it.each([
    "/messaging",
    "/messaging/campaigns/:campaignId",
    "/templates",
    "/templates/:templateId",
    "/chat",
  ])("%s is not", (path) => expect(isManagersOnly(path)).toBe(false));
});
