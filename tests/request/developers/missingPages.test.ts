import { expect, it } from "vitest";
import { loader as errorPage } from "#app/routes/public/docs/error.tsx";
import { loader as guidePage } from "#app/routes/public/docs/guide.tsx";
import { createLoadContext } from "#app/web/platform.server.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { platformOf } from "#tests/support/screens.ts";

const platform = setUpPlatform();

async function visit(load: unknown, params: Record<string, string>): Promise<unknown> {
  const request = new Request("http://localhost:4000/developers/docs");
  const context = createLoadContext(platformOf(platform), request);
  return (load as (args: unknown) => unknown)({ request, context, params });
}

it("an unknown error code or guide is a 404 within the documentation, not the crash screen", async () => {
  expect(await visit(errorPage, { code: "no.such_code" })).toMatchObject({
    data: { error: null },
    init: { status: 404 },
  });
  expect(await visit(guidePage, { guideId: "no-such-guide" })).toMatchObject({ init: { status: 404 } });
  expect(await visit(errorPage, { code: "wallet.too_little" })).toMatchObject({
    error: { code: "wallet.too_little" },
  });
});
