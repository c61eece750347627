import { expect, it } from "vitest";
import { action as cancelCampaign } from "#app/routes/campaigns/cancel.tsx";
import { action as createContact } from "#app/routes/contacts/new.tsx";
import { createLoadContext } from "#app/web/platform.server.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { formRequest, platformOf } from "#tests/support/screens.ts";

const platform = setUpPlatform();

it("a contact form with a text instead of its list is refused, without a broken page", async () => {
  const request = formRequest("/contacts/new", { phone: "0712345678", fields: "x" });
  const context = createLoadContext(platformOf(platform), request);
  const answer = createContact({ request, context, params: {} } as unknown as Parameters<
    typeof createContact
  >[0]);
  await expect(answer).rejects.toMatchObject({ init: { status: 400 } });
});

it.each([
  ["\u0000", "The text has a character that can’t be stored. Type it instead of pasting it."],
  ["kampeni-🌺", "Campaign not found."],
  ["é", "Campaign not found."],
])(
  "a campaign called %j cannot be cancelled, and the page that asked says so",
  async (campaignId, reason) => {
    const org = await platform.createOrg();
    const request = formRequest("/messaging/campaigns/x/cancel", {}, { cookie: org.cookie });
    const context = createLoadContext(platformOf(platform), request);
    const answer = await cancelCampaign({
      request,
      context,
      params: { campaignId },
    } as unknown as Parameters<typeof cancelCampaign>[0]);
    expect(answer).toMatchObject({
      init: { status: 400 },
      data: { result: { status: "error", error: { "": [reason] } } },
    });
  },
);
