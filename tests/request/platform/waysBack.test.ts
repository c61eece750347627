import { describe, expect, it } from "vitest";
import { loader as billing } from "#app/routes/billing/show.tsx";
import { action as topUp } from "#app/routes/billing/topUp.tsx";
import { loader as callback } from "#app/routes/whatsapp/embeddedCallback.tsx";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";
import { formRequest, openScreen, postForm } from "#tests/support/screens.ts";
import { connectWhatsapp, createPrepaidOrg, draftCampaign } from "#tests/support/sending.ts";

const platform = setUpPaymentPlatform();

const open = (loader: unknown, path: string, as: { cookie: string }) =>
  openScreen(platform, loader, path, as);

const billingFrom = (from: string) => `/billing?${new URLSearchParams({ from })}`;

describe("topping up for a waiting campaign", () => {
  it("returns to the draft, before and after", async () => {
    const org = await createPrepaidOrg(platform);
    const campaignId = await draftCampaign(platform, org, await connectWhatsapp(platform, org));
    const from = `/messaging/campaigns/${campaignId}/review`;
    const { name } = await platform.call("GET /campaigns/:campaignId", { campaignId }, org);
    expect((await open(billing, billingFrom(from), org)).back).toEqual({
      to: from,
      label: `Back to campaign “${name}”`,
    });
    const done = await postForm(
      platform,
      topUp,
      formRequest(
        billingFrom(from).replace("/billing", "/billing/top-up"),
        { amount: "1000", method: "mpesa", phone: "0712 345 678", key: crypto.randomUUID() },
        {
          cookie: org.cookie,
          "sec-fetch-site": "same-origin",
        },
      ),
    );
    expect(done.location).toMatch(/^\/billing\/payments\/pay_\w+\?/);
    expect(done.location).toContain(new URLSearchParams({ from }).toString());
    const other = await platform.createOrg();
    expect((await open(billing, billingFrom(from), other)).back).toBeNull();
  });

  it("links to no other site, and nowhere by default", async () => {
    const org = await platform.createOrg();
    for (const path of [billingFrom("https://elsewhere.test/"), billingFrom("//elsewhere.test"), "/billing"])
      expect((await open(billing, path, org)).back).toBeNull();
    expect((await open(billing, billingFrom("/chat/cnv_1/template"), org)).back).toEqual({
      to: "/chat/cnv_1/template",
      label: "Go back",
    });
  });
});

describe("returning from Meta without a code", () => {
  it.each([
    ["error=access_denied&error_reason=user_denied", "The signup was cancelled.", true],
    ["error=server_error", "Meta reported an error during signup.", true],
    ["code=x", "Missing required parameters.", false],
    ["", "Missing required parameters.", false],
    [
      "code=x&shared_waba_id=123",
      "The WhatsApp account ID is not valid. Start the signup again on WhatsApp Setup.",
      false,
    ],
  ])("?%s says: %s", async (query, text, mayRetry) => {
    const org = await platform.createOrg();
    expect(await open(callback, `/embedded-callback?${query}`, org)).toMatchObject({ text, mayRetry });
  });
});
