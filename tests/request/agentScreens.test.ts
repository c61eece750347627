import { RouterContextProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { type SessionUser, userContext } from "#app/middleware/session.server.ts";
import { loader as regeneratePage } from "#app/routes/workspace/developersRegenerate.tsx";

/** What the page answers, given or thrown, to a member with this role. */
async function regeneratePageFor(role: SessionUser["role"]): Promise<unknown> {
  const context = new RouterContextProvider();
  context.set(userContext, { role } as SessionUser);
  const args = { context } as unknown as Parameters<typeof regeneratePage>[0];
  return Promise.resolve()
    .then(() => regeneratePage(args))
    .catch((thrown: unknown) => thrown);
}

describe("a new API key", () => {
  it("is refused to an agent when the page opens", async () => {
    expect(await regeneratePageFor("agent")).toMatchObject({
      init: { status: 403 },
      data: expect.stringMatching(/owner and admins/),
    });
    for (const role of ["owner", "admin"] as const) expect(await regeneratePageFor(role)).toBeNull();
  });
});
