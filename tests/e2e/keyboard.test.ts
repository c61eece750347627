import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { scriptModes, setUpBrowser } from "#tests/support/browser.ts";
import { setUpServer } from "#tests/support/server.ts";
import { codeFor, newPerson } from "./steps.ts";

/** More tab stops than any page here has. */
const mostStops = 40;

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);

/**
 * A description of the focused element, and whether its outline or shadow differs from its unfocused state.
 */
function currentStop(page: Page): Promise<{ what: string; isVisible: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body)
      return { what: "the window", isVisible: true };
    const styleOf = () => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
      return [outlineStyle, outlineWidth, outlineColor, boxShadow].join(" ");
    };
    const { width, height } = element.getBoundingClientRect();
    const focused = styleOf();
    element.blur();
    const atRest = styleOf();
    element.focus({ preventScroll: true });
    return {
      what: element.outerHTML.slice(0, 160),
      isVisible: focused !== atRest && width > 1 && height > 1,
    };
  });
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

async function expectFocusShown(page: Page): Promise<void> {
  const { what, isVisible } = await currentStop(page);
  expect(isVisible, `${page.url()}: the focus cannot be seen on ${what}`).toBe(true);
}

/** Presses the key until `target` has the focus; each stop in between must be visible. */
async function walkTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let stops = 0; stops < mostStops; stops++) {
    await page.keyboard.press(key);
    await expectFocusShown(page);
    if (await hasFocus(target)) return;
  }
  throw new Error(`${page.url()}: ${mostStops} times ${key} did not lead to ${target}`);
}

async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await walkTo(page, target);
  await page.keyboard.type(text);
}

const field = (page: Page, name: string) => page.locator(`input[name=${name}]`);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** The first stop of every page; it skips to the main part. */
async function useSkipLink(page: Page): Promise<void> {
  await walkTo(page, page.locator("a.skip-link"));
  expect(
    await page.evaluate(() => document.activeElement?.getBoundingClientRect().top),
  ).toBeGreaterThanOrEqual(0);
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).hash).toBe("#main");
  await page.keyboard.press("Tab");
  await expectFocusShown(page);
  expect(await page.evaluate(() => document.activeElement?.closest("main")?.id)).toBe("main");
  await page.keyboard.press("Shift+Tab");
}

describe.each(scriptModes)("$name", ({ javaScriptEnabled }) => {
  it("the keyboard alone leads from the sign-up via code and sign-in to the dashboard", async () => {
    const { page, complaints, close } = await newVisitor({ javaScriptEnabled });
    const person = newPerson();

    await page.goto("/signup");
    await useSkipLink(page);
    await typeInto(page, field(page, "firstName"), person.firstName);
    await typeInto(page, field(page, "lastName"), person.lastName);
    await typeInto(page, field(page, "businessName"), person.businessName);
    await typeInto(page, field(page, "email"), person.email);
    await typeInto(page, field(page, "password"), person.password);
    await typeInto(page, field(page, "confirmPassword"), person.password);
    await walkTo(page, button(page, "Create Account"));
    await walkTo(page, field(page, "agreedToTerms"), "Shift+Tab");
    await page.keyboard.press("Space");
    await walkTo(page, button(page, "Create Account"));
    await page.keyboard.press("Enter");
    await page.waitForURL("**/verify-otp");

    // One field without script, six boxes with; the boxes take a whole code that is typed on.
    await typeInto(
      page,
      page.locator("input[name=otp]:visible, [data-otp] input:visible, .otp-boxes input:visible").first(),
      await codeFor(server, person.email),
    );
    await walkTo(page, button(page, "Verify Account"));
    await page.keyboard.press("Enter");
    await page.waitForURL("**/login");

    await useSkipLink(page);
    await typeInto(page, field(page, "email"), person.email);
    await typeInto(page, field(page, "password"), person.password);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/dashboard");
    await useSkipLink(page);
    // Back through the whole navigation, which comes before the main part.
    await walkTo(page, page.locator("nav a[href='/dashboard']:visible").first(), "Shift+Tab");
    expect(complaints).toEqual([]);
    await close();
  });
});
