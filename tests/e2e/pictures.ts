import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { it } from "vitest";
import { demoLogins } from "#app/demo/load.server.ts";
import { offeredLocales } from "#app/platform/locale/locale.ts";
import { settled, setUpBrowser } from "#tests/support/browser.ts";
import { eventually, setUpServer } from "#tests/support/server.ts";
import { takeLandingScreens } from "./landingScreens.ts";
import { answerAsCustomer, sendCampaign, signIn, submitTemplate } from "./steps.ts";

const folder = path.join(import.meta.dirname, "..", "..", "docs", "pictures");

const server = setUpServer();
const { newVisitor, running } = setUpBrowser(server);

async function picture(page: Page, name: string, place?: string): Promise<void> {
  if (place) await page.goto(place);
  await settled(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}

it("takes the pictures of the README", async () => {
  mkdirSync(folder, { recursive: true });
  const desk = await newVisitor();
  const { page } = desk;
  await picture(page, "landing", "/");
  await picture(page, "sign-up", "/signup");
  await signIn(page, { email: demoLogins.individual, password: demoLogins.password });
  await page.waitForURL("**/dashboard");
  await picture(page, "whatsapp", "/whatsapp");
  const template = await submitTemplate(page, {
    name: "order_collected",
    body: "Habari {{1}}, your order is ready. Collect it in the shop until six o'clock today.",
    samples: ["Asha"],
  });
  await eventually(
    "the template to be approved",
    async () => {
      await page.goto(template);
      return (await page.locator("main").getByText("Approved", { exact: true }).count()) > 0;
    },
    30_000,
  );
  await picture(page, "template");
  await picture(page, "contacts", "/contacts");
  const campaign = await sendCampaign(page, {
    name: "Orders of Saturday",
    template: /order_collected/,
    onReview: () => picture(page, "quote"),
  });
  await eventually("the campaign to be delivered", async () => {
    await page.goto(campaign);
    return (await page.getByText("Completed", { exact: true }).count()) > 0;
  });
  await eventually("some to have read it", async () => {
    await page.goto(campaign);
    return (await page.getByRole("row").filter({ hasText: /Read/ }).count()) > 5;
  });
  await picture(page, "campaign");
  await answerAsCustomer(page, "+254700000003", "Asante! Naja saa kumi.");
  await picture(page, "handset");
  await eventually("the answer in the chat", async () => {
    await page.goto("/chat");
    return (await page.getByText("Asante! Naja saa kumi.").count()) > 0;
  });
  await page.getByText("Asante! Naja saa kumi.").first().click();
  await picture(page, "chat");
  await picture(page, "dashboard", "/dashboard");
  await picture(page, "activity", "/activity");
  await picture(page, "developers", "/developers");
  await desk.close();

  const staff = await newVisitor();
  await signIn(staff.page, { email: demoLogins.admin, password: demoLogins.password });
  await staff.page.waitForURL("**/admin");
  await picture(staff.page, "admin");
  await staff.close();

  const phone = await newVisitor({ phone: true });
  await picture(phone.page, "phone-landing", "/");
  await signIn(phone.page, { email: demoLogins.individual, password: demoLogins.password });
  await phone.page.waitForURL("**/dashboard");
  await picture(phone.page, "phone-campaign", campaign);
  await phone.close();
});

/** Wide as a desk, or narrow and sharp as a phone. */
const windows = [
  { viewport: { width: 1280, height: 800 } },
  { viewport: { width: 390, height: 585 }, deviceScaleFactor: 1.6, isMobile: true, hasTouch: true },
];

it.each(offeredLocales)("takes the pictures of the landing page in %s", async (locale) => {
  const pages: Page[] = [];
  for (const options of windows) {
    const context = await running.browser.newContext({ baseURL: server.url, ...options });
    const page = await context.newPage();
    await signIn(page, { email: demoLogins.individual, password: demoLogins.password });
    await page.waitForURL("**/dashboard");
    await context.addCookies([{ name: "tarishi_language", value: locale, url: server.url }]);
    pages.push(page);
  }
  await takeLandingScreens(pages[0]!, pages[1]!, locale);
});
