import { beforeAll, describe, expect, it } from "vitest";
import { hydrated, scriptModes, setUpBrowser, type VisitorOptions } from "#tests/support/browser.ts";
import { setUpMember } from "#tests/support/caller.ts";
import { setUpServer } from "#tests/support/server.ts";
import { connectWhatsapp } from "#tests/support/tour.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);
const member = setUpMember(server);
beforeAll(() => connectWhatsapp(member.call));

const open = (options: VisitorOptions = {}) => newVisitor({ ...options, cookie: member.cookie });

describe("the handset", () => {
  it.each(scriptModes)("opens at the newest message of the customer's phone, $name", async (mode) => {
    const { numbers } = await member.call("GET /whatsapp/numbers", {});
    const { phoneNumberId } = numbers[0]!;
    const phone = "+254700000009";
    for (let at = 1; at <= 12; at++)
      await member.call("POST /sandbox/reply", { phone, phoneNumberId, text: `Habari ${at}` });
    const { page, close } = await open({ ...mode, phone: true });
    await page.goto(`/sandbox?${new URLSearchParams({ phone, business: phoneNumberId })}`);
    await hydrated(page);
    const list = (await page.getByLabel("Messages", { exact: true }).boundingBox())!;
    const newest = (await page.getByText("Habari 12").last().boundingBox())!;
    expect(newest.y).toBeGreaterThan(list.y);
    expect(newest.y + newest.height).toBeLessThan(list.y + list.height);
    await close();
  });

  it("keeps showing the selected customer's phone, wherever it is in the list", async () => {
    const { numbers } = await member.call("GET /whatsapp/numbers", {});
    const { phoneNumberId } = numbers[0]!;
    for (const phone of ["+254700000077", "+254700000078", "+254700000079"])
      await member.call("POST /sandbox/reply", { phone, phoneNumberId, text: "Habari" });
    const { page, close } = await open({});
    await page.goto("/sandbox");
    await hydrated(page);
    const customer = page.getByLabel("Customer", { exact: true });
    for (const [typed, shown] of [
      ["+254 700 000 077", "+254700000077"],
      ["+254 700 000 090", "+254700000090"],
    ] as const) {
      await page.getByLabel("Or another number").fill(typed);
      await page.getByRole("button", { name: "Show phone" }).click();
      await expect.poll(() => customer.inputValue()).toBe(shown);
      await page.getByLabel("Reply as the customer").fill(`From ${shown}`);
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByText(`From ${shown}`, { exact: true }).waitFor();
      // It joins the list, or moves to the top, once the reply has reached us.
      await expect
        .poll(async () => (await member.call("GET /sandbox/handset", { phone: shown })).phones[0]?.phone)
        .toBe(shown);
      await page.waitForResponse((response) => response.url().includes("/sandbox.data"));
      await expect.poll(() => customer.locator("option").first().getAttribute("value")).toBe(shown);
      expect(await customer.inputValue()).toBe(shown);
    }
    await close();
  });

  it("shows at the field which number the customer's phone cannot have", async () => {
    const { page, close } = await open({ javaScriptEnabled: false, phone: true });
    await page.goto("/sandbox");
    const other = page.getByLabel("Or another number");
    await other.fill("12");
    await page.getByRole("button", { name: "Show phone" }).click();
    await page.getByText("Enter a phone number, for example").waitFor();
    expect(await other.inputValue()).toBe("12");
    await close();
  });
});
