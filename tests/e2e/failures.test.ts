import { HtmlValidate } from "html-validate";
import { describe, expect, it } from "vitest";
import { setUpBrokenApi, unexpected } from "#tests/support/brokenApi.ts";
import { hydrated, layoutProblems, scriptModes, setUpBrowser } from "#tests/support/browser.ts";
import { setUpMember } from "#tests/support/caller.ts";
import { pagesOf } from "#tests/support/routeTable.ts";

/** The text of every crash screen. */
const crashTexts = [
  "Something went wrong.",
  "An unexpected error occurred in the application.",
  "Reload Page",
];

const { web, api, breakCalls } = setUpBrokenApi();
const { newVisitor } = setUpBrowser(web);
const member = setUpMember(api);

/** A page as a member gets it, without a browser, with unknown ids. */
async function visit(path: string) {
  const answer = await fetch(`${web.url}${path.replace(/:\w+/g, "nobodys")}`, {
    headers: { cookie: member.cookie },
    redirect: "manual",
  });
  return { status: answer.status, html: await answer.text(), headers: answer.headers };
}

const validator = new HtmlValidate({ root: true, extends: ["html-validate:standard"] });
async function mistakesIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`));
}

describe.each(scriptModes)("the crash screen, $name", ({ javaScriptEnabled }) => {
  it.each([{ phone: true }, { phone: false }])(
    "explains what happened and links back (%j)",
    async ({ phone }) => {
      breakCalls((path) => path.startsWith("/api/notifications/unread"));
      const { cookie } = member;
      const { page, complaints, close } = await newVisitor({
        javaScriptEnabled,
        phone,
        cookie,
        expects: /status of 500/,
      });
      expect((await page.goto("/dashboard"))?.status()).toBe(500);
      await hydrated(page);
      const text = await page.locator("main").textContent();
      for (const part of [...crashTexts, unexpected.message, unexpected.requestId])
        expect(text).toContain(part);
      expect(await page.title()).toBe("Something went wrong");
      expect(await layoutProblems(page)).toEqual([]);
      breakCalls();
      await page.getByText("Reload Page").click();
      await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
      expect(complaints).toEqual([]);
      await close();
    },
  );
});

describe("when something unexpected happens behind a page", () => {
  it("every page of the workspace shows it in its frame, with the text of the crash screen", async () => {
    breakCalls((path) => !/^\/api\/(auth\/shown|notifications\/unread)/.test(path));
    const crashed: string[] = [];
    for (const path of pagesOf.members) {
      const { status, html } = await visit(path);
      if (status < 500) continue;
      crashed.push(path);
      for (const part of crashTexts) expect(html, path).toContain(part);
      expect(html, path).toMatch(/<title>[^<]+<\/title>/);
      expect(html, path).toContain('aria-label="Main"');
      expect(await mistakesIn(html), path).toEqual([]);
    }
    breakCalls();
    expect(crashed).toEqual(expect.arrayContaining(["/dashboard", "/contacts", "/templates"]));
  });

  it("a page around the sign-in is the crash screen, without any script", async () => {
    breakCalls((path) => path.startsWith("/api/invitation"));
    const { status, html } = await visit(`/invitation?token=${"t".repeat(43)}`);
    breakCalls();
    expect(status).toBe(500);
    for (const part of crashTexts) expect(html).toContain(part);
    expect(html).not.toContain("<script");
    expect(await mistakesIn(html)).toEqual([]);
  });

  it("an unknown object is not found, on every page", async () => {
    const withId = pagesOf.members.filter((path) => path.includes(":"));
    expect(withId.length).toBeGreaterThan(10);
    for (const path of withId) {
      const { status, html } = await visit(path);
      expect(status, path).toBe(404);
      expect(html, path).toContain("Page not found");
      expect(html, path).toMatch(/<title>[^<]+<\/title>/);
      expect(await mistakesIn(html), path).toEqual([]);
    }
  });
});

describe("when a call fails", () => {
  it("WhatsApp Setup could not load its status; until it can, the signup is not complete", async () => {
    breakCalls((path) => path.startsWith("/api/embedded-signup/status"));
    expect((await visit("/whatsapp")).html).toContain("✗ Failed to load status. Try again later.");
    breakCalls();
    expect((await visit("/whatsapp")).html).toContain("Signup not complete. Please follow the steps below.");
  });

  it("the activity log could not be loaded, and Retry loads the page again", async () => {
    breakCalls((path) => path.startsWith("/api/activity-logs"));
    const { html } = await visit("/activity?type=login");
    breakCalls();
    expect(html).toContain("Failed to load activity data. Please try again.");
    const retry = /<a [^>]*href="([^"]+)"[^>]*>Retry<\/a>/.exec(html)![1]!.replaceAll("&amp;", "&");
    expect(retry).toContain("type=login");
    expect((await visit(retry)).html).toContain("Total Activities");
  });

  it("the activity log could not be exported, and the toast says so", async () => {
    breakCalls((path) => path.startsWith("/api/activity-logs/export"));
    const { status, headers } = await visit("/activity/export");
    breakCalls();
    expect({ status, to: headers.get("location") }).toMatchObject({
      status: 302,
      to: expect.stringMatching(/^\/activity\?/),
    });
    expect(decodeURIComponent(headers.getSetCookie().join())).toContain(
      '"text":"Failed to export activity logs. Please try again."',
    );
  });

  const toastIn = (html: string) => /class="toast [^"]*"[^>]*>(?:<[^>]*>)*([^<]+)</.exec(html)?.[1];

  it("Meta's response lacked its parts", async () => {
    for (const query of ["", "?code=abc", "?shared_waba_id=1234567"]) {
      const { html } = await visit(`/embedded-callback${query}`);
      expect(toastIn(html)).toBe("Missing required parameters.");
      const seen = html.replace(/<script[\s\S]*?<\/script>/g, "");
      expect(seen.match(/Missing required parameters\./g), "toast and page").toHaveLength(2);
    }
  });

  it.each(scriptModes.flatMap((mode) => [true, false].map((phone) => ({ ...mode, phone }))))(
    "and its toast covers nothing of the page, $name, on a phone: $phone",
    async ({ javaScriptEnabled, phone }) => {
      const { page, close } = await newVisitor({ javaScriptEnabled, phone, cookie: member.cookie });
      await page.goto("/embedded-callback");
      const toast = (await page.locator(".toast").boundingBox())!;
      const title = (await page.getByRole("heading", { level: 1 }).boundingBox())!;
      const window = page.viewportSize()!;
      expect(toast.y).toBeLessThan(window.height / 8);
      expect(toast.y + toast.height).toBeLessThanOrEqual(title.y);
      if (!phone) {
        const bell = (await page.getByRole("link", { name: /Notifications/ }).boundingBox())!;
        expect(toast.x).toBeGreaterThan(window.width / 2);
        expect(toast.x + toast.width).toBeLessThanOrEqual(bell.x);
      }
      await close();
    },
  );

  it("the signup failed; once it works, it is complete and WhatsApp Setup says Connected", async () => {
    const dialog = (await member.call("POST /embedded-signup", {})).url;
    const answer = await fetch(dialog, { method: "POST", redirect: "manual" });
    const { pathname, search } = new URL(answer.headers.get("location")!);
    const first = (await visit(`${pathname}${search}`)).html;
    expect(first).toContain("Processing");
    const next = /http-equiv="refresh" content="0;url=([^"]+)"/i.exec(first)![1]!.replaceAll("&amp;", "&");

    breakCalls((path) => path.startsWith("/api/meta/embedded-callback"));
    const failed = (await visit(next)).html;
    breakCalls();
    expect(toastIn(failed)).toBe("Signup failed");
    expect(failed).toContain("Failed to complete signup. Please try again.");

    const done = (await visit(next)).html;
    expect(toastIn(done)).toBe("Signup complete!");
    expect(done).toMatch(/http-equiv="refresh" content="2;url=\/whatsapp-setup"/i);
    expect((await visit("/whatsapp-setup")).html).toMatch(/<p role="status"[^>]*>Connected<\/p>/);
  });
});
