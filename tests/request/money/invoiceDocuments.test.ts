import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { renderDocument } from "#app/domain/money/invoices/pdf.server.ts";
import { readDocument } from "#app/domain/money/invoices/queries.server.ts";
import { brandMark } from "#app/platform/brandMark.ts";
import { createBilledOrg } from "#tests/support/billing.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform({ startsAt: "2026-11-02T09:00:00Z" });

const shown = (org: TestOrg, invoiceId: string) =>
  platform.call("GET /billing/invoices/:invoiceId", { invoiceId }, org);

it("the PDF is served to the organisation only, tagged and with its number", async () => {
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

it("the invoice is emailed once, with its PDF", async () => {
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

/** The drawing of a PDF: its streams, inflated. */
function drawingOf(pdf: Buffer): string {
  const text = pdf.toString("latin1");
  return [...text.matchAll(/<<([^>]*\/FlateDecode[^>]*)>>\s*stream\r?\n/g)]
    .map((found) => {
      const begin = found.index + found[0].length;
      // By its length: compressed bytes may end like a line.
      const length = Number(/\/Length (\d+)/.exec(found[1]!)![1]);
      return inflateSync(pdf.subarray(begin, begin + length)).toString("latin1");
    })
    .join("\n");
}

it.each(["invoice", "receipt", "credit_note"] as const)(
  "%s PDFs bear the product's own logo",
  async (kind) => {
    const { org, invoiceId } = await createBilledOrg(platform);
    const now = platform.clock.now();
    const found = await platform.services.db.withSystem((tx) => readDocument(tx, org.orgId, invoiceId, now));
    const { document } = found!;
    const pdf = await renderDocument(
      { ...found!, document: { ...document, kind } },
      platform.services.config,
    );
    const drawing = drawingOf(pdf);
    // The letter of `brandMark`: M5 7h22v4l-7.5 5v10h-7V16L5 11Z, on its rounded tile.
    expect(drawing).toMatch(
      /\b5 7 m\s+27 7 l\s+27 11 l\s+19\.5 16 l\s+19\.5 26 l\s+12\.5 26 l\s+12\.5 16 l\s+5 11 l/,
    );
    const [red, green, blue] = [1, 3, 5].map(
      (at) => Number.parseInt(brandMark.tile.slice(at, at + 2), 16) / 255,
    );
    const colour = drawing
      .match(/([\d.]+) ([\d.]+) ([\d.]+) (?:scn|rg)/)!
      .slice(1, 4)
      .map(Number);
    expect(colour[0]).toBeCloseTo(red!, 2);
    expect(colour[1]).toBeCloseTo(green!, 2);
    expect(colour[2]).toBeCloseTo(blue!, 2);
  },
);

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
