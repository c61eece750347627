import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { demoLogins } from "#app/demo/load.server.ts";
import { hydrated, layoutProblems, scriptModes, setUpBrowser } from "#tests/support/browser.ts";
import { callerOf, setUpMember } from "#tests/support/caller.ts";
import { setUpServer, tokenMailed } from "#tests/support/server.ts";
import { connectWhatsapp } from "#tests/support/tour.ts";
import { newPerson, signUp } from "./steps.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);
const member = setUpMember(server);
beforeAll(() => connectWhatsapp(member.call));

/** A visitor whose browser counts its posted forms. */
async function formVisitor() {
  const visitor = await newVisitor();
  const posts: string[] = [];
  visitor.page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.url());
  });
  return { ...visitor, posts };
}

/** The error under each field, by the field's name; the field is marked as invalid and linked to it. */
const errorsOn = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLInputElement>("input[aria-invalid=true]")].map((input) => {
        const ids = (input.getAttribute("aria-describedby") ?? "").split(" ");
        const notes = ids.map((id) => document.getElementById(id)).filter((note) => note?.matches(".error"));
        return [input.name, notes.map((note) => note?.textContent).join()];
      }),
    ),
  );

/** The link in the newest email to someone. */
const linkFor = async (email: string, path: string) =>
  `${path}?token=${await tokenMailed(server, email, path)}`;

describe("validation with script: shown under the fields, before any call", () => {
  it("on the sign-in screen", async () => {
    const { page, posts, close } = await formVisitor();
    await page.goto("/login");
    const fill = async (email: string, password: string) => {
      await page.getByLabel(/^Email/).fill(email);
      await page.locator("input[name=password]").fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      return errorsOn(page);
    };
    const resting = await page.getByLabel(/^Email/).evaluate((input) => getComputedStyle(input).borderColor);
    expect(await fill("", "")).toEqual({ email: "Email is required", password: "Password is required" });
    const wrong = await page.getByLabel(/^Email/).evaluate((input) => getComputedStyle(input).borderColor);
    expect(wrong).not.toBe(resting);
    expect(await fill("   ", "     ")).toMatchObject({ email: "Email is required" });
    for (const email of ["x", "x@y", "a b@c.d", "@c.d"])
      expect(await fill(email, "12345")).toEqual({
        email: "Email is invalid",
        password: "Password must be at least 6 characters",
      });
    expect(posts).toEqual([]);
    await close();
  });

  it("replaces the server's earlier error", async () => {
    const { page, close } = await formVisitor();
    await page.goto("/login");
    const submit = async (email: string) => {
      await page.getByLabel(/^Email/).fill(email);
      await page.locator("input[name=password]").fill("kahawa-na-mandazi-7");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
    };
    await submit("nobody@duka.test");
    await page.locator(".summary").filter({ hasText: "Invalid email or password." }).waitFor();
    await submit("");
    expect(await errorsOn(page)).toEqual({ email: "Email is required" });
    expect(await page.locator(".summary").count()).toBe(0);
    await close();
  });

  it("on the sign-up screen", async () => {
    const { page, posts, close } = await formVisitor();
    await page.goto("/signup");
    const submit = async () => {
      await page.getByRole("button", { name: "Create Account" }).click();
      return errorsOn(page);
    };
    expect(await page.locator("main").textContent()).toContain("At least 8 characters");
    expect(Object.keys(await submit())).toEqual(
      expect.arrayContaining(["firstName", "lastName", "email", "password"]),
    );
    expect(await page.getByRole("alert").textContent()).toBe("Please fill in all required fields.");
    for (const [name, value] of Object.entries({
      firstName: "Asha",
      lastName: "Mwangi",
      email: "asha@duka.test",
      phoneNumber: "12",
    }))
      await page.locator(`input[name=${name}]`).fill(value);
    await page.locator("input[name=password]").fill("kahawa-na-mandazi-7");
    await page.locator("input[name=confirmPassword]").fill("kahawa");
    expect(await submit()).toEqual({
      phoneNumber: "Enter the full number in digits, for example 0712 345 678.",
      confirmPassword: "Passwords do not match.",
      agreedToTerms: "You must agree to the terms and conditions.",
    });
    expect(posts).toEqual([]);
    await close();
  });

  it("on the screen of an invitation", async () => {
    const email = `${Date.now()}@duka.test`;
    await member.call("POST /invitations", { email, role: "agent" });
    const { page, posts, close } = await formVisitor();
    await page.goto(await linkFor(email, "/invitation"));
    await page.getByRole("button", { name: "Accept invitation" }).click();
    expect(await errorsOn(page)).toEqual({
      firstName: "First name is required",
      lastName: "Last name is required",
      password: "Password is required",
    });
    expect(posts).toEqual([]);
    await close();
  });

  it("in the six boxes of the code: one digit each, moving automatically, all required", async () => {
    const { page, posts, close } = await formVisitor();
    await signUp(page, newPerson());
    posts.length = 0;
    const boxes = page.locator(".otp-boxes input");
    expect(await boxes.count()).toBe(6);
    const values = () =>
      boxes.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    const focused = () =>
      boxes.evaluateAll((inputs) => inputs.indexOf(document.activeElement as HTMLElement));
    await boxes.first().click();
    await page.keyboard.type("a1b2 3");
    expect(await values()).toEqual(["1", "2", "3", "", "", ""]);
    expect(await focused()).toBe(3);
    await page.keyboard.press("Backspace");
    expect(await values()).toEqual(["1", "2", "", "", "", ""]);
    expect(await focused()).toBe(2);
    await page.getByRole("button", { name: "Verify Account" }).click();
    expect(await page.locator("#otp-error").textContent()).toBe("Please enter the complete 6-digit OTP code");
    expect(posts).toEqual([]);
    await page.keyboard.type("345");
    expect(await page.locator("#otp-error").count()).toBe(1);
    await page.keyboard.type("6789");
    expect(await values()).toEqual(["1", "2", "3", "4", "5", "6"]);
    expect(await page.locator("#otp-error").count()).toBe(0);
    expect(await page.locator(".otp-boxes [aria-invalid]").count()).toBe(0);
    await boxes.last().click();
    await page.keyboard.type("7");
    expect(await values()).toEqual(["1", "2", "3", "4", "5", "7"]);
    await close();
  });

  it("shows a refused code under a heading without moving the focus into the form", async () => {
    const { page, close } = await formVisitor();
    await signUp(page, newPerson());
    const heading = async (name: string) => {
      await page.locator(".otp-boxes input").first().click();
      await page.keyboard.type("000000");
      await page.getByRole("button", { name }).click();
      await page.locator(".summary").waitFor();
      return page.locator(".summary h2").textContent();
    };
    expect(await heading("Verify Account")).toBe("The code was rejected");
    await close();
  });

  it("a new code can be requested after 30 seconds", async () => {
    const { page, close } = await newVisitor();
    await signUp(page, newPerson());
    await page.clock.install();
    await page.reload();
    const resend = page.getByRole("button", { name: /^Resend OTP/ });
    expect(await resend.isDisabled()).toBe(true);
    expect(await resend.textContent()).toMatch(/^Resend OTP in (30|[12]?\d)s$/);
    await page.clock.runFor(30_000);
    expect(await resend.isDisabled()).toBe(false);
    await close();
  });

  it("in the strength meter of a new password", async () => {
    const { page, close } = await newVisitor({ cookie: member.cookie });
    await page.goto("/change-password");
    await hydrated(page);
    const meter = page.locator("[data-meters=newPassword]");
    const labels = [];
    for (const password of ["a", "aB", "aB1", "aB1-", "aB1-efgh"]) {
      await page.locator("#newPassword").fill(password);
      labels.push(await meter.locator("[data-label]").textContent());
    }
    expect(labels).toEqual(["Weak", "Fair", "Good", "Strong", "Strong"]);
    await close();
  });
});

