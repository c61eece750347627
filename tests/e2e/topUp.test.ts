import { describe, expect, it } from "vitest";
import {
  expectAccessible,
  expectFitsWindow,
  hydrated,
  scriptModes,
  setUpBrowser,
} from "#tests/support/browser.ts";
import { setUpMember } from "#tests/support/caller.ts";
import { setUpServer } from "#tests/support/server.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);
const member = setUpMember(server);

describe.each(scriptModes)("$name", ({ javaScriptEnabled }) => {
  it("a member tops up on a phone: the page waits, and leads on to what they came for", async () => {
    const { page, close } = await newVisitor({ javaScriptEnabled, phone: true, cookie: member.cookie });
    const phone = javaScriptEnabled ? "+254 711 000 101" : "+254 711 000 102";
    await page.goto("/billing?from=%2Fchat");
    await page.getByRole("link", { name: "Top up", exact: true }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    if (javaScriptEnabled) await hydrated(page);
    await expectFitsWindow(page);
    const tops = await dialog
      .locator(".choice")
      .evaluateAll((chips) => chips.map((chip) => chip.getBoundingClientRect().top));
    // One row of amounts, one of methods.
    expect(new Set(tops).size).toBe(2);
    await dialog.getByRole("radio", { name: "2,500" }).check();
    if (javaScriptEnabled) {
      await dialog.getByRole("radio", { name: "Custom" }).check();
      await dialog.getByLabel("Other amount in KES").fill("1,234");
      await dialog.getByRole("button", { name: "Pay KES 1,234" }).waitFor();
      await dialog.getByRole("radio", { name: "2,500" }).check();
      await expectAccessible(page);
    }
    await dialog.getByLabel("M-Pesa number").fill(phone);
    const pay = dialog.getByRole("button", {
      name: javaScriptEnabled ? "Pay KES 2,500" : "Pay",
      exact: true,
    });
    const box = (await pay.boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(740);
    await pay.click();

    await page.waitForURL(/\/billing\/payments\/pay_\w+\?from=/);
    const waiting = page.url();
    await page.getByText(phone).first().waitFor();
    await page.getByText(/^Time left to enter the PIN: [01]:\d\d$/).waitFor();
    if (javaScriptEnabled) await expectAccessible(page);

    await page.getByRole("link", { name: "Open the test phone" }).click();
    await page.waitForURL("**/sandbox?*");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Back to the payment" }).click();
    await page.getByRole("heading", { name: "The payment was cancelled on the phone" }).waitFor();
    await page.getByRole("link", { name: "Try again" }).click();
    await dialog.waitFor();
    expect(await dialog.getByRole("radio", { name: "2,500" }).isChecked()).toBe(true);
    expect(await dialog.getByLabel("M-Pesa number").inputValue()).toBe(phone);
    await pay.click();

    await page.getByText(/^Time left to enter the PIN/).waitFor();
    expect(page.url()).not.toBe(waiting);
    const { prompts } = await member.call("GET /sandbox/prompts", { phone });
    const { checkoutRequestId } = prompts[0]!;
    await member.call("POST /sandbox/prompts/answer", { phone, checkoutRequestId, answer: "accept" });
    // The open page completes without a click.
    await page.getByRole("heading", { name: "Paid" }).waitFor();
    await page.getByText("New balance").waitFor();
    // Written by a job after the payment; a page without script is complete before.
    await expect
      .poll(async () => {
        if (!javaScriptEnabled) await page.reload();
        return page.getByRole("link", { name: "Receipt" }).count();
      })
      .toBe(1);
    await page.getByRole("link", { name: "Go back" }).click();
    await page.waitForURL("**/chat**");
    await close();
  });
});
