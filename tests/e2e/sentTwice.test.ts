import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { scriptModes, setUpBrowser } from "#tests/support/browser.ts";
import { setUpMember } from "#tests/support/caller.ts";
import { setUpServer } from "#tests/support/server.ts";
import { connectTestTill } from "#tests/support/tills.ts";
import { connectWhatsapp } from "#tests/support/tour.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);
const member = setUpMember(server);
beforeAll(async () => {
  await connectWhatsapp(member.call);
  await connectTestTill(member.call);
});

let phones = 722_000_100;
const newCustomer = async (name: string) => {
  phones += 1;
  const { contactId } = await member.call("POST /contacts", { name, phone: `0${phones}` });
  return contactId;
};

/** Fills the form, sends it, and goes back to fill and send it again, as the browser shows it then. */
async function sendTwice(
  page: Page,
  fields: Record<string, string>,
  button: string,
  choose: () => Promise<void> = async () => undefined,
): Promise<string[]> {
  const form = page.url();
  const send = async () => {
    await choose();
    for (const [name, value] of Object.entries(fields))
      await page.locator(`main [name="${name}"]`).fill(value);
    await page.locator("main").getByRole("button", { name: button, exact: true }).first().click();
    await page.waitForURL((url) => url.href !== form);
    return page.url();
  };
  const first = await send();
  await page.goBack();
  await page.waitForURL(form);
  return [first, await send()];
}

describe.each(scriptModes)("a form sent again after Back, $name", ({ name, javaScriptEnabled }) => {
  const visit = () => newVisitor({ cookie: member.cookie, javaScriptEnabled, phone: !javaScriptEnabled });

  it("asks for a payment once", async () => {
    const contactId = await newCustomer("Wanjiku Kamau");
    const { page, close } = await visit();
    await page.goto(`/contacts/${contactId}/request`);
    const fields = { amount: "1,500", reason: "Deposit" };
    const choose = () => page.locator("[name=way][value=account]").check();
    const [first, again] = await sendTwice(page, fields, "Request payment", choose);
    expect(again).toBe(first);
    await page.getByText("Nothing was added twice").waitFor();
    const { requests } = await member.call("GET /contacts/:contactId/payment-requests", { contactId });
    expect(requests).toHaveLength(1);
    await close();
  });

  it("adds a product once", async () => {
    const { page, close } = await visit();
    await page.goto("/products/new");
    await sendTwice(page, { name: `Soap ${name}`, price: "90" }, "Create product");
    const { products } = await member.call("GET /products", { q: `Soap ${name}` });
    expect(products).toHaveLength(1);
    await close();
  });

  it("starts one order, which keeps what was typed when an item is added", async () => {
    const contactId = await newCustomer("محمد علي");
    const { page, close } = await visit();
    await page.goto(`/orders/new?contactId=${contactId}`);
    const [first, again] = await sendTwice(page, {}, "Create order");
    expect(again).toBe(first);
    await page.locator("[name=delivery]").fill("200");
    await page.locator("textarea[name=note]").fill("Leave it at the gate");
    await page.locator("[name=name]").fill("Gift wrap");
    await page.locator("[name=price]").fill("49.5");
    const add = page.locator("button[name=intent][value=item]");
    await add.click();
    await page.locator(".summary").getByText("M-Pesa takes no cents").waitFor();
    await page.locator("[name=price]").fill("50");
    await add.click();
    await page.locator("[name='lines[0].quantity']").waitFor();
    expect(await page.locator("[name=delivery]").inputValue()).toBe("200");
    expect(await page.locator("textarea[name=note]").inputValue()).toBe("Leave it at the gate");
    await page.locator("[name='lines[0].quantity']").fill("3");
    await page.locator("main [name=q]").fill("soap");
    await page.locator("main [name=q]").press("Enter");
    await page.waitForURL(/q=soap/);
    expect(await page.locator("[name='lines[0].quantity']").inputValue()).toBe("3");
    await close();
  });

  it("adds one piece of a product for a double tap, and another for the next tap", async () => {
    const product = `Rice ${name}`;
    await member.call("POST /products", { name: product, price: "150" });
    const contactId = await newCustomer("Otieno");
    const { orderId } = await member.call("POST /orders", { contactId });
    const { page, close } = await visit();
    await page.goto(`/orders/${orderId}/edit?q=Rice`);
    const add = page.getByRole("button", { name: `Add ${product}` });
    const quantity = page.locator("[name='lines[0].quantity']");
    await add.dblclick();
    await quantity.waitFor();
    expect(await quantity.inputValue()).toBe("1");
    await add.click();
    await page.locator("[name='lines[0].quantity'][value='2']").waitFor();
    const { lines } = await member.call("GET /orders/:orderId", { orderId });
    expect(lines.map((line) => line.quantity)).toEqual([2]);
    await close();
  });
});
