import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { renderDocument } from "#app/domain/money/invoices/pdf.server.ts";
import { readDocument } from "#app/domain/money/invoices/queries.server.ts";
import { createBilledOrg } from "#tests/support/billing.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform({ startsAt: "2026-11-02T09:00:00Z" });

const shown = (org: TestOrg, invoiceId: string) =>
  platform.call("GET /billing/invoices/:invoiceId", { invoiceId }, org);

it("the PDF is served to the organisation alone, tagged and with its number", async () => {
  const { org, invoiceId } = await createBilledOrg(platform);
  const others = await platform.createOrg("Others");
  const foreign = await platform.request("GET /billing/invoices/:invoiceId/pdf", { invoiceId }, others);
  expect(foreign.status).toBe(404);
  const answer = await platform.request("GET /billing/invoices/:invoiceId/pdf", { invoiceId }, org);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  const pdf = Buffer.from(await answer.arrayBuffer()).toString("latin1");
  expect(pdf.slice(0, 5)).toBe("%PDF-");
  expect(pdf).toMatch(/\/Lang \(en-KE\)/);
  expect(pdf).toMatch(/\/MarkInfo/);
  expect(pdf).toMatch(/\/S \/TH/);
});

it("the invoice is mailed once, with its PDF", async () => {
  const { org, invoiceId } = await createBilledOrg(platform);
  await platform.runJobs();
  const outbox = path.join(platform.services.config.dataDir, "outbox");
  const mails = readdirSync(outbox).map((file) => readFileSync(path.join(outbox, file), "utf8"));
  const { document } = await shown(org, invoiceId);
  const ours = mails.filter((mail) => mail.includes(`filename=${document.number}.pdf`));
  expect(ours).toHaveLength(1);
  expect(ours[0]).toContain(`To: ${org.email}`);
});

it("a document keeps the language that the organisation had when it was issued", async () => {
  const { org, invoiceId } = await createBilledOrg(platform);
  const languageOf = async () => {
    const answer = await platform.request("GET /billing/invoices/:invoiceId/pdf", { invoiceId }, org);
    return /\/Lang \((.*?)\)/.exec(Buffer.from(await answer.arrayBuffer()).toString("latin1"))?.[1];
  };
  await platform.call("PUT /settings/organisation/locale", { locale: "sw" }, org);
  expect(await languageOf()).toBe("en-KE");
  const now = platform.clock.now();
  const found = await platform.services.db.withSystem((tx) => readDocument(tx, org.orgId, invoiceId, now));
  const { document } = found!;
  const french = {
    ...found!,
    document: { ...document, billTo: { ...document.billTo!, locale: "fr" as const } },
  };
  const pdf = await renderDocument(french, platform.services.config);
  expect(pdf.toString("latin1")).toMatch(/\/Lang \(fr-FR\)/);
});

it("the statement lists what the filters show, and nothing of others", async () => {
  const { org, invoiceId } = await createBilledOrg(platform);
  const { document } = await shown(org, invoiceId);
  const csv = await (await platform.request("GET /billing/statement", {}, org)).text();
  expect(csv).toContain(`${document.number},Invoice`);
  expect(csv).toContain("15000.00");
  const others = await platform.createOrg("Others");
  const empty = await (await platform.request("GET /billing/statement", {}, others)).text();
  expect(empty.trim().split("\n")).toHaveLength(1);
});
