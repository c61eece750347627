import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { hydrated, scriptModes, setUpBrowser } from "#tests/support/browser.ts";
import { setUpMember } from "#tests/support/caller.ts";
import { eventually, setUpServer } from "#tests/support/server.ts";
import { connectWhatsapp, planCampaign } from "#tests/support/tour.ts";

const server = setUpServer();
const { newVisitor } = setUpBrowser(server);
const member = setUpMember(server);

let sender: { templateId: string; phoneNumberId: string };
beforeAll(async () => {
  const { call } = member;
  await connectWhatsapp(call);
  const { numbers } = await call("GET /whatsapp/numbers", {});
  const template = await call("POST /templates", {
    name: "order_ready",
    category: "UTILITY",
    language: "en",
    body: "Habari {{1}}, your order is ready.",
    samples: [{ key: "1", value: "Asha" }],
  });
  await eventually("the template to be approved", async () => {
    const found = await call("GET /templates/:templateId", { templateId: template.id });
    return found.template.status === "APPROVED";
  });
  await payForEachMessage();
  sender = { templateId: template.id, phoneNumberId: numbers[0]!.phoneNumberId };
});

/** The demo's plan includes its first messages; a changed price needs one without. */
async function payForEachMessage(): Promise<void> {
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  await client.query("update organisations set billing_type = 'prepaid'");
  await client.end();
}

let phones = 0;
const newPhone = () => {
  phones += 1;
  return `+2547450000${String(phones).padStart(2, "0")}`;
};

describe.each(scriptModes)("$name", ({ name, javaScriptEnabled }) => {
  it("a changed price is shown before it is confirmed again", async () => {
    const { cookie, call } = member;
    const campaignId = await planCampaign(call, { name: `Priced ${name}`, ...sender });
    const { page, complaints, close } = await newVisitor({ javaScriptEnabled, phone: true, cookie });
    await page.goto(`/messaging/campaigns/${campaignId}/review`);
    const recipients = page.locator("main").getByText("Recipients", { exact: true }).locator("xpath=..");
    const before = Number((await recipients.textContent())!.replace(/\D/g, ""));
    await call("POST /contacts", { phone: newPhone(), name: "Wanjiru", tags: "vip", consent: "granted" });
    await page.getByRole("button", { name: "Send now" }).click();
    await page
      .getByText(/The price has changed/)
      .first()
      .waitFor();
    await expect
      .poll(async () => (await recipients.textContent())!.replace(/\D/g, ""))
      .toBe(String(before + 1));
    await page.getByRole("button", { name: "Send now" }).click();
    await page.waitForURL(/\/messaging\/campaigns\/cmp_\w+$/);
    expect(complaints).toEqual([]);
    await close();
  });

  it("count and price of the audience follow each change: at once with script, by a button without", async () => {
    const { cookie, call } = member;
    const campaignId = await planCampaign(call, { name: `Counted ${name}`, ...sender });
    const of = async (kind: "all" | "tag") => {
      const audience = { kind, tag: "vip" };
      const { counted } = await call("POST /campaigns/compose", { campaignId, audience });
      return counted?.audience.recipients ?? 0;
    };
    const [all, tagged] = [await of("all"), await of("tag")];
    expect(all).not.toBe(tagged);
    const { page, complaints, close } = await newVisitor({ javaScriptEnabled, cookie });
    await page.goto(`/messaging/campaigns/${campaignId}/edit`);
    if (javaScriptEnabled) await hydrated(page);
    const line = (term: string) =>
      page.locator("dt", { hasText: new RegExp(`^${term}$`) }).locator("xpath=following-sibling::dd");
    const shows = (recipients: number) =>
      expect
        .poll(async () => [await line("Recipients").textContent(), await line("Price").textContent()])
        .toEqual([
          new Intl.NumberFormat("en-KE").format(recipients),
          `KES\u00a0${new Intl.NumberFormat("en-KE", { minimumFractionDigits: 2 }).format(recipients * 2)}`,
        ]);
    await shows(tagged);
    await page.getByLabel("All contacts").check();
    if (!javaScriptEnabled) {
      // Without script the old count stays until it is requested.
      await shows(tagged);
      await page.getByRole("button", { name: "Update count" }).click();
    }
    await shows(all);
    expect(complaints).toEqual([]);
    await close();
  });

  it("Back after sending returns to where the campaign was opened, skipping the form of its draft", async () => {
    const { cookie, call } = member;
    const campaignName = `Sent once ${name}`;
    await planCampaign(call, { name: campaignName, ...sender });
    const { page, complaints, close } = await newVisitor({ javaScriptEnabled, cookie });
    await page.goto("/messaging");
    if (javaScriptEnabled) await hydrated(page);
    await page.getByRole("link", { name: campaignName }).click();
    await page.getByRole("link", { name: "Edit time" }).click();
    await page.getByRole("button", { name: "Review and send" }).last().click();
    await page.getByRole("button", { name: "Send now" }).click();
    await page.waitForURL(/\/messaging\/campaigns\/cmp_\w+$/);
    const isSettled = ({ pathname }: URL) => !/\/(review|edit)$/.test(pathname);
    for (let steps = 0; steps < 4 && !page.url().endsWith("/messaging"); steps++) {
      await page.goBack();
      await page.waitForURL(isSettled);
    }
    await page.getByRole("heading", { name: "Message Center", level: 1 }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it("a scheduled campaign is followed from its start to the reports of each recipient", async () => {
    const { cookie, call } = member;
    const campaignId = await planCampaign(call, { name: `Scheduled ${name}`, ...sender });
    const inSeconds = (seconds: number) => ({
      campaignId,
      scheduledFor: new Date(Date.now() + seconds * 1000),
    });
    await call("PUT /campaigns/:campaignId", inSeconds(3600));
    await call("POST /campaigns/:campaignId/start", { campaignId });
    const { page, complaints, close } = await newVisitor({ javaScriptEnabled, cookie });
    await page.goto(`/messaging/campaigns/${campaignId}`);
    await page.getByText(/It will be sent on/).waitFor();
    await call("POST /campaigns/:campaignId/reschedule", inSeconds(5));
    if (!javaScriptEnabled) await page.reload();
    await page.getByText("Completed", { exact: true }).waitFor();
    // Reports come later. Without script, the page does not reload for them.
    const waiting = page
      .getByRole("table", { name: "Recipients" })
      .getByRole("row")
      .filter({ hasText: /Accepted by WhatsApp|Sent|Waiting/ });
    await expect
      .poll(async () => {
        if (!javaScriptEnabled) await page.reload();
        return waiting.count();
      })
      .toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });
});
