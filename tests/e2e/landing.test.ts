import { brotliCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { expectAccessible, layoutProblems, scriptModes, setUpBrowser } from "#tests/support/browser.ts";
import { setUpServer } from "#tests/support/server.ts";

/** The size of the first ten packets of a connection. */
const publicPageBytes = 14_600;
/** The pictures of a visit that reads to the end, in bytes. */
const pictureBytes = 200_000;
const publicPages = ["/", "/security", "/privacy-policy", "/terms-of-service"];

const server = setUpServer();
const { newVisitor, running } = setUpBrowser(server);

describe.each(scriptModes)("the landing page $name", ({ javaScriptEnabled }) => {
  it("shows what the visitor types in the demo chat, with the time, and ignores blanks", async () => {
    const { page, complaints, close } = await newVisitor({ javaScriptEnabled });
    await page.goto("/");
    const chat = page.getByRole("region", { name: "Demo chat with Sample County" });
    const before = await chat.getByRole("listitem").count();
    await chat.getByRole("textbox").fill("   ");
    await chat.getByRole("button", { name: "Send" }).click();
    await chat.getByRole("textbox").fill("Habari <b>yako</b>?");
    await chat.getByRole("button", { name: "Send" }).click();
    const said = chat.getByRole("listitem").nth(before);
    await expect.poll(() => said.textContent()).toMatch(/^Habari <b>yako<\/b>\? \d\d:\d\d$/);
    expect(await chat.getByRole("listitem").count()).toBe(before + 1);
    expect(complaints).toEqual([]);
    await close();
  });

  it("opens its menu on a phone, and closes it when a section is chosen or by its cross", async () => {
    const { page, close } = await newVisitor({
      javaScriptEnabled,
      phone: true,
    });
    await page.goto("/");
    const menu = page.getByRole("navigation", { name: "Menu" });
    const opener = page.getByRole("link", { name: "Open menu" });
    await opener.focus();
    await page.keyboard.press("Enter");
    await menu.waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Solutions");
    await menu.getByRole("link", { name: "Pricing" }).click();
    await menu.waitFor({ state: "hidden" });
    const pricing = page.getByRole("heading", { name: "A plan made for your organisation" });
    await expect.poll(async () => (await pricing.boundingBox())!.y).toBeLessThan(740);
    const at = await page.evaluate(() => scrollY);
    await opener.click();
    await page.getByRole("link", { name: "Close menu" }).click();
    await menu.waitFor({ state: "hidden" });
    expect(await page.evaluate(() => scrollY)).toBe(at);
    await close();
  });

  it("opens one answer of the FAQ at a time, and closes it on a second click", async () => {
    const { page, close } = await newVisitor({ javaScriptEnabled });
    await page.goto("/#faq");
    const questions = page.locator("#faq summary");
    const open = () => page.locator("#faq details[open] summary").allTextContents();
    expect(await questions.count()).toBe(4);
    await questions.nth(0).click();
    await questions.nth(2).click();
    expect(await open()).toEqual([await questions.nth(2).textContent()]);
    await questions.nth(2).click();
    expect(await open()).toEqual([]);
    await close();
  });

  it.each([{ phone: true }, { phone: false }])(
    "is accessible and fits its window (%j)",
    async ({ phone }) => {
      const { page, complaints, close } = await newVisitor({ javaScriptEnabled, phone });
      for (const path of publicPages) {
        await page.goto(path);
        expect(await layoutProblems(page), path).toEqual([]);
      }
      expect(complaints).toEqual([]);
      await close();
    },
  );
});

describe("the landing page, scrolled", () => {
  it("makes its bar compact beyond 10 px and shows the way back up beyond 500 px", async () => {
    const { page, close } = await newVisitor();
    await page.goto("/");
    const bar = page.locator(".site-head .wrap");
    const height = async () => (await bar.boundingBox())!.height;
    const tall = await height();
    const backToTop = page.getByRole("link", { name: "Back to top" });
    await page.evaluate(() => scrollTo(0, 10));
    expect(await height()).toBe(tall);
    await page.evaluate(() => scrollTo(0, 11));
    await expect.poll(height).toBeLessThan(tall);
    await page.evaluate(() => scrollTo(0, 500));
    expect(await backToTop.isVisible()).toBe(false);
    await page.evaluate(() => scrollTo(0, 501));
    await expect.poll(() => backToTop.isVisible()).toBe(true);
    const chat = (await page.getByRole("link", { name: /^Chat with us/ }).boundingBox())!;
    expect((await backToTop.boundingBox())!).toMatchObject({ x: chat.x, width: chat.width });
    await backToTop.click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await close();
  });

  it("moves the seven logos by half of what is visible every 3 seconds, and starts again at the end", async () => {
    const context = await running.browser.newContext({
      baseURL: server.url,
      viewport: { width: 800, height: 700 },
    });
    const page = await context.newPage();
    await page.clock.install();
    await page.goto("/");
    const track = page.getByRole("region", { name: "Organisations like yours" }).getByRole("list");
    expect(await track.getByRole("listitem").count()).toBe(7);
    const sizes = await track.evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }));
    const end = sizes.scrollWidth - sizes.clientWidth;
    const left = () => track.evaluate((list) => Math.round(list.scrollLeft));
    for (let at = 0; at < end - 2; ) {
      at = Math.min(at + sizes.clientWidth / 2, end);
      await page.clock.runFor(3000);
      await expect.poll(async () => Math.abs((await left()) - at)).toBeLessThan(3);
    }
    await page.clock.runFor(3000);
    await expect.poll(left).toBe(0);
    await context.close();
  });
});

