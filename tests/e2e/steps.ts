import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { TestServer } from "#tests/support/server.ts";

/** Things that people do on the screens, the same with and without script. */

export interface Person {
  firstName: string;
  lastName: string;
  businessName: string;
  email: string;
  password: string;
}

let people = 0;
/** Somebody new, with an address that nobody had before. */
export function newPerson(): Person {
  people += 1;
  const serial = `${Date.now().toString(36)}${people}`;
  return {
    firstName: "Asha",
    lastName: "Mwangi",
    businessName: `Duka ${serial}`,
    email: `asha.${serial}@duka.test`,
    password: "kahawa-na-mandazi-7",
  };
}

export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto("/signup");
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel(/^Business or organi[sz]ation name/).fill(person.businessName);
  await page.getByLabel(/^Email/).fill(person.email);
  await page.locator("input[name=password]").fill(person.password);
  await page.locator("input[name=confirmPassword]").fill(person.password);
  await page.getByRole("checkbox", { name: /I agree/ }).check();
  await page.getByRole("button", { name: "Create Account" }).click();
  // After the spec's pause: by a timer with script, by a refresh without.
  await page.waitForURL("**/verify-otp");
}

/** The six digits of the newest code mail. */
export async function codeFor(server: TestServer, email: string): Promise<string> {
  const mail = await server.mailTo(email, (source) => /\b\d{6}\b[^\n]*verification code/.test(source));
  return /\b(\d{6})\b[^\n]*verification code/.exec(mail)![1]!;
}

export async function enterCode(page: Page, code: string): Promise<void> {
  // One field without script, six boxes with; the boxes take a whole code that is typed on.
  await page
    .locator("input[name=otp]:visible, [data-otp] input:visible, .otp-boxes input:visible")
    .first()
    .click();
  await page.keyboard.type(code);
  await page.getByRole("button", { name: "Verify Account" }).click();
}

export async function signIn(page: Page, person: Pick<Person, "email" | "password">): Promise<void> {
  await page.goto("/login");
  await page.getByLabel(/^Email/).fill(person.email);
  await page.locator("input[name=password]").fill(person.password);
  await page.getByRole("button", { name: /^Sign in$/i }).click();
}

/** Sign-up, code, sign-in: ends on the dashboard of a new organisation. */
export async function join(page: Page, server: TestServer, person: Person = newPerson()): Promise<Person> {
  await signUp(page, person);
  await enterCode(page, await codeFor(server, person.email));
  await page.waitForURL("**/login");
  await signIn(page, person);
  await page.waitForURL("**/dashboard");
  await expect.poll(() => page.locator("body").textContent()).toContain(person.businessName);
  return person;
}
