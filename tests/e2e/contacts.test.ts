import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { expectAccessible, expectFitsWindow, scriptModes, setUpBrowser } from "#tests/support/browser.ts";
import { setUpServer } from "#tests/support/server.ts";
import { importContacts, joinByCalls } from "./steps.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);

const main = (page: Page) => page.locator("main");
const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });
const link = (page: Page, name: string) => main(page).getByRole("link", { name, exact: true });
const showsText = (page: Page, text: string | RegExp) =>
  expect.poll(() => page.locator("body").textContent()).toMatch(text);

/** The text of the file behind a link. */
async function download(page: Page, name: string): Promise<{ fileName: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent("download"), link(page, name).click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  return { fileName: file.suggestedFilename(), text: Buffer.concat(chunks).toString() };
}

describe.each(scriptModes)("$name", ({ javaScriptEnabled }) => {
  const visit = async () => {
    const visitor = await newVisitor({ javaScriptEnabled, phone: true });
    await joinByCalls(visitor.page, server);
    return visitor;
  };
  const fitsPage = async (page: Page) => {
    await expectFitsWindow(page);
    if (javaScriptEnabled) await expectAccessible(page);
  };

  it("a contact is added, corrected, found, opted out and deleted", async () => {
    const { page, complaints, close } = await visit();
    await page.goto("/contacts");
    await showsText(page, "No contacts yet");
    await link(page, "New contact").click();
    await page.getByLabel("Name").fill("Wanjiru");
    await page.getByLabel(/^Phone/).fill("0712 34");
    await page.getByLabel("Tags").fill("VIP, Nakuru");
    await button(page, "Save contact").click();
    await showsText(page, "too short: some digits are missing");
    expect(await page.getByLabel("Tags").inputValue()).toBe("VIP, Nakuru");
    await fitsPage(page);
    await page.getByLabel(/^Phone/).fill("0712 345 678");
    await button(page, "Save contact").click();
    await page.waitForURL("**/contacts");

    await page.goto("/contacts/new");
    await page.getByLabel(/^Phone/).fill("+254 712 345678");
    await button(page, "Save contact").click();
    await link(page, "View the contact with this number").click();
    await showsText(page, "1 contact found");

    await page.getByRole("searchbox", { name: "Search", exact: true }).last().fill("254712");
    if (!javaScriptEnabled) await button(page, "Filter").click();
    await page.waitForURL("**q=254712**");
    await showsText(page, "1 contact found");
    await fitsPage(page);
    await link(page, "Wanjiru").click();
    await link(page, "Opt out").click();
    await page.getByLabel("How they asked").fill("by phone");
    await button(page, "Opt out").click();
    await showsText(page, /Opted out.*by phone/s);
    await fitsPage(page);

    await link(page, "Delete").click();
    await showsText(page, "This person opted out");
    await button(page, "Delete contact").click();
    await showsText(page, "No contacts yet");
    expect(complaints).toEqual([]);
    await close();
  });

  it("a file is imported, its refused rows can be downloaded, and a broken workbook is refused", async () => {
    const { page, complaints, close } = await visit();
    await page.goto("/contacts/import");
    await page.getByLabel(/^CSV or Excel file/).setInputFiles({
      name: "wateja.xlsx",
      mimeType: "application/x",
      buffer: Buffer.from("PK\u0003\u0004"),
    });
    await page.getByLabel("No, or not known").check();
    await button(page, "Upload and map columns").click();
    await showsText(page, "The workbook could not be read");
    await fitsPage(page);

    await importContacts(page, "jina;simu\nAsha;0712345678\nJuma;2.54712E+11\nOtieno;722000111\n", "vip");
    await showsText(page, "Done: 3 rows.");
    await fitsPage(page);
    const refused = await download(page, "Download rejected rows");
    expect(refused.fileName).toBe("wateja-errors.csv");
    expect(refused.text).toContain("Juma,2.54712E+11,3,");
    await link(page, "Import the corrected file").click();
    await expect.poll(() => page.getByLabel("Tags for all contacts").inputValue()).toBe("vip");
    await page.goBack();
    await link(page, "Go to contacts").click();
    await showsText(page, /2 contacts.*\+254 712 345 678/s);
    expect(complaints).toEqual([]);
    await close();
  });

  it("the activity log is filtered and exported, and the API key shown and replaced", async () => {
    const { page, complaints, close } = await visit();
    await page.goto("/developers");
    await showsText(page, /No key yet/);
    await button(page, "Create key").click();
    const key = page.locator("main p code");
    await expect.poll(() => key.textContent()).toMatch(/^tarishi_live_[0-9a-f]{72}$/);
    const old = await key.textContent();
    const callWith = async (bearer: string | null) =>
      (
        await fetch(new URL("/api/v1/numbers", page.url()), {
          headers: { authorization: `Bearer ${bearer}` },
        })
      ).status;
    expect(await callWith(old)).toBe(200);
    await fitsPage(page);
    await link(page, "Regenerate").click();
    await showsText(page, "The current key stops working immediately");
    await button(page, "Regenerate key").click();
    await showsText(page, "New API key created.");
    await button(page, "Show").click();
    await expect.poll(() => key.textContent()).toMatch(/^tarishi_live_[0-9a-f]{72}$/);
    expect(await key.textContent()).not.toBe(old);
    expect([await callWith(old), await callWith(await key.textContent())]).toEqual([401, 200]);

    await page.goto("/activity");
    await showsText(page, /API key regenerated.*API key created/s);
    await fitsPage(page);
    const exported = await download(page, "Export CSV");
    expect(exported.fileName).toMatch(/^activity_logs_\d{4}-\d\d-\d\d\.csv$/);
    expect(exported.text).toContain("API key regenerated");
    await main(page).locator("summary", { hasText: "Filters" }).click();
    await page.getByLabel("Type").selectOption("billing");
    if (!javaScriptEnabled) await button(page, "Filter").click();
    await showsText(page, "No activities found matching your filters");
    await fitsPage(page);
    expect(complaints).toEqual([]);
    await close();
  });
});
