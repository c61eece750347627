import pg from "pg";
import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import type { Found } from "#app/routes/shell/palette.tsx";
import {
  expectAccessible,
  expectFitsWindow,
  hydrated,
  setUpBrowser,
  type VisitorOptions,
} from "#tests/support/browser.ts";
import { setUpMember } from "#tests/support/caller.ts";
import { setUpServer } from "#tests/support/server.ts";
import { shopLogin } from "#tests/support/shop.ts";
import { connectWhatsapp } from "#tests/support/tour.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);
const member = setUpMember(server);

/** Runs one statement on the database, as the system. */
async function change(statement: string, values: string[]): Promise<number | null> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("set local role tarishi_system");
    const { rowCount } = await client.query(statement, values);
    await client.query("commit");
    return rowCount;
  } finally {
    await client.end();
  }
}

/** 5,000 contacts with one name, far beyond what a search counts. */
const addManyContacts = () =>
  change(
    `insert into contacts (org_id, id, name, phone)
    select m.org_id, 'con_' || lpad(n::text, 32, '0'), 'Zawadi ' || n, '+2547990' || lpad(n::text, 5, '0')
    from users u join members m on m.user_id = u.id, generate_series(1, 5000) n where u.email = $1`,
    [shopLogin.email],
  );

const changeRole = (role: string) =>
  change("update members m set role = $1 from users u where u.id = m.user_id and u.email = $2", [
    role,
    shopLogin.email,
  ]);

beforeAll(async () => {
  await connectWhatsapp(member.call);
  expect(await addManyContacts()).toBe(5000);
});

const palette = (page: Page) => page.getByRole("dialog", { name: /^Search/ });
const field = (page: Page) => palette(page).getByRole("combobox");
const options = (page: Page) => palette(page).getByRole("option");
const group = (page: Page, name: string) => palette(page).getByRole("group", { name, exact: true });
const selected = (page: Page) => palette(page).locator('[role=option][aria-selected="true"]');
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id ?? "");

async function enter(at = "/dashboard", options: VisitorOptions = {}) {
  const visitor = await newVisitor({ ...options, cookie: member.cookie });
  await visitor.page.goto(at);
  await hydrated(visitor.page);
  return visitor;
}

/** Opens the palette and types; resolves when its options are those of the text. */
async function seek(page: Page, text: string, key = "/"): Promise<void> {
  await page.keyboard.press(key);
  await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.insertText(text);
  await expect.poll(() => palette(page).getByRole("status").textContent()).not.toBe("");
}

describe("the palette, by keyboard alone", () => {
  it("opens on / with the navigation, goes to a page by another word for it, and focuses its heading", async () => {
    const { page, close } = await enter();
    await seek(page, "");
    await group(page, "Go to").getByRole("option", { name: "Billing" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.insertText("price");
    await expect.poll(() => selected(page).textContent()).toContain("Billing");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/billing");
    await palette(page).waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await close();
  });

  it("moves through all groups with the arrows, round the ends", async () => {
    const { page, close } = await enter();
    await seek(page, "contacts", "Control+k");
    const count = await options(page).count();
    expect(count).toBeGreaterThan(2);
    const active = () => field(page).getAttribute("aria-activedescendant");
    await expect.poll(active).toBe("palette-option-0");
    await page.keyboard.press("ArrowUp");
    await expect.poll(active).toBe(`palette-option-${count - 1}`);
    expect(await selected(page).textContent()).toContain("All results");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect.poll(active).toBe("palette-option-1");
    expect(await selected(page).count()).toBe(1);
    await close();
  });

  it("closes on Escape, and the focus returns to where it was", async () => {
    const { page, close } = await enter("/contacts");
    const link = page.getByRole("main").getByRole("link", { name: "New contact" });
    await link.focus();
    await seek(page, "bill");
    await page.keyboard.press("Escape");
    await palette(page).waitFor({ state: "detached" });
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.locator("#top-search").inputValue()).toBe("");
    await close();
  });

  it("leaves / to a field, but opens on Ctrl-K there too", async () => {
    const { page, close } = await enter("/contacts/new");
    const name = page.getByRole("main").getByLabel("Name");
    await name.focus();
    await page.keyboard.press("/");
    expect(await name.inputValue()).toBe("/");
    expect(await palette(page).count()).toBe(0);
    await page.keyboard.press("Control+k");
    await palette(page).waitFor();
    await page.keyboard.press("Escape");
    await palette(page).waitFor({ state: "detached" });
    expect(await name.evaluate((element) => element === document.activeElement)).toBe(true);
    await close();
  });

  it("takes over what is typed into the search box", async () => {
    const { page, close } = await enter();
    await page.locator("#top-search").focus();
    await page.keyboard.type("zaw");
    await expect.poll(() => field(page).inputValue()).toBe("zaw");
    await group(page, "Contacts").getByRole("option").first().waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => focusedId(page)).toBe("top-search");
    await close();
  });
});

