import type { Page } from "playwright";
import { expect } from "vitest";
import type { TestServer } from "#tests/support/server.ts";

/** Users' actions on the screens, the same with and without script. */

export interface Person {
  firstName: string;
  lastName: string;
  businessName: string;
  email: string;
  password: string;
}

let people = 0;
/** A new user, with an unused address. */
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

/** The six digits of the newest email with a code. */
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

/** The result of `join`, for tests that start after it: signed in to a new organisation. */
export async function joinByCalls(page: Page, server: TestServer): Promise<Person> {
  const person = newPerson();
  const { email, password } = person;
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/auth/${path}`, { headers: { origin: server.url }, data });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await post("signup", { ...person, agreedToTerms: true });
  await post("verify-otp", { email, otp: await codeFor(server, email) });
  await post("signin", { email, password });
  return person;
}

/** Through Meta's hosted signup (the simulator's page) and back: ends on WhatsApp Setup. */
export async function connectWhatsapp(page: Page): Promise<void> {
  await page.goto("/whatsapp");
  await page.getByRole("button", { name: "Connect with Meta" }).click();
  await page.getByRole("heading", { name: "Connect your business to WhatsApp" }).waitFor();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.waitForURL("**/whatsapp-setup");
}

/** Writes a template and submits it; returns its address. */
export async function submitTemplate(
  page: Page,
  template: { name: string; body: string; samples: string[] },
): Promise<string> {
  await page.goto("/templates/new");
  const form = page.locator("form[method=post]:has([name=body])");
  await form.locator("[name=name]").fill(template.name);
  await form.locator("[name=category][value=UTILITY]").check();
  await form.locator("[name=language]").selectOption("en");
  await form.locator("[name=body]").fill(template.body);
  // Without script the example fields come with the next response, and typed text is kept.
  const show = form.locator("button[name=show]");
  if (await show.isVisible()) await show.click();
  for (const [index, sample] of template.samples.entries())
    await page.locator(`[name='samples[${index}].value']`).fill(sample);
  await page.getByRole("button", { name: /^Submit/ }).click();
  await page.waitForURL(/\/templates\/tpl_\w+/);
  return new URL(page.url()).pathname;
}

/** Uploads a CSV file of contacts; ends on the page of the import. */
export async function importContacts(page: Page, csv: string, tags = ""): Promise<void> {
  await page.goto("/contacts/import");
  await page
    .getByLabel("CSV or Excel file")
    .setInputFiles({ name: "wateja.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await page.getByLabel("Tags for all contacts").fill(tags);
  await page.getByLabel("The file has a consent column").check();
  await page.getByRole("button", { name: "Upload and map columns" }).click();
  await page.waitForURL(/\/contacts\/imports\/imp_\w+\/review/);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.waitForURL(/\/contacts\/imports\/imp_\w+$/);
}

/** A campaign to everyone, now, with the contact's name for the one variable; returns the campaign's address. */
export async function sendCampaign(
  page: Page,
  campaign: { name: string; template: RegExp; onReview?: () => Promise<void> },
): Promise<string> {
  await page.goto("/messaging/campaigns/new");
  await page.getByLabel("Campaign name").fill(campaign.name);
  const templates = page.locator("select[name=templateId]");
  const option = templates.locator("option").filter({ hasText: campaign.template });
  await templates.selectOption((await option.first().getAttribute("value"))!);
  const choose = page.getByRole("button", { name: "Choose", exact: true });
  if (await choose.isVisible()) await choose.click();
  await page.getByLabel("All contacts").check();
  await page.locator("select[name$='.source']").first().selectOption("contact:first_name");
  await page.locator("[name$='.text']").first().fill("there");
  await page.getByLabel(/^Now/).check();
  await page.locator(".form-foot").getByRole("button", { name: "Review and send" }).click();
  await page.waitForURL(/\/messaging\/campaigns\/cmp_\w+\/review$/);
  await expect.poll(() => page.locator("main").textContent()).toMatch(/KES/);
  await campaign.onReview?.();
  await page.getByRole("button", { name: "Send now" }).click();
  await page.waitForURL(/\/messaging\/campaigns\/cmp_\w+$/);
  return new URL(page.url()).pathname;
}

/** On the handset page, as the customer with this number. */
export async function answerAsCustomer(page: Page, phone: string, text: string): Promise<void> {
  await page.goto("/sandbox");
  await page.locator("input[name=other]").fill(phone);
  await page.getByRole("button", { name: "Show phone" }).click();
  await page.locator("[name=text]").fill(text);
  await page.getByRole("button", { name: /^(Answer|Send|Reply)/ }).click();
}
