import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { demoLogins } from "#app/db/demo/load.server.ts";
import { startGraphSimulator } from "#app/providers/meta/simulator/server.ts";
import { hydrated, setUpBrowser } from "#tests/support/browser.ts";
import { startServer } from "#tests/support/server.ts";
import { setUp } from "#tests/support/setUp.ts";
import { control } from "#tests/support/whatsapp.ts";
import { join, signIn } from "./steps.ts";

const meta = { appId: "100000000000001", appSecret: "a-secret-of-the-test-app", configId: "300000000000003" };
const simulator = setUp(
  () => startGraphSimulator({ port: 0, ...meta }),
  ({ close }) => close(),
);
/** Set up as for a real Meta app, of which the simulator plays the Graph API. */
const server = setUp(
  () =>
    startServer({
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

/** The part of Meta's JavaScript SDK that is used here: `login` opens the dialog, which answers to it and to the page. */
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

/** Puts the SDK, and a dialog that sends these messages one after the other, where Meta has them. */
async function playMeta(page: Page, messages: unknown[]): Promise<void> {
  const context = page.context();
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
      body: `<script>for (const message of ${JSON.stringify(messages)}) opener.postMessage(message, "*");</script>`,
    }),
  );
}

const demo = { email: demoLogins.individual, password: demoLogins.password };

const about = (event: string, data: object) =>
  JSON.stringify({ type: "WA_EMBEDDED_SIGNUP", event, version: 4, data });

const openPopup = (page: Page) => page.getByRole("button", { name: "Open in a pop-up window" }).click();

describe("Meta's pop-up window", () => {
  it.each(["the ids before the code", "the code before the ids"])("connects WhatsApp: %s", async (order) => {
    const { page, complaints, close } = await newVisitor();
    await join(page, server);
    const { wabaId, phoneNumberId } = await control<{ wabaId: string; phoneNumberId: string }>(
      simulator,
      "accounts",
      { verifiedName: "Duka Letu", displayPhoneNumber: "+254 711 000 222" },
    );
    const { code } = await control<{ code: string }>(simulator, "codes", { wabaId });
    const messages = [
      about("FINISH", { waba_id: wabaId, phone_number_id: phoneNumberId }),
      { sdk: true, code },
    ];
    await playMeta(page, order.startsWith("the ids") ? messages : messages.reverse());

    await page.goto("/whatsapp");
    await openPopup(page);
    await page.waitForURL("**/whatsapp-setup");

    await expect.poll(() => page.locator("main").textContent()).toContain("Connected");
    expect(await page.locator("main").textContent()).toContain("+254 711 000 222");
    expect(complaints).toEqual([]);
    await close();
  });

  it("asks with the app's ids for a code, and says when it was closed before the end", async () => {
    const { page, complaints, close } = await newVisitor();
    await signIn(page, demo);
    await page.waitForURL("**/dashboard");
    await playMeta(page, [about("CANCEL", { current_step: "PHONE_NUMBER_SETUP" }), { sdk: true }]);
    await page.goto("/whatsapp");
    await openPopup(page);
    await page.getByText("Meta's window was closed before the signup was complete.").waitFor();
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

  it("is not offered where the SDK does not load; the form leads to Meta all the same", async () => {
    const { page, close } = await newVisitor();
    await signIn(page, demo);
    await page.waitForURL("**/dashboard");
    const refused = page.waitForEvent("requestfailed", (request) =>
      request.url().startsWith("https://connect.facebook.net/"),
    );
    await page.context().route("https://connect.facebook.net/**", (route) => route.abort());
    await page
      .context()
      .route("https://business.facebook.com/**", (route) => route.fulfill({ body: "Meta" }));
    await page.goto("/whatsapp");
    await refused;
    await hydrated(page);
    expect(await page.getByRole("button", { name: "Open in a pop-up window" }).count()).toBe(0);
    await page.getByRole("button", { name: "Connect with Meta" }).click();
    await page.waitForURL("https://business.facebook.com/messaging/whatsapp/onboard/**");
    expect(new URL(page.url()).searchParams.get("app_id")).toBe(meta.appId);
    await close();
  });
});
