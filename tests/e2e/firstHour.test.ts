import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { hydrated, scriptModes, setUpBrowser } from "#tests/support/browser.ts";
import { eventually, setUpServer } from "#tests/support/server.ts";
import { codeFor, newPerson } from "./steps.ts";

const mostClicks = 19;
const mostPages = 18;

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);

/** Counts a newcomer's clicks and pages. Typing is not counted; the forms are as they are. */
function createCounter(page: Page) {
  const began = performance.now();
  const counted = { clicks: 0, pages: 0 };
  let shown = "";
  page.on("framenavigated", (frame) => {
    const { pathname } = new URL(frame.url());
    if (frame !== page.mainFrame() || pathname === shown) return;
    shown = pathname;
    counted.pages += 1;
  });
  return {
    counted,
    /** Clicks, and waits for the page that it leads to. */
    async click(target: Locator, to?: RegExp) {
      await hydrated(page);
      counted.clicks += 1;
      await target.click();
      if (to) await page.waitForURL(to);
    },
    seconds: () => Math.round((performance.now() - began) / 1000),
  };
}

describe.each(scriptModes)("$name", ({ name, javaScriptEnabled }) => {
  it("leads a newcomer from the landing page to the first delivered campaign, each page to the next", async () => {
    const { page, complaints, close } = await newVisitor({ javaScriptEnabled });
    const { counted, click, seconds } = createCounter(page);
    const button = (label: RegExp | string) => page.getByRole("button", { name: label, exact: true });
    const link = (label: RegExp | string) => page.getByRole("link", { name: label, exact: true });
    const person = newPerson();
    /** Meta reviews the template. The page shows the result, without script after a reload. */
    const approval = () =>
      eventually("the approval", async () => {
        if (!javaScriptEnabled) await page.reload();
        return page.getByLabel("Campaign name").isVisible();
      });

    await page.goto("/");
    await click(link(/^Get Started/).first(), /\/signup/);
    await page.getByLabel("First name").fill(person.firstName);
    await page.getByLabel("Last name").fill(person.lastName);
    await page.getByLabel(/^Business or organi[sz]ation name/).fill(person.businessName);
    await page.getByLabel(/^Email/).fill(person.email);
    await page.locator("input[name=password]").fill(person.password);
    await page.locator("input[name=confirmPassword]").fill(person.password);
    await click(page.getByRole("checkbox", { name: /I agree/ }));
    await click(button("Create Account"));
    await page.waitForURL("**/verify-otp");
    const code = await codeFor(server, person.email);
    await page.locator("input[name=otp]:visible, .otp-boxes input:visible").first().focus();
    await page.keyboard.type(code);
    await click(button("Verify Account"));
    await page.waitForURL("**/login");
    // The address is filled in.
    expect(await page.getByLabel(/^Email/).inputValue()).toBe(person.email);
    await page.locator("input[name=password]").fill(person.password);
    await click(button(/^Sign in$/i), /\/dashboard/);

    await page.getByText("0 of 10 steps done").waitFor();
    await click(link("Connect WhatsApp"), /\/whatsapp$/);
    await click(button("Connect with Meta"));
    await page.getByRole("heading", { name: "Connect your business to WhatsApp" }).waitFor();
    await click(button("Continue"), /\/whatsapp-setup/);

    await click(link("Browse templates"), /\/templates\/library/);
    await click(link("Use Payment received"), /\/templates\/new/);
    await click(button(/^Submit/), /\/templates\/tpl_\w+/);

    await click(link("Import contacts"), /\/contacts\/import$/);
    counted.clicks += 1;
    await page.locator("[name=file]").setInputFiles({
      ...{ name: "wateja.csv", mimeType: "text/csv" },
      buffer: Buffer.from("phone,name\n0712000001,Asha\n0712000002,Brian\n0712000003,Chebet\n"),
    });
    await click(page.getByLabel(/^Yes, all/));
    await click(button(/^Upload/), /\/contacts\/imports\/imp_\w+\/review/);
    await click(button("Import"), /\/contacts\/imports\/imp_\w+$/);

    await click(link("Create a campaign"), /\/messaging\/campaigns\/new/);
    await approval();
    await page.getByLabel("Campaign name").fill("Karibu");
    for (const [index, value] of ["Asha", "KES 500", "SJK4H7L2QT", "KES 0"].entries())
      await page.locator(`[name='variables[${index}].text']`).fill(value);
    await click(page.locator(".form-foot").getByRole("button", { name: "Review and send" }), /\/review/);
    await click(button("Send now"), /\/messaging\/campaigns\/cmp_\w+$/);
    const { clicks, pages } = counted;
    await expect
      .poll(async () => {
        if (!javaScriptEnabled) await page.reload();
        return page.locator("main").textContent();
      })
      .toMatch(/3 of 3/);

    console.log(`${name}: ${clicks} clicks, ${pages} pages, ${seconds()} s`);
    expect(complaints).toEqual([]);
    await close();
    expect(clicks).toBeLessThanOrEqual(mostClicks);
    expect(pages).toBeLessThanOrEqual(mostPages);
  });
});
