import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { hydrated, scriptModes, setUpBrowser } from "#tests/support/browser.ts";
import { setUpMember } from "#tests/support/caller.ts";
import { eventually, setUpServer } from "#tests/support/server.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);
const member = setUpMember(server);

/** From the list to the form that connects a service. */
async function beginConnecting(page: Page, service: string): Promise<void> {
  await page.goto("/integrations");
  await hydrated(page);
  await page.getByRole("link", { name: `Connect ${service}`, exact: true }).click();
  await page.getByRole("dialog", { name: `Connect ${service}` }).waitFor();
}

async function disconnect(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Disconnect" }).click();
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.waitForURL("**/integrations");
}

/** Plays the other side of a service. */
const play = async (deed: string, fields: Record<string, string>) =>
  expect(
    (await fetch(`${server.vendorsUrl}/_sim/${deed}`, { method: "POST", body: JSON.stringify(fields) }))
      .status,
  ).toBe(200);

/** Waits until the connection's log on the page shows it. */
const logged = (page: Page, entry: RegExp) =>
  expect
    .poll(async () => {
      await page.reload();
      return page.getByRole("table", { name: "Log" }).textContent();
    })
    .toMatch(entry);

describe.each(scriptModes)("$name", ({ name, javaScriptEnabled }) => {
  it("HubSpot is connected on its own page, syncs contacts both ways, and is disconnected", async () => {
    const { page, close } = await newVisitor({ javaScriptEnabled, cookie: member.cookie });
    const toConsent = async () => {
      await beginConnecting(page, "HubSpot");
      await page.getByRole("button", { name: "Connect HubSpot" }).click();
      await page.getByRole("link", { name: "Continue to HubSpot" }).click();
      await page.getByText("asks for access").waitFor();
    };
    await toConsent();
    await page.getByRole("link", { name: "Deny" }).click();
    await page.getByText("Access was denied.").waitFor();
    await toConsent();
    await page.getByRole("link", { name: "Allow" }).click();
    await page.getByRole("heading", { name: "HubSpot", level: 1 }).waitFor();

    const [ours, theirs] = javaScriptEnabled
      ? ["+254745000101", "+254745000102"]
      : ["+254745000103", "+254745000104"];
    await member.call("POST /contacts", { phone: ours, name: `Ours ${name}` });
    await eventually("our contact at HubSpot", async () => {
      const { hubspot } = (await (await fetch(`${server.vendorsUrl}/_sim/ledger`)).json()) as {
        hubspot: { phone: string }[];
      };
      return hubspot.some(({ phone }) => phone === ours);
    });
    await play("hubspot-contact", { firstname: "Theirs", lastname: name, phone: theirs });
    await logged(page, new RegExp(`Contact received[^]*Theirs ${name}`));
    await page.goto(`/contacts?${new URLSearchParams({ q: theirs })}`);
    await page.getByText(`Theirs ${name}`).first().waitFor();

    await page.goto("/integrations/hubspot");
    await hydrated(page);
    await disconnect(page);
    await page.getByRole("link", { name: "Connect HubSpot", exact: true }).waitFor();
    await close();
  });
});

it.each([
  ["salesforce", "Salesforce"],
  ["shopify", "Shopify"],
  ["google_sheets", "Google Sheets"],
  ["slack", "Slack"],
  ["zapier", "Zapier"],
  ["make", "Make"],
  ["n8n", "n8n"],
])("%s is connected by its form and disconnected, without script", async (provider, name) => {
  const { page, close } = await newVisitor({ javaScriptEnabled: false, phone: true, cookie: member.cookie });
  await beginConnecting(page, name);
  if (provider === "shopify") await page.getByLabel("Your shop").fill("duka-letu.myshopify.com");
  await page.getByRole("button", { name: `Connect ${name}` }).click();
  if (["zapier", "make", "n8n"].includes(provider)) await page.getByText(`Key for ${name}`).waitFor();
  else {
    await page.getByRole("link", { name: `Continue to ${name}` }).click();
    await page.getByRole("link", { name: "Allow" }).click();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
  }
  await page.goto(`/integrations/${provider}`);
  await disconnect(page);
  await page.getByRole("link", { name: `Connect ${name}`, exact: true }).waitFor();
  await close();
});

it("a rule shows what it would have done, is switched on, and tags customers who order", async () => {
  const { page, close } = await newVisitor({ javaScriptEnabled: false, cookie: member.cookie });
  await beginConnecting(page, "Shopify");
  await page.getByLabel("Your shop").fill("duka-letu.myshopify.com");
  await page.getByRole("button", { name: "Connect Shopify" }).click();
  await page.getByRole("link", { name: "Continue to Shopify" }).click();
  await page.getByRole("link", { name: "Allow" }).click();
  await page.getByRole("heading", { name: "Shopify", level: 1 }).waitFor();

  await page.goto("/integrations/rules/new?event=order.placed");
  await page.locator("[name=name]").fill("Tag who orders");
  await page.locator("[name=tag]").fill("buyer");
  await page.getByRole("button", { name: "Save rule" }).click();
  await page.waitForURL("**/try");
  await page.getByText("Nothing is sent here").first().waitFor();
  const rule = page.url().replace(/\/try$/, "");
  await page.goto(rule);
  await page.getByRole("button", { name: "Switch on" }).click();

  const phone = "+254745000201";
  await play("shop-order", {
    shop: "duka-letu.myshopify.com",
    topic: "orders/create",
    name: "#1001",
    total: "1500.00",
    phone,
  });
  await expect
    .poll(async () => {
      await page.goto(rule);
      return page.getByRole("main").textContent();
    })
    .toMatch(/Tag buyer added/);
  await page.goto("/integrations/shopify");
  await disconnect(page);
  await close();
});
