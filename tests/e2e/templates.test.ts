import { afterEach, beforeAll, expect, it } from "vitest";
import { expectAccessible, hydrated, scriptModes, settled, setUpBrowser } from "#tests/support/browser.ts";
import { setUpMember } from "#tests/support/caller.ts";
import { eventually, setUpServer } from "#tests/support/server.ts";
import { setUp } from "#tests/support/setUp.ts";
import { connectWhatsapp } from "#tests/support/tour.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);
const member = setUpMember(server);
const whatsapp = setUp(() => connectWhatsapp(member.call));

/** Whether the simulator accepted the instruction. */
async function control(name: string, body: object): Promise<boolean> {
  const { ok } = await fetch(`${server.simulatorUrl}/_sim/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return ok;
}
/** Meta decides when instructed, otherwise automatically after a moment. */
const holdReviews = () => control("delays", { review: 3_600_000 });
const reviewSoon = () => control("delays", { review: 200 });
beforeAll(reviewSoon);
afterEach(reviewSoon);
const approve = (name: string) =>
  eventually(`${name} to be at Meta`, () =>
    control("templates", { name, wabaId: whatsapp.wabaId, event: "APPROVED" }),
  );

const submit = (name: string) =>
  member.call("POST /templates", {
    name,
    category: "UTILITY",
    language: "en",
    body: "Habari {{1}}, your order is ready. Collect it until six o'clock.",
    footer: "",
    buttons: [],
    samples: [{ key: "1", value: "Asha" }],
  });

const approved = (templateId: string) =>
  eventually("the approval", async () => {
    const { template } = await member.call("GET /templates/:templateId", { templateId });
    return template.status === "APPROVED";
  });

it("a template's approval appears live, in the list and on its own page", async () => {
  await holdReviews();
  const { id } = await submit("order_ready");
  const { page, complaints, close } = await newVisitor({ cookie: member.cookie });
  await page.goto(`/templates/${id}`);
  const list = await page.context().newPage();
  await list.goto("/templates");
  const main = page.locator("main");
  expect(await main.textContent()).toMatch(/Submitting|Pending/);
  await approve("order_ready");
  await main.getByText("Approved", { exact: true }).waitFor();
  await list
    .getByRole("row", { name: /order_ready/ })
    .getByText("Approved")
    .waitFor();
  await list.close();
  await settled(page);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.clock.install();
  await page.clock.runFor(20_000);
  expect(requested).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it("without script the page says how to see the newest state, as long as one is pending", async () => {
  await holdReviews();
  const { id } = await submit("order_late");
  const { page, close } = await newVisitor({ cookie: member.cookie, javaScriptEnabled: false, phone: true });
  const hint = "Reload this page for the latest status.";
  const shown = () => page.locator("main").textContent();
  await page.goto("/templates");
  expect(await shown()).toContain(hint);
  await expectAccessible(page);
  await approve("order_late");
  await approved(id);
  await page.reload();
  expect(await shown()).not.toContain(hint);
  await close();
});

it.each(scriptModes)(
  "a template for one customer is chosen, filled in and sent, $name",
  async ({ javaScriptEnabled }) => {
    const name = javaScriptEnabled ? "Amina" : "Zawadi";
    const { id } = await submit(javaScriptEnabled ? "order_now" : "order_then");
    await approved(id);
    const { contacts } = await member.call("GET /contacts", {});
    const { page, complaints, close } = await newVisitor({
      cookie: member.cookie,
      javaScriptEnabled,
      phone: true,
    });
    await page.goto(`/contacts/${contacts[0]!.id}/message`);
    await hydrated(page);
    const choice = page.getByRole("combobox", { name: "Template" });
    await choice.focus();
    await choice.selectOption(id);
    const choose = page.getByRole("button", { name: "Choose" });
    if (javaScriptEnabled) expect(await choose.count()).toBe(0);
    else await choose.click();
    const preview = page.locator("figure");
    await preview.getByText("Habari {{1}}").waitFor();
    expect(await choice.inputValue()).toBe(id);
    if (javaScriptEnabled)
      expect(await choice.evaluate((select) => select === document.activeElement)).toBe(true);
    await page.getByLabel("{{1}}").fill(name);
    await preview.getByText(javaScriptEnabled ? `Habari ${name}, your` : "Habari {{1}}").waitFor();
    await page.getByRole("button", { name: "Send template" }).click();
    await page.waitForURL(/\/chat\/cnv_/);
    await page.getByRole("log").getByText(`Habari ${name}`).waitFor();
    expect(await page.getByRole("log").textContent()).toContain("You · Template · order_");
    expect(complaints).toEqual([]);
    await close();
  },
);

it.each(scriptModes)(
  "a template is previewed with other values, live with script and by one button without, $name",
  async ({ javaScriptEnabled }) => {
    await submit(javaScriptEnabled ? "preview_live" : "preview_by_button");
    const { page, complaints, close } = await newVisitor({
      cookie: member.cookie,
      javaScriptEnabled,
      phone: true,
    });
    await page.goto("/preview");
    await hydrated(page);
    const bubble = page.getByRole("region", { name: /^Preview on/ });
    const buttons = page.locator("main").getByRole("button");
    await bubble.getByText("Habari Asha").waitFor();
    await page.getByLabel("{{1}}").fill("Zawadi");
    expect(await buttons.count()).toBe(javaScriptEnabled ? 0 : 1);
    if (!javaScriptEnabled) await buttons.click();
    await bubble.getByText("Habari Zawadi").waitFor();
    expect(await page.getByLabel("{{1}}").inputValue()).toBe("Zawadi");
    // Another template has other variables: the earlier values are discarded.
    await page.getByRole("combobox", { name: "Template" }).selectOption({ label: "order_ready (English)" });
    if (!javaScriptEnabled) await buttons.click();
    await page.waitForURL(/\/preview\?/);
    await bubble.getByText("Habari Asha").waitFor();
    expect(complaints).toEqual([]);
    await close();
  },
);
