import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { demoLogins } from "#app/demo/logins.ts";
import { dayOf } from "#app/platform/calendar.ts";
import { scriptModes, setUpBrowser } from "#tests/support/browser.ts";
import { setUpMember } from "#tests/support/caller.ts";
import { sessionCookie } from "#tests/support/pageWeight.ts";
import { setUpServer } from "#tests/support/server.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);
const member = setUpMember(server);

const walletCents = async () => (await member.call("GET /wallet", {})).balanceCents;

/** Opens the top-up, chooses, and pays; answers with the address of the payment, unless the card's page comes first. */
async function pay(
  page: Page,
  { amount, own, method, phone }: { amount?: string; own?: string; method: string; phone?: string },
): Promise<void> {
  await page.goto("/billing/top-up");
  await page.getByRole("radio", { name: own ? "Another amount" : new RegExp(amount!) }).check();
  if (own) await page.getByLabel("Other amount in KES").fill(own);
  await page.getByRole("radio", { name: new RegExp(`^${method}`) }).check();
  if (phone) await page.getByLabel("M-Pesa number").fill(phone);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
}

/** The page of a payment looks again by itself, with script or without. */
const comesTo = (page: Page, title: string) =>
  page.getByRole("heading", { level: 1, name: title }).waitFor({ timeout: 40_000 });

const ofPhone = [
  { button: "Enter PIN and pay", title: "Paid", paidKes: 1000 },
  { button: "Cancel", title: "The payment was cancelled on the phone", paidKes: 0 },
  { button: "Enter a wrong PIN", title: "The PIN was wrong", paidKes: 0 },
  { button: "Let it time out", title: "The phone did not answer", paidKes: 0 },
];

describe.each(scriptModes)("topping up $name", (mode) => {
  const open = () => newVisitor({ ...mode, cookie: member.cookie });

  it.each(ofPhone)("by M-Pesa: $button", async ({ button, title, paidKes }) => {
    const before = await walletCents();
    const { page, close } = await open();
    const phone = `+2547${String(ofPhone.findIndex((one) => one.button === button) + (mode.javaScriptEnabled ? 4 : 0)).padStart(8, "3")}`;
    await pay(page, { amount: "1,000", method: "M-Pesa", phone });
    await page.waitForURL(/\/billing\/payments\/pay_/);
    const payment = page.url();
    await page.getByRole("link", { name: "handset" }).click();
    await page.getByRole("heading", { name: "M-Pesa asks on this phone" }).waitFor();
    await page.getByRole("button", { name: button, exact: true }).click();
    await page.getByRole("heading", { name: "M-Pesa asks on this phone" }).waitFor({ state: "detached" });
    await page.goto(payment);
    await comesTo(page, title);
    expect((await walletCents()) - before).toBe(paidKes * 100);
    await close();
  });

  it("by card: paid on the provider's page, and declined there", async () => {
    const before = await walletCents();
    const { page, close } = await open();
    await pay(page, { amount: "2,500", method: "Card" });
    await page.getByRole("button", { name: "Pay KES 2,500.00" }).click();
    await comesTo(page, "Paid");
    await pay(page, { amount: "5,000", method: "Card" });
    await page.getByRole("button", { name: "Let the bank decline it" }).click();
    await comesTo(page, "The card was not accepted");
    expect((await walletCents()) - before).toBe(250_000);
    await close();
  });

  it("by bank transfer, found in the statement that staff upload", async () => {
    const before = await walletCents();
    const { page, close } = await open();
    await pay(page, { own: "7350", method: "Bank transfer" });
    await comesTo(page, "Make the transfer");
    const payment = page.url();
    const reference = await page.locator("dd strong").first().textContent();
    const staff = await newVisitor({
      ...mode,
      cookie: await sessionCookie(server.url, demoLogins.admin, demoLogins.password),
    });
    await staff.page.goto("/admin/payments/statement");
    const csv = `Date,Reference,Narration,Credit\n${dayOf(new Date())},FT${Date.now()},${reference} wallet,7350.00\n`;
    await staff.page
      .getByLabel("Statement", { exact: true })
      .setInputFiles({ name: "statement.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await staff.page.getByRole("button", { name: "Upload" }).click();
    await staff.page.getByText("1 matched").first().waitFor();
    await staff.close();
    await page.goto(payment);
    await comesTo(page, "Paid");
    expect((await walletCents()) - before).toBe(735_000);
    await close();
  });

  it("refuses an own amount below the smallest, keeps what was typed, and takes a right one", async () => {
    const { page, close } = await open();
    await pay(page, { own: "9", method: "Bank transfer" });
    const field = page.getByLabel("Other amount in KES");
    await page.getByRole("alert").first().waitFor();
    expect(await field.inputValue()).toBe("9");
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    await field.fill("10");
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await comesTo(page, "Make the transfer");
    await close();
  });
});
