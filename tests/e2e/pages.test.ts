import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import type { Locale } from "#app/platform/locale/locale.ts";
import {
  accessibilityProblems,
  crowdingProblems,
  darkProblems,
  hydrated,
  layoutProblems,
  overflowProblems,
  putCookies,
  setTextSize,
  setUpBrowser,
  setWidth,
  timeoutFor,
  type VisitorOptions,
} from "#tests/support/browser.ts";
import { callerOf } from "#tests/support/caller.ts";
import { inLanguage, languageProblems } from "#tests/support/inLanguage.ts";
import { inLanes } from "#tests/support/lanes.ts";
import { type Audience, allPaths, pagesOf, screensOf, variedScreensOf } from "#tests/support/routeTable.ts";
import { setUpSharedTour } from "#tests/support/sharedTour.ts";

const audiences = ["visitors", "members", "staff"] as const;

const { server, tour } = setUpSharedTour();
const browsers = {
  noto: setUpBrowser(server, { fonts: "noto" }),
  dejavu: setUpBrowser(server, { fonts: "dejavu" }),
};
const { newVisitor } = browsers.noto;

it("no page is forgotten: every other route returns a file, an event stream, or a redirect", async () => {
  const seen = audiences.flatMap((audience) => pagesOf[audience]);
  const others = allPaths.filter((path) => !seen.includes(path));
  expect(others).toContain("/chat/events");
  for (const path of others) {
    const answer = await fetch(new URL(tour.addressOf(path), server.url), {
      headers: { cookie: tour.cookiesOf("/dashboard") },
      redirect: "manual",
    });
    await answer.body?.cancel();
    const isPage = answer.status < 300 && /text\/html/.test(answer.headers.get("content-type") ?? "");
    expect(isPage, path).toBe(false);
  }
});

describe("the administrator", () => {
  it("has a link to the overview and the sign-out on every accessible page, once", {
    timeout: timeoutFor([...pagesOf.staff, ...pagesOf.members]),
  }, async () => {
    const headers = { cookie: tour.cookiesOf("/admin") };
    const open: string[] = [];
    for (const path of [...pagesOf.staff, ...pagesOf.members]) {
      // The demo organisation's objects are not found for the administrator, and the page says so in its
      // frame.
      const answer = await fetch(new URL(tour.addressOf(path), server.url), { headers, redirect: "manual" });
      const html = await answer.text();
      if (answer.status >= 300 && answer.status < 400) continue;
      open.push(path);
      const bars = html.match(/<header class="staff-bar"[^>]*>.*?<\/header>/gs) ?? [];
      expect(bars.length, path).toBe(path === "/logout" ? 0 : 1);
      for (const part of ['href="/admin"', 'action="/logout"'])
        if (path !== "/logout") expect(bars[0], path).toContain(part);
    }
    expect(open).toEqual(
      expect.arrayContaining(["/settings", "/settings/security", "/get-started", "/notifications"]),
    );
  });

  it("can read the table of organisations on a phone, however long a name is", async () => {
    const businessName = "Wauzaji".repeat(17);
    await callerOf(server.url, "")("POST /auth/signup", {
      firstName: "Asha",
      lastName: "Mwangi",
      email: "wauzaji@duka.test",
      password: "kahawa-na-mandazi-7",
      businessName,
      agreedToTerms: true,
    });
    const { page, close } = await newVisitor({ cookie: tour.cookiesOf("/admin") });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto("/admin/users");
      const table = page.getByRole("group", { name: "Organisations" });
      await table.getByText(businessName).waitFor();
      expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    }
    await close();
  });
});

interface Way extends VisitorOptions {
  language: Locale;
}

