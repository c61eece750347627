import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import {
  expectAccessible,
  expectFitsWindow,
  hydrated,
  scriptModes,
  setUpBrowser,
} from "#tests/support/browser.ts";
import { setUpServer } from "#tests/support/server.ts";
import { answerDialog } from "#tests/support/whatsapp.ts";
import { joinByCalls } from "./steps.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);

/** Connects a number of its own to the organisation that is signed in, and returns Meta's id of it. */
async function connectNumber(page: Page): Promise<string> {
  const response = await page.request.post("/api/embedded-signup", {
    headers: { origin: server.url },
    data: {},
  });
  const { url } = (await response.json()) as { url: string };
  const answer = await answerDialog(url, { businessName: "Duka Letu" });
  await page.goto(`/embedded-callback?${new URLSearchParams({ ...answer })}`);
  // It shows a message briefly, then redirects: navigation in the meantime would be interrupted.
  await page.waitForURL("**/whatsapp-setup");
  return answer.phone_number_id!;
}

/** A customer writes to the number. */
async function customerWrites(
  phoneNumberId: string,
  text: string,
  customer = { from: "254712345678", name: "Asha Mwangi" },
): Promise<void> {
  const response = await fetch(`${server.simulatorUrl}/_sim/inbound`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ phoneNumberId, ...customer, text }),
  });
  expect(response.status).toBe(200);
}

describe.each(scriptModes)("$name", ({ javaScriptEnabled }) => {
  /** Waits for updates: with script the screen shows them, without it the member reloads. */
  const appears = (page: Page, inLocator: () => Promise<string | null>, text: string | RegExp) =>
    expect
      .poll(async () => {
        if (!javaScriptEnabled) await page.reload();
        return inLocator();
      })
      .toMatch(text);

  it("a customer's message arrives in the chat, is replied to, and the reply's ticks follow", async () => {
    const { page, complaints, close } = await newVisitor({ javaScriptEnabled, phone: true });
    await joinByCalls(page, server);
    const phoneNumberId = await connectNumber(page);
    await page.goto("/chat");
    expect(await page.locator("main").textContent()).toContain("No conversations yet");
    await customerWrites(phoneNumberId, "*Habari*, is my order ready?");
    const list = page.getByRole("navigation", { name: "Conversations" });
    await appears(page, () => page.locator("main").textContent(), "is my order ready");
    expect(await list.textContent()).toContain("1 unread");
    expect(await list.textContent()).toContain("Habari, is my order");
    await expectFitsWindow(page);
    if (javaScriptEnabled) await expectAccessible(page);

    await list.getByRole("link", { name: /Asha Mwangi/ }).click();
    const thread = page.getByRole("log");
    const box = page.getByRole("textbox", { name: "Message to Asha Mwangi" });
    await box.fill("   ");
    if (javaScriptEnabled) {
      await expect
        .poll(() => page.getByRole("button", { name: "Send", exact: true }).isDisabled())
        .toBe(true);
      await box.fill("Yes, come by!");
      await box.press("Enter");
    } else {
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await expect.poll(() => page.locator("main").textContent()).toContain("Enter a message first.");
      await box.fill("Yes, come by!");
      await page.getByRole("button", { name: "Send", exact: true }).click();
    }
    await appears(page, () => thread.textContent(), /Yes, come by!.*(Delivered|Read)/s);
    expect(await box.inputValue()).toBe("");

    await customerWrites(phoneNumberId, "Asante!");
    await appears(page, () => thread.textContent(), "Asante!");
    await expectFitsWindow(page);
    if (javaScriptEnabled) await expectAccessible(page);

    await page.goto(page.url());
    await hydrated(page);
    await box.fill("Karibu tena!");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await appears(page, () => thread.textContent(), "Karibu tena!");
    await page.goBack();
    // With script, the response replaced the form: Back leaves the conversation, and Forward returns to it.
    if (javaScriptEnabled) {
      await page.waitForURL("**/chat");
      await page.goForward();
      await page.waitForURL(/\/chat\/cnv_/);
    }
    // Nothing is queued to be sent a second time.
    expect(await box.inputValue()).toBe("");
    await page.goto("/chat");
    expect(await list.textContent()).not.toContain("unread");
    const found = await page.request.get("/api/contacts");
    const { contacts } = (await found.json()) as { contacts: { id: string }[] };
    for (const path of [`/contacts/${contacts[0]!.id}`, "/notifications"]) {
      await page.goto(path);
      expect(await page.locator("main").textContent()).toContain("Habari, is my order ready?");
    }
    expect(complaints).toEqual([]);
    await close();
  });
});

it("a refusal stays on a screen that updates live", async () => {
  const { page, complaints, close } = await newVisitor();
  await joinByCalls(page, server);
  const phoneNumberId = await connectNumber(page);
  await customerWrites(phoneNumberId, "Habari");
  await page.goto("/chat");
  const list = page.getByRole("navigation", { name: "Conversations" });
  await list.getByRole("link", { name: /Asha Mwangi/ }).click();
  const box = page.getByRole("textbox", { name: "Message to Asha Mwangi" });
  await box.evaluate((field) => field.removeAttribute("maxlength"));
  await box.fill("Karibu ".repeat(1000));
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const refusal = page.getByText(/^Your message has [\d,]+ characters/).first();
  await refusal.waitFor();
  const key = page.locator("input[name=key]");
  const before = await key.inputValue();
  await customerWrites(phoneNumberId, "Hujambo", { from: "254712345679", name: "Juma Otieno" });
  await list.getByRole("link", { name: /Juma Otieno/ }).waitFor();
  expect(await refusal.isVisible()).toBe(true);
  // Sent again, it is the same message.
  expect(await key.inputValue()).toBe(before);
  await page.evaluate(() => {
    location.hash = "reply-text";
  });
  expect(await key.inputValue()).toBe(before);
  await box.fill("Karibu");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("log").getByText("Karibu", { exact: true }).waitFor();
  expect(await refusal.count()).toBe(0);
  expect(await box.inputValue()).toBe("");
  expect(await key.inputValue()).not.toBe(before);
  expect(complaints).toEqual([]);
  await close();
});