describe("public pages on a slow network", () => {
  it.each(publicPages)("%s arrives complete with style, and fits into the first packets", async (path) => {
    const html = await (await fetch(`${server.url}${path}`)).text();
    expect(html).toMatch(/<style>[^<]{5000,}<\/style>/);
    expect(html).not.toMatch(/<script[^>]+src=|rel="(modulepreload|stylesheet)"/);
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(publicPageBytes);
  });

  it.each(["/", "/sw", "/fr"])(
    "%s shows the product in pictures that load late and shift nothing",
    async (path) => {
      const html = await (await fetch(`${server.url}${path}`)).text();
      const images = html.match(/<img[^>]*>/g) ?? [];
      expect(images).toHaveLength(5);
      let bytes = 0;
      for (const image of images) {
        expect(image).toMatch(/ width="\d+" height="\d+" alt="[^"]*" loading="lazy"/);
        const picture = await fetch(`${server.url}${/ src="([^"]+)"/.exec(image)?.[1]}`);
        expect(picture.headers.get("content-type")).toBe("image/webp");
        bytes += (await picture.arrayBuffer()).byteLength;
      }
      expect(bytes).toBeLessThan(pictureBytes);
    },
  );

  it("robots.txt lists the public pages", async () => {
    const answer = await fetch(`${server.url}/robots.txt`, { redirect: "manual" });
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(await answer.text()).toMatch(
      /^User-agent: \*\nAllow: \/\$\n[\s\S]*\nDisallow: \/\n\nSitemap: \S+\/sitemap\.xml\n$/,
    );
  });

  it("a browser that saves data gets no script at all, and a policy that says so", async () => {
    const response = await fetch(server.url, { headers: { "save-data": "on" } });
    expect(await response.text()).not.toMatch(/<script|<img/);
    expect(response.headers.get("content-security-policy")).toContain("script-src 'none'");
  });

  it.each([
    ["/privacy", 12, ["about 30 days", "under 16"]],
    ["/privacy-policy", 12, ["about 30 days", "under 16"]],
    ["/terms", 11, ["30 days notice", "non-refundable except as required by law", "law of Kenya"]],
    ["/terms-of-service", 11, ["30 days notice", "non-refundable except as required by law", "law of Kenya"]],
  ])("%s has its %d numbered sections and a link home", async (path, sections, promises) => {
    const html = (await (await fetch(`${server.url}${path}`)).text()).replaceAll("<!-- -->", "");
    expect([...html.matchAll(/<h2>(\d+)\. /g)].map((match) => Number(match[1]))).toEqual(
      Array.from({ length: sections }, (_, index) => index + 1),
    );
    for (const promise of promises) expect(html).toContain(promise);
    expect(html).toMatch(/<a class="[^"]*" href="\/">Back to Home<\/a>/);
  });
});