describe("the palette, with any text", () => {
  it.each([
    ["120 Latin letters", "Wanjirũ ".repeat(15)],
    ["120 Arabic letters", "مرحبا".repeat(24)],
    ["120 Chinese signs", "你好世界".repeat(30)],
    ["wildcards", "%_\\"],
  ])("finds nothing for %s, and offers the search page", async (_, text) => {
    const { page, complaints, close } = await enter();
    await seek(page, text);
    await expect.poll(() => palette(page).getByRole("status").textContent()).toBe("Nothing found");
    expect(await options(page).count()).toBe(1);
    await expectFitsWindow(page);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/search?q=*");
    await page.getByRole("heading", { name: "Search", level: 1 }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it("finds pages, but no records, for one letter", async () => {
    const { page, close } = await enter();
    await seek(page, "x");
    await expect.poll(() => palette(page).getByRole("status").textContent()).toBe("Nothing found");
    await field(page).fill("b");
    await group(page, "Go to").getByRole("option", { name: "Billing" }).waitFor();
    expect(await group(page, "Contacts").count()).toBe(0);
    await close();
  });

  it("shows five of 5,000 contacts, and the search page with all", async () => {
    const { page, close } = await enter("/dashboard", { phone: true });
    await page.locator("#top-search").click();
    await field(page).fill("zawadi");
    await group(page, "Contacts").getByRole("option").first().waitFor();
    expect(await group(page, "Contacts").getByRole("option").count()).toBe(5);
    await expectFitsWindow(page);
    await options(page).filter({ hasText: "All results" }).click();
    await page.waitForURL("**/search?q=zawadi");
    await page.getByRole("link", { name: /^Show 500\+ results/ }).waitFor();
    await close();
  });

  it("ends a request when more is typed, and shows what was typed last", async () => {
    const { page, close } = await enter();
    // Never answered.
    await page.route("**/search/suggestions.json?q=zawadi", () => undefined);
    await seek(page, "");
    const request = page.waitForRequest("**/search/suggestions.json?q=zawadi");
    const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("?q=zawadi"));
    await field(page).fill("zawadi");
    await request;
    await field(page).fill("billing");
    await ended;
    await expect.poll(() => selected(page).textContent()).toContain("Billing");
    expect(await group(page, "Contacts").count()).toBe(0);
    await close();
  });

  it("leads to the search page when the answer fails", async () => {
    const { page, close } = await enter("/dashboard", { expects: /503/ });
    await page.keyboard.press("/");
    await palette(page).waitFor();
    await page.route("**/search/suggestions.json?q=billing", (route) => route.fulfill({ status: 503 }));
    await field(page).fill("billing");
    await expect.poll(() => selected(page).textContent()).toContain("All results");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/search?q=billing");
    await close();
  });
});

it("without script the search form leads to the search page, which lists pages too", async () => {
  const { page, close } = await enter("/dashboard", { javaScriptEnabled: false });
  await page.locator("#top-search").fill("facture");
  await page.locator("#top-search").press("Enter");
  await page.waitForURL("**/search?q=facture");
  await page.getByRole("heading", { name: "Go to" }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "Invoices", exact: true }).click();
  await page.waitForURL("**/billing/invoices");
  await close();
});

it.each([
  ["owner", 50],
  ["agent", 35],
])("offers to the %s only pages that open for them", async (role, fewest) => {
  const get = (path: string) =>
    fetch(new URL(path, server.url), { headers: { cookie: member.cookie }, redirect: "manual" });
  expect(await changeRole(role)).toBe(1);
  try {
    const offered = new Set<string>();
    for (const text of [
      "",
      ..."abcdefghijklmnopqrstuvwxyz",
      "new",
      "settings",
      "billing",
      "contacts",
      "password",
    ]) {
      const { groups } = (await (await get(`/search/suggestions.json?q=${text}`)).json()) as Found;
      for (const { label, options } of groups)
        if (/^(Go to|Actions)$/.test(label)) for (const { to } of options) offered.add(to);
    }
    expect(offered.size).toBeGreaterThan(fewest);
    const closed: string[] = [];
    for (const to of offered) {
      const { status } = await get(to);
      if (status !== 200) closed.push(`${to} ${status}`);
    }
    expect(closed).toEqual([]);
  } finally {
    await changeRole("owner");
  }
});
