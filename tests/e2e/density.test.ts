import type { Page } from "playwright";
import { expect, it } from "vitest";
import { demoLogins } from "#app/demo/logins.ts";
import { hydrated, scriptModes, setUpBrowser } from "#tests/support/browser.ts";
import { sessionCookie } from "#tests/support/pageWeight.ts";
import { setUpSharedTour } from "#tests/support/sharedTour.ts";

const { server, tour } = setUpSharedTour();
const { newVisitor } = setUpBrowser(server);

const openAs = async (path: string, options: Parameters<typeof newVisitor>[0]) => {
  const visitor = await newVisitor({ cookie: tour.cookiesOf(path), ...options });
  await visitor.page.goto(tour.addressOf(path));
  await hydrated(visitor.page);
  return visitor;
};

/** Boxes of visible elements, rounded, each with a few words to find it by. */
const boxesOf = (page: Page, selector: string) =>
  page.evaluate(
    (selected) =>
      [...document.querySelectorAll<HTMLElement>(selected)]
        .filter((element) => element.checkVisibility() && !element.closest("[inert], .sr-only"))
        .map((element) => {
          const { top, bottom, width, height } = element.getBoundingClientRect();
          const what = `${element.className} ${element.textContent}`.slice(0, 60);
          return { what, top, bottom, width: Math.round(width), height: Math.round(height) };
        }),
    selector,
  );

/** What is pressed or filled in, apart from links in text. A filter is its whole box. */
const controls =
  "main .button, main .input:not(textarea, .filter-bar *), .filter-bar .field, .icon-button, .tabs a, .table .choice, [role=dialog] .button, [role=dialog] .input:not(textarea)";

/** Screens with each kind of control. */
const screens = ["/contacts", "/templates", "/messaging", "/settings/members", "/deals", "/templates/new"];

it.each([
  { path: "/contacts", least: 9 },
  { path: "/messaging", least: 8 },
  { path: "/templates", least: 9 },
])("shows at least $least rows of $path in a window of 1280 by 800", async ({ path, least }) => {
  // The demo organisation has long lists.
  const cookie = await sessionCookie(server.url, demoLogins.individual, demoLogins.password);
  const { page, close } = await openAs(path, { cookie });
  const rows = await boxesOf(page, "main tbody tr");
  expect(rows.filter(({ bottom }) => bottom <= 800).length).toBeGreaterThanOrEqual(least);
  const heights = rows.map(({ height }) => height).sort((one, other) => one - other);
  expect(heights[0]).toBeGreaterThanOrEqual(44);
  // Some break their lines.
  expect(heights[Math.floor(heights.length / 2)]).toBeLessThanOrEqual(48);
  await close();
});

it("keeps each page of billing below 3,000 px in a window of 1280 by 800", async () => {
  const cookie = await sessionCookie(server.url, demoLogins.individual, demoLogins.password);
  const { page, close } = await openAs("/billing", { cookie });
  for (const path of ["/billing", "/billing/invoices", "/billing/payments", "/billing/statement"]) {
    await page.goto(path);
    expect(await page.locator("main tbody tr").count(), path).toBeGreaterThan(10);
    expect(await page.evaluate(() => document.documentElement.scrollHeight), path).toBeLessThan(3000);
  }
  await close();
});

it("has controls of 36 px for a mouse, and titles of 24 px", async () => {
  const { page, close } = await openAs("/contacts", {});
  for (const path of screens) {
    await page.goto(path);
    const boxes = await boxesOf(page, controls);
    expect(boxes.length, path).toBeGreaterThan(3);
    expect(boxes.filter(({ height }) => height !== 36 && height !== 37)).toEqual([]);
    if (path !== "/templates/new")
      expect(await page.locator("h1").evaluate((h1) => getComputedStyle(h1).fontSize)).toBe("24px");
  }
  await close();
});

it.each(scriptModes)("has targets of at least 44 px for a finger, $name", async ({ javaScriptEnabled }) => {
  const { page, close } = await openAs("/contacts", { phone: true, javaScriptEnabled });
  expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true);
  for (const path of screens) {
    await page.goto(path);
    const boxes = await boxesOf(page, controls);
    expect(boxes.length, path).toBeGreaterThan(3);
    expect(boxes.filter(({ width, height }) => width < 44 || height < 44)).toEqual([]);
  }
  await close();
});

it.each(scriptModes)(
  "keeps tabs on one line, the current one in view, $name",
  async ({ javaScriptEnabled }) => {
    const { page, close } = await openAs("/bots/:botId/log", { phone: true, javaScriptEnabled });
    const tabs = await boxesOf(page, ".tabs a");
    expect(new Set(tabs.map(({ top }) => top)).size).toBe(1);
    const current = page.locator(".tabs [aria-current]");
    const { left, right } = await current.evaluate((tab) => tab.getBoundingClientRect());
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(360);
    await close();
  },
);