/** A working link to choose a password. */
async function resetLink(): Promise<string> {
  await callerOf(server.url, "")("POST /auth/forgot-password", { email: demoLogins.individual });
  return linkFor(demoLogins.individual, "/reset-password");
}

describe.each(scriptModes)("a refused form, $name", ({ javaScriptEnabled }) => {
  it.each([
    {
      who: "a visitor",
      paths: ["/login", "/signup", "/verify-otp", "/forgot-password", "/reset-password"],
    },
    {
      who: "a member",
      paths: ["/change-password", "/contacts/new", "/contacts/import", "/templates/new"],
    },
  ])("shows $who the errors, accessibly, in light and dark", async ({ who, paths }) => {
    const cookie = who === "a member" ? member.cookie : "";
    const { page, complaints, close } = await newVisitor({ javaScriptEnabled, phone: true, cookie });
    const problems: string[] = [];
    for (const path of paths) {
      await page.goto(path === "/reset-password" ? await resetLink() : path);
      await hydrated(page);
      await page
        .locator("main")
        .getByRole("button", { name: /^(Sign in|Create|Verify|Send|Save|Change|Add|Upload|Submit)/ })
        .last()
        .click();
      await page.locator("main [aria-invalid=true]").first().waitFor();
      problems.push(...(await layoutProblems(page)).map((problem) => `${path}: ${problem}`));
    }
    expect([...problems, ...complaints].join("\n")).toBe("");
    await close();
  });
});
