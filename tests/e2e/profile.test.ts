import { describe, expect, it } from "vitest";
import { expectAccessible, hydrated, scriptModes, setUpBrowser } from "#tests/support/browser.ts";
import { callerOf, setUpMember } from "#tests/support/caller.ts";
import { sessionCookie } from "#tests/support/pageWeight.ts";
import { setUpServer, tokenMailed } from "#tests/support/server.ts";
import { codeFor, joinByCalls, newPerson } from "./steps.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);
const member = setUpMember(server);

describe("an agent", () => {
  it("reads the business name on the profile, and is refused a new API key when the page opens", async () => {
    const email = `${Date.now()}@duka.test`;
    await member.call("POST /invitations", { email, role: "agent" });
    const token = await tokenMailed(server, email, "/invitation");
    const newcomer = { firstName: "Otieno", lastName: "Okoth", password: "kahawa-na-mandazi-7" };
    await callerOf(server.url, "")("POST /invitation/accept", { token, newcomer });
    const cookie = await sessionCookie(server.url, email, newcomer.password);
    const { page, close } = await newVisitor({ javaScriptEnabled: false, cookie });
    await page.goto("/profile?edit=1");
    expect(await page.getByLabel("Business name").getAttribute("readonly")).not.toBeNull();
    await page.getByLabel("Last name").fill("Ochieng");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.waitForURL("**/profile");
    expect(await page.locator("main").textContent()).toContain("Otieno Ochieng");
    expect((await page.goto("/developers/regenerate"))?.status()).toBe(403);
    expect(await page.getByRole("button", { name: "Regenerate key" }).count()).toBe(0);
    await close();
  });
});

describe.each(scriptModes)("the profile, $name", ({ javaScriptEnabled }) => {
  it("changes the name at once, and the email with the password and a code", async () => {
    const { page, complaints, close } = await newVisitor({ javaScriptEnabled, phone: true });
    const person = await joinByCalls(page, server);
    const other = newPerson();
    const edit = async () => {
      await page.goto("/profile?edit=1");
      await hydrated(page);
    };
    await edit();
    await page.getByLabel("First name").fill("Neema");
    await page.getByLabel(/^Email/).fill(other.email);
    await page.getByRole("button", { name: "Save Changes" }).click();
    const error = page.locator("main .error");
    await error.waitFor();
    expect(await error.textContent()).toBe("Enter your current password to change the email");
    expect(await page.getByLabel(/^Email/).inputValue()).toBe(other.email);
    await expectAccessible(page);
    await page.getByLabel("Current password").fill(person.password);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.waitForURL("**/profile/email");
    await page.locator("main").getByText(other.email).first().waitFor();
    await hydrated(page);
    await expectAccessible(page);
    await page.getByLabel("Verification code").fill("12");
    await page.getByRole("button", { name: "Change email" }).click();
    await error.waitFor();
    expect(await error.textContent()).toBe("Please enter the complete 6-digit OTP code");
    await page.getByLabel("Verification code").fill(await codeFor(server, other.email));
    await page.getByRole("button", { name: "Change email" }).click();
    await page.waitForURL("**/profile");
    const shown = page.locator("main");
    // The address changes before the screen, and the previous screen shows the new email too.
    await shown.getByText("Neema Mwangi").first().waitFor();
    expect(await shown.textContent()).toContain(other.email);
    expect(complaints).toEqual([]);
    await close();
  });
});
