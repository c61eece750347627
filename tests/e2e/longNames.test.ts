import pg from "pg";
import { expect, it } from "vitest";
import { overflowProblems, putCookies, setUpBrowser, timeoutFor } from "#tests/support/browser.ts";
import { inLanguage, languageProblems } from "#tests/support/inLanguage.ts";
import { inLanes } from "#tests/support/lanes.ts";
import { variedScreensOf } from "#tests/support/routeTable.ts";
import { setUpServer } from "#tests/support/server.ts";
import { setUp } from "#tests/support/setUp.ts";
import { prepareTour } from "#tests/support/tour.ts";

const server = setUpServer();
/** The wider of the two sets of fonts. */
const browser = setUpBrowser(server, { fonts: "dejavu" });
const tour = setUp(async () => {
  const prepared = await prepareTour(server);
  await lengthenNames();
  return prepared;
});

const word = "wauzaji_";
const long = (length: number) => `'${word.repeat(20).slice(0, length)}'`;

/** Gives everything with a name a long one without a break. */
const lengthening = [
  `update templates set name = ${long(100)} || right(id, 12)`,
  `update campaigns set name = ${long(120)}`,
  `update campaigns set audience = jsonb_build_object('kind', 'tag', 'tag', ${long(40)}) where status = 'draft'`,
  `update contacts set name = ${long(120)}, tags = array[${long(40)}]`,
  `update organisations set name = ${long(120)}`,
  `update users set first_name = ${long(80)}, last_name = ${long(80)}`,
];

async function lengthenNames(): Promise<void> {
  const client = new pg.Client({
    connectionString: server.databaseUrl,
  });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("set local role tarishi_system");
    for (const statement of lengthening) {
      const { rowCount } = await client.query(statement);
      if (!rowCount) throw new Error(`nothing was lengthened by ${statement}`);
    }
    await client.query("commit");
  } finally {
    await client.end();
  }
}

/** Links, buttons and fields outside the window (tabs are one line that scrolls), and tables that must be scrolled sideways. */
const hiddenSideways = () => {
  const nameOf = (element: Element) => element.outerHTML.slice(0, 120);
  const controls = [...document.querySelectorAll("a[href], button, input, select, textarea")]
    .filter(
      (control) => !control.closest("[inert], .table-scroll, .tabs, .skip-link") && control.checkVisibility(),
    )
    .filter((control) => {
      const { left, right, width } = control.getBoundingClientRect();
      return width > 1 && (left < -4 || right > innerWidth + 4);
    })
    .map((control) => `${nameOf(control)} is outside of the window`);
  const tables = [...document.querySelectorAll(".table-scroll")]
    .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
    .map((box) => `${box.getAttribute("aria-label")} is ${box.scrollWidth} px wide in ${box.clientWidth} px`);
  return [...controls, ...tables];
};

/** Pages on which a long name is shown among others. */
const named = ["/contacts", "/templates", "/messaging", "/templates/:templateId/delete", "/admin"];

/** Pages that refuse: without the other site's parameters, and for other audiences. */
const refused: Record<string, number> = {
  "/embedded-callback": 400,
  "/integrations/:provider/callback": 400,
  "/unauthorized": 403,
};

const widths = [360, 1280];

const screens = [
  ...new Set([
    ...variedScreensOf("visitors"),
    ...variedScreensOf("members"),
    ...variedScreensOf("staff"),
    ...named,
  ]),
];

it("with very long names, a page fits a phone and a wide window in French, and hides nothing", {
  timeout: timeoutFor(screens),
}, async () => {
  const visitors = await Promise.all([0, 1].map(() => browser.newVisitor({ javaScriptEnabled: false })));
  const problems: string[] = [];
  const seen: string[] = [];
  await inLanes(screens, visitors, async (path, visitor) => {
    const { page } = visitor;
    await putCookies(visitor, inLanguage("fr", tour.cookiesOf(path)), server.url);
    const answer = await page.goto(tour.addressOf(path));
    if (answer?.status() !== (refused[path] ?? 200)) problems.push(`${path} answered ${answer?.status()}`);
    const shown = await page.locator("main, [role=dialog]").allTextContents();
    if (shown.join().includes(word)) seen.push(path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 740 });
      const found = [
        ...(await overflowProblems(page)),
        ...(await page.evaluate(hiddenSideways)),
        ...(await languageProblems(page, path, "fr")),
      ];
      problems.push(...found.map((problem) => `${path} at ${width} px: ${problem}`));
    }
  });
  expect(problems).toEqual([]);
  expect(seen).toEqual(expect.arrayContaining(named));
  for (const { close } of visitors) await close();
});