/** Opens the screens of an audience in their usual state, and returns the faults. */
async function problemsOn(
  audience: Audience,
  { newVisitor }: ReturnType<typeof setUpBrowser>,
  { language, ...way }: Way,
  check: (page: Page) => Promise<string[]>,
  screens: readonly string[] = screensOf(audience),
): Promise<string[]> {
  const visitors = [await newVisitor(way), await newVisitor(way)];
  const problems: string[] = [];
  await inLanes(screens, visitors, async (path, visitor) => {
    const { page } = visitor;
    const address = tour.addressOf(path);
    await putCookies(visitor, inLanguage(language, tour.cookiesOf(path)), server.url);
    await page.goto(address);
    await hydrated(page);
    const { pathname } = new URL(page.url());
    if (pathname !== new URL(address, server.url).pathname) problems.push(`${path} led to ${page.url()}`);
    const found = [...(await languageProblems(page, path, language)), ...(await check(page))];
    problems.push(...found.map((problem) => `${path}: ${problem}`));
  });
  problems.push(...visitors.flatMap(({ complaints }) => complaints));
  for (const { close } of visitors) await close();
  return problems;
}

/** In the widest fonts: a phone, a phone with text at twice the size, and a wide window. */
async function withoutScript(page: Page): Promise<string[]> {
  const problems = [...(await overflowProblems(page)), ...(await accessibilityProblems(page))];
  const textSize = await setTextSize(page, 32);
  const large = [...textSize, ...(await overflowProblems(page)), ...(await crowdingProblems(page))];
  await setTextSize(page, 16);
  await setWidth(page, "wide");
  const wide = await overflowProblems(page);
  await setWidth(page, "narrow");
  return [
    ...problems,
    ...large.map((problem) => `with large text, ${problem}`),
    ...wide.map((problem) => `in a wide window, ${problem}`),
  ];
}

/** Aspects that script and dark mode may change: the visit without script checked the rest. */
async function withScript(page: Page): Promise<string[]> {
  return [...(await overflowProblems(page)), ...(await darkProblems(page))];
}

describe.each(audiences)("pages for %s", (audience) => {
  const timeout = timeoutFor(screensOf(audience));

  it("fit a phone, also at twice the text size, and a wide window, are accessible, and obey their policy, without script", {
    timeout,
  }, async () => {
    const way = { language: "en", javaScriptEnabled: false, phone: true } as const;
    expect((await problemsOn(audience, browsers.dejavu, way, withoutScript)).join("\n")).toBe("");
  });

  it("fit a phone in Swahili, are legible in dark mode, and obey their policy, with script", {
    timeout,
  }, async () => {
    const way = { language: "sw", phone: true, colorScheme: "dark" } as const;
    const screens = variedScreensOf(audience);
    expect((await problemsOn(audience, browsers.noto, way, withScript, screens)).join("\n")).toBe("");
  });
});

describe("the check of a page's appearance", () => {
  it("detects text that only a dark scheme makes illegible", async () => {
    const { page, close } = await newVisitor();
    const styled = (dark: string) =>
      `<!doctype html><html lang="en"><title>Duka</title><style>@media (prefers-color-scheme: dark) { ${dark} }</style><main><h1>Duka</h1></main>`;
    await page.setContent(styled(""));
    expect(await layoutProblems(page)).toEqual([]);
    await page.setContent(styled("h1 { color: #222; background: #000 }"));
    expect((await layoutProblems(page)).map((problem) => problem.split(":")[0])).toEqual([
      "in the dark, color-contrast",
    ]);
    await close();
  });
});

describe("the check of accessibility, without script", () => {
  it("covers what a page shows then, and only then", async () => {
    const { page, close } = await newVisitor({ javaScriptEnabled: false });
    const pageWith = (noscript: string) =>
      `<!doctype html><html lang="en"><title>Duka</title><main><h1>Duka</h1><noscript>${noscript}</noscript></main>`;
    await page.setContent(pageWith("<p>Karibu</p>"));
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setContent(pageWith("<img src=''><p style='color: #ccc; background: #fff'>Karibu</p>"));
    const rules = (await accessibilityProblems(page)).map((problem) => problem.split(":")[0]);
    expect(rules.sort()).toEqual(["color-contrast", "image-alt"]);
    await close();
  });
});
