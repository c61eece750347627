import { describe, expect, it } from "vitest";
import { hydrated, scriptModes, setUpBrowser } from "#tests/support/browser.ts";
import { setUpMember } from "#tests/support/caller.ts";
import { setUpServer } from "#tests/support/server.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);
const member = setUpMember(server);

const connect = "/integrations/shopify/connect";

async function openWindow(javaScriptEnabled: boolean) {
  const visitor = await newVisitor({ javaScriptEnabled, cookie: member.cookie });
  await visitor.page.goto(connect);
  await hydrated(visitor.page);
  return visitor;
}

describe.each(scriptModes)("a window over the page, $name", ({ javaScriptEnabled }) => {
  it("keeps the focus out of hidden content", async () => {
    const { page, close } = await openWindow(javaScriptEnabled);
    for (let stop = 0; stop < 30; stop++) {
      await page.keyboard.press("Tab");
      const isBehind = await page.evaluate(
        () =>
          document.activeElement !== document.body &&
          !document.activeElement?.closest("[role=dialog], .skip-link"),
      );
      expect(isBehind, `after ${stop + 1} times Tab`).toBe(false);
    }
    await close();
  });
});

describe("a window over the page, where script runs", () => {
  it("asks before it discards typed text", async () => {
    const { page, close } = await openWindow(true);
    const requested: string[] = [];
    page.on("dialog", (dialog) => {
      requested.push(dialog.message());
      return requested.length > 2 ? dialog.accept() : dialog.dismiss();
    });
    await page.getByLabel("Your shop").fill("duka-letu");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Close" }).click();
    expect(requested).toHaveLength(2);
    expect(await page.getByLabel("Your shop").inputValue()).toBe("duka-letu");
    await page.keyboard.press("Escape");
    await page.waitForURL("**/integrations");
    await page.goto(connect);
    await hydrated(page);
    await page.keyboard.press("Escape");
    await page.waitForURL("**/integrations");
    expect(requested).toHaveLength(3);
    await close();
  });
});