it.each(scriptModes)(
  "lists the settings next to the page, and in a menu on a phone, the current one marked, $name",
  async ({ javaScriptEnabled }) => {
    const desk = await openAs("/settings/members", { javaScriptEnabled });
    const list = desk.page.getByRole("navigation", { name: "Settings" });
    expect(await list.getByRole("link", { name: "Members" }).getAttribute("aria-current")).toBe("page");
    const [aside, page] = [await list.boundingBox(), await desk.page.locator("h1").boundingBox()];
    expect(aside!.x + aside!.width).toBeLessThan(page!.x);
    await desk.close();
    const phone = await openAs("/settings/members", { javaScriptEnabled, phone: true });
    const menu = phone.page.getByRole("navigation", { name: "Settings" });
    expect(await menu.getByRole("link").count()).toBe(0);
    await menu.locator("summary", { hasText: "Members" }).click();
    expect(await menu.getByRole("link", { name: "Members" }).getAttribute("aria-current")).toBe("page");
    await menu.getByRole("link", { name: "Two-step verification" }).click();
    await phone.page.waitForURL("**/settings/security");
    await phone.close();
  },
);

it.each(scriptModes)(
  "keeps a dialog's buttons in view while its form scrolls, $name",
  async ({ javaScriptEnabled }) => {
    const { page, close } = await openAs("/billing/top-up", { phone: true, javaScriptEnabled });
    const height = 400;
    await page.setViewportSize({ width: 360, height });
    const submit = page.locator(".form-foot button").first();
    const isInView = async () => {
      const box = await submit.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= height;
    };
    const body = page.locator(".modal-body");
    expect(await isInView()).toBe(true);
    await body.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    expect(await body.evaluate((box) => box.scrollTop)).toBeGreaterThan(100);
    expect(await isInView()).toBe(true);
    await close();
  },
);

it("starts a dialog in its first field, and does not offer the skip link behind it", async () => {
  const { page, close } = await openAs("/integrations", {});
  await page.goto("/integrations/shopify/connect");
  await hydrated(page);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
  expect(await focused()).toBe("shop");
  expect(
    await page.locator(".skip-link").evaluate((link) => link.checkVisibility({ visibilityProperty: true })),
  ).toBe(false);
  await page.goto("/messaging");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.className)).toBe("skip-link");
  await close();
});

it("applies filters on change where script runs, and by a button elsewhere", async () => {
  const apply = { name: "Filter", exact: true };
  const plain = await openAs("/templates", { javaScriptEnabled: false });
  await plain.page.getByLabel("Status").selectOption("approved");
  await plain.page.getByRole("button", apply).click();
  await plain.page.waitForURL("**status=approved**");
  await plain.close();
  const { page, close } = await openAs("/templates", {});
  expect(await page.getByRole("button", apply).count()).toBe(0);
  await page.getByLabel("Status").selectOption("approved");
  await page.waitForURL("**status=approved**");
  await page.getByRole("searchbox", { name: "Search", exact: true }).last().fill("order");
  await page.waitForURL("**search=order**");
  await close();
});

it.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
  "has several filters behind one button on a phone, open while one applies, script: $javaScriptEnabled",
  async ({ javaScriptEnabled }) => {
    const { page, close } = await openAs("/contacts", { phone: true, javaScriptEnabled });
    const filters = page.locator("main summary", { hasText: "Filters" });
    const consent = page.locator(".filter-bar select[name=consent]");
    expect(await consent.isVisible()).toBe(false);
    await filters.click();
    await consent.waitFor();
    await filters.click();
    expect(await consent.isVisible()).toBe(false);
    await page.goto("/contacts?consent=granted");
    await consent.waitFor();
    expect(await consent.inputValue()).toBe("granted");
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await filters.isVisible()).toBe(false);
    expect(await consent.isVisible()).toBe(true);
    await close();
  },
);

it("applies what was chosen before script ran", async () => {
  const { page, close } = await openAs("/templates", {});
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/templates", { waitUntil: "commit" });
  await page.getByLabel("Status").selectOption("approved");
  release();
  await page.waitForURL("**status=approved**");
  await close();
});

it.each([
  { path: "/contacts/new", phone: true },
  { path: "/messaging/campaigns/new", phone: true },
  { path: "/messaging/campaigns/new", phone: false },
])(
  "shows that the connection broke without covering a button of $path, phone: $phone",
  async ({ path, phone }) => {
    const { page, context, close } = await openAs(path, { phone, expects: /net::ERR_INTERNET_DISCONNECTED/ });
    await context.setOffline(true);
    const submit = page.locator("form[method=post] .button-primary").last();
    await submit.click();
    const bar = page.locator(".connection-bar");
    await bar.waitFor();
    for (const button of await page.locator("form[method=post] .form-foot .button").all()) {
      await button.scrollIntoViewIfNeeded();
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      const [foot, above] = [await bar.boundingBox(), await button.boundingBox()];
      if (!foot || !above) throw new Error("not shown");
      expect(above.y + above.height).toBeLessThanOrEqual(foot.y);
    }
    await close();
  },
);

it("draws a dialog's edge and the arrow of a select in forced colours", async () => {
  const { page, close } = await openAs("/integrations", {});
  await page.goto("/integrations/shopify/connect");
  await page.emulateMedia({ forcedColors: "active" });
  const edge = await page.locator("[role=dialog]").evaluate((box) => {
    const { outlineStyle, outlineColor } = getComputedStyle(box);
    return { outlineStyle, isSeen: outlineColor !== "rgba(0, 0, 0, 0)" };
  });
  expect(edge).toEqual({ outlineStyle: "solid", isSeen: true });
  await page.goto("/messaging/campaigns/new");
  const select = page.locator("main select").first();
  expect(await select.evaluate((element) => getComputedStyle(element).appearance)).toBe("auto");
  await close();
});
