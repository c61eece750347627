import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { hydrated, scriptModes, setUpBrowser } from "#tests/support/browser.ts";
import { setUpMember } from "#tests/support/caller.ts";
import { setUpServer } from "#tests/support/server.ts";
import { connectWhatsapp } from "#tests/support/tour.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);
const member = setUpMember(server);
beforeAll(() => connectWhatsapp(member.call));

async function openForm(javaScriptEnabled: boolean) {
  const visitor = await newVisitor({ javaScriptEnabled, cookie: member.cookie });
  await visitor.page.goto("/templates/new");
  await hydrated(visitor.page);
  return visitor;
}
const control = (page: Page, name: string) => page.locator(`[name='${name}']`);
const wrongFields = (page: Page) =>
  page
    .locator("[aria-invalid=true]")
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).name));

describe.each(scriptModes)("the template form, $name", ({ javaScriptEnabled }) => {
  it("asks for an address only for a button that has one", async () => {
    const { page, complaints, close } = await openForm(javaScriptEnabled);
    await page.getByRole("button", { name: "Add button" }).click();
    await control(page, "buttons[0].text").waitFor();
    expect(await control(page, "buttons[0].value").isVisible()).toBe(false);
    await control(page, "buttons[0].kind").selectOption("URL");
    expect(await control(page, "buttons[0].value").isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  it("shows every error in a line of its own, and in the summary", async () => {
    const { page, complaints, close } = await openForm(javaScriptEnabled);
    await control(page, "name").fill("habari");
    await control(page, "header").fill(`Habari {{1}} na {{2}} ${"x".repeat(60)}`);
    await control(page, "body").fill("{{1}} Habari *dunia* {{3}} {{jina}}");
    await control(page, "footer").fill("Kwaheri {{1}}");
    await page.getByRole("button", { name: "Submit for review" }).click();
    await page.locator(".summary").waitFor();
    expect(await page.locator(".summary li").count()).toBe(13);
    expect(await page.locator("[id='header-error'] span span").allTextContents()).toEqual([
      "Use at most 60 characters (now 82)",
      "A header can have at most one variable",
    ]);
    expect(await page.locator("[id='body-error'] span span").count()).toBe(5);
    expect(complaints).toEqual([]);
    await close();
  });

  it("keeps typed examples while their variables are missing from the message", async () => {
    const { page, complaints, close } = await openForm(javaScriptEnabled);
    const submit = page.getByRole("button", { name: "Submit for review" });
    await control(page, "body").fill("Dear {{1}}, it is ready for you in our shop.");
    await submit.click();
    await page.locator(".summary").waitFor();
    await control(page, "samples[0].value").fill("Asha");
    await control(page, "body").fill("");
    await submit.click();
    await page.locator(".summary", { hasText: "Enter the message" }).waitFor();
    expect(await page.getByLabel("{{1}}").count()).toBe(0);
    await control(page, "body").fill("{{2}} of {{1}}");
    await submit.click();
    await page.locator(".summary", { hasText: "start or end" }).waitFor();
    expect(await page.getByLabel("{{1}}").inputValue()).toBe("Asha");
    expect(await page.getByLabel("{{2}}").inputValue()).toBe("");
    expect(complaints).toEqual([]);
    await close();
  });
});

describe("the template form, where script runs", () => {
  it("shows all errors at once, and clears each when its field is valid", async () => {
    const { page, complaints, close } = await openForm(true);
    await control(page, "body").fill("{{1}} is ready for you in our shop.");
    await page.getByRole("button", { name: "Submit for review" }).click();
    await page.locator(".summary").waitFor();
    expect(await wrongFields(page)).toEqual(["name", "body", "samples[0].value"]);
    await control(page, "name").fill("order_ready");
    await control(page, "body").fill("Dear {{1}}, it is ready for you in our shop.");
    await expect.poll(() => wrongFields(page)).toEqual(["samples[0].value"]);
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("body");
    await control(page, "body").fill("Dear {{1}}, it is ready for {{2}}");
    await expect.poll(() => wrongFields(page)).toEqual(["body", "samples[0].value", "samples[1].value"]);
    expect(complaints).toEqual([]);
    await close();
  });
});
