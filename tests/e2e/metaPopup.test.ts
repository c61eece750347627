import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { startGraphSimulator } from "#simulators/meta/server.ts";
import { hydrated, setUpBrowser, type Visitor } from "#tests/support/browser.ts";
import { startServer } from "#tests/support/server.ts";
import { setUp } from "#tests/support/setUp.ts";
import { control } from "#tests/support/whatsapp.ts";
import { joinByCalls } from "./steps.ts";

const meta = { appId: "100000000000001", appSecret: "a-secret-of-the-test-app", configId: "300000000000003" };
const simulator = setUp(
  () => startGraphSimulator({ port: 0, ...meta }),
  ({ close }) => close(),
);
/** Set up as for a real Meta app; the simulator plays the Graph API. */
const server = setUp(
  () =>
    startServer({
      isEmpty: true,
      env: {
        META_APP_ID: meta.appId,
        META_APP_SECRET: meta.appSecret,
        META_CONFIG_ID: meta.configId,
        META_WEBHOOK_VERIFY_TOKEN: "verify-me",
        GRAPH_API_URL: simulator.url,
      },
    }),
  ({ close }) => close(),
);
const { newVisitor } = setUpBrowser(server);

/**
 * The part of Meta's JavaScript SDK that is used here: `login` opens the dialog, which replies to it and to
 * the page.
 */
const sdk = `
  window.FB = {
    init: (options) => { window.fbOptions = options; },
    login: (answer, options) => {
      window.fbLogin = options;
      const dialog = window.open("https://www.facebook.com/dialog/oauth", "signup", "width=600,height=700");
      window.addEventListener("message", ({ origin, data }) => {
        if (origin !== "https://www.facebook.com" || !data.sdk) return;
        dialog.close();
        answer({ authResponse: data.code ? { code: data.code } : null });
      });
    },
  };
  window.fbAsyncInit();
`;

/** Calls to Meta are answered, or refused, by the routes below. */
const ofMeta = /it asked for https:\/\/(connect\.facebook\.net|www\.facebook\.com)\/|net::ERR_FAILED/;

/**
 * A member whose browser has the fake SDK, and a dialog that sends these messages in order, in Meta's place.
 */
async function memberWhoSees(messages: () => unknown[] | Promise<unknown[]>): Promise<Visitor> {
  const visitor = await newVisitor({ expects: ofMeta });
  const { page, context } = visitor;
  await joinByCalls(page, server);
  const sent = JSON.stringify(await messages());
  await context.route("https://connect.facebook.net/**", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      headers: { "access-control-allow-origin": "*" },
      body: sdk,
    }),
  );
  await context.route("https://www.facebook.com/**", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<script>for (const message of ${sent}) opener.postMessage(message, "*");</script>`,
    }),
  );
  return visitor;
}

const about = (event: string, data: object) =>
  JSON.stringify({ type: "WA_EMBEDDED_SIGNUP", event, version: 4, data });

const openPopup = (page: Page) => page.getByRole("button", { name: "Open in pop-up window" }).click();

describe("Meta's pop-up window", () => {
  it.each([
    { order: "the ids before the code", number: "+254 711 000 222" },
    { order: "the code before the ids", number: "+254 711 000 333" },
  ])("connects WhatsApp: $order", async ({ order, number }) => {
    const { page, complaints, close } = await memberWhoSees(async () => {
      const account = { verifiedName: "Duka Letu", displayPhoneNumber: number };
      const made = await control<{ wabaId: string; phoneNumberId: string }>(simulator, "accounts", account);
      const { code } = await control<{ code: string }>(simulator, "codes", { wabaId: made.wabaId });
      const ids = about("FINISH", { waba_id: made.wabaId, phone_number_id: made.phoneNumberId });
      const messages = [ids, { sdk: true, code }];
      return order.startsWith("the ids") ? messages : messages.reverse();
    });
    await page.goto("/whatsapp");
    await openPopup(page);
    await page.waitForURL("**/whatsapp-setup");
    await page.locator("main").getByText(number).first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it("requests a code with the app's ids, and reports when it was closed early", async () => {
    const { page, complaints, close } = await memberWhoSees(() => [
      about("CANCEL", { current_step: "PHONE_NUMBER_SETUP" }),
      { sdk: true },
    ]);
    await page.goto("/whatsapp");
    await openPopup(page);
    await page.getByText("Meta’s window was closed before signup was complete.").waitFor();
    expect(await page.evaluate(() => (window as unknown as { fbOptions: object }).fbOptions)).toMatchObject({
      appId: meta.appId,
    });
    expect(await page.evaluate(() => (window as unknown as { fbLogin: object }).fbLogin)).toMatchObject({
      config_id: meta.configId,
      response_type: "code",
      override_default_response_type: true,
    });
    expect(complaints).toEqual([]);
    await close();
  });

  it("is not offered when the SDK does not load; the form still leads to Meta", async () => {
    const { page, close } = await memberWhoSees(() => []);
    const refused = page.waitForEvent("requestfailed", (request) =>
      request.url().startsWith("https://connect.facebook.net/"),
    );
    await page.context().route("https://connect.facebook.net/**", (route) => route.abort());
    await page.context().route("https://www.facebook.com/**", (route) => route.fulfill({ body: "Meta" }));
    await page.goto("/whatsapp");
    await refused;
    await hydrated(page);
    expect(await page.getByRole("button", { name: "Open in pop-up window" }).count()).toBe(0);
    await page.getByRole("button", { name: "Connect with Meta" }).click();
    await page.waitForURL("https://www.facebook.com/v*/dialog/oauth**");
    const parameters = Object.fromEntries(new URL(page.url()).searchParams);
    expect(parameters).toMatchObject({
      client_id: meta.appId,
      config_id: meta.configId,
      response_type: "code",
      redirect_uri: expect.stringMatching(/\/embedded-callback$/),
    });
    await close();
  });
});
