import { HtmlValidate } from "html-validate";
import { describe, expect, it } from "vitest";
import { documentAt } from "#tests/support/pageWeight.ts";
import { pagesOf } from "#tests/support/routeTable.ts";
import { setUpSharedTour } from "#tests/support/sharedTour.ts";

/** The HTML standard, names and labels; no rules of style. */
const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard"],
  rules: {
    "input-missing-label": "error",
    "empty-heading": "error",
    "hidden-focusable": "error",
  },
});

const { server, tour } = setUpSharedTour();

/** The document's errors, one line each. */
async function mistakesIn(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? "document"})`),
  );
}

describe.each(["visitors", "members", "staff"] as const)("pages of %s", (audience) => {
  it.each(pagesOf[audience])("%s is valid HTML, without any script when data is saved", async (path) => {
    const headers = { cookie: tour.cookiesOf(path), "save-data": "on" };
    const { html, policy } = await documentAt(server.url, tour.addressOf(path), headers);
    expect(await mistakesIn(html)).toEqual([]);
    expect(html).not.toMatch(/<script|rel="modulepreload"/);
    expect(policy).toContain("script-src 'none'");
  });
});

it("duplicate ids, a block within inline text, and a field without a label are detected", async () => {
  const html = `<!DOCTYPE html><html lang="en"><head><title>Duka</title></head><body>
    <main><p id="a">1</p><p id="a">2</p><span><div>3</div></span><input type="text" name="b"></main></body></html>`;
  const rules = (await mistakesIn(html)).map((mistake) => mistake.split(":")[0]);
  expect(rules).toEqual(
    expect.arrayContaining(["no-dup-id", "element-permitted-content", "input-missing-label"]),
  );
});
