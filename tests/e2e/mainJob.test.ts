import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { expectFitsWindow, scriptModes, setUpBrowser } from "#tests/support/browser.ts";
import { eventually, setUpServer } from "#tests/support/server.ts";
import {
  answerAsCustomer,
  connectWhatsapp,
  importContacts,
  join,
  sendCampaign,
  submitTemplate,
} from "./steps.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);

/**
 * Polls until the page shows it, as a user without script reloads. `text` is the whole text of an element.
 */
const showsAfterReloads = (page: Page, url: string, text: string, within = "main") =>
  eventually(`${text} on ${url}`, async () => {
    await page.goto(url);
    return (await page.locator(within).getByText(text, { exact: true }).count()) > 0;
  });

describe.each(scriptModes)("$name", ({ javaScriptEnabled }) => {
  it("a business signs up, connects WhatsApp, sends a campaign, and reads the reply", async () => {
    const { page, complaints, close } = await newVisitor({
      javaScriptEnabled,
      // One way is tested on a phone, the other on a desktop.
      phone: !javaScriptEnabled,
    });
    await join(page, server);

    await connectWhatsapp(page);
    expect(await page.locator("main").textContent()).toContain("Connected");

    const template = await submitTemplate(page, {
      name: "order_ready",
      body: "Habari {{1}}, your order is ready.",
      samples: ["Asha"],
    });
    await showsAfterReloads(page, template, "Approved");

    await importContacts(
      page,
      "name,phone,consent\nBaraka Otieno,0712 345 678,yes\nZuhura Ali,+254 733 000 111,yes\n",
    );
    await showsAfterReloads(page, "/contacts", "Baraka Otieno");

    const campaign = await sendCampaign(page, { name: "Ready today", template: /order_ready/ });
    await showsAfterReloads(page, campaign, "Completed");
    await eventually("both recipients to have it", async () => {
      await page.goto(campaign);
      const recipients = page.getByRole("row").filter({ hasText: "+254" });
      return (await recipients.filter({ hasText: /Delivered|Read/ }).count()) === 2;
    });
    await expectFitsWindow(page);

    await answerAsCustomer(page, "+254712345678", "Asante, nakuja!");
    await showsAfterReloads(page, "/chat", "Asante, nakuja!");
    await page.goto("/activity");
    expect(await page.locator("main").textContent()).toMatch(/Campaign completed[\s\S]*Campaign started/);
    expect(complaints).toEqual([]);
    await close();
  });
});
