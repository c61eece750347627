import { brandMark } from "#app/platform/brandMark.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import { numbersIn } from "#app/platform/locale/byLocale.ts";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { currentLocale, defaultLocale } from "#app/platform/locale/locale.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { percentText } from "#app/platform/numbers/percent.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { m } from "#messages";
import { drawTax, drawTaxCode, taxBlockHeight } from "./pdfTax.ts";
import type { DocumentWithLines } from "./queries.server.ts";
import { isUnpaid } from "./states.ts";
import { kindWords, statusWords } from "./words.ts";

type Pdf = PDFKit.PDFDocument;

const left = 56;
const right = 539;
/** The lowest position of text on a page, in points. */
const lowest = 786;
const ink = "#14211d";
const muted = "#55635e";

/**
 * An A4 page, tagged for screen readers. Rendered from immutable rows, so only its status changes. Its
 * language is the organisation's at the date of issue, whoever reads it.
 */
export function renderDocument(found: DocumentWithLines, config: Pick<Config, "brand">): Promise<Buffer> {
  return withLocale(found.document.billTo?.locale ?? defaultLocale, () => draw(found, config));
}

async function openPdf(title: string, author: string, finalizedAt: Date): Promise<Pdf> {
  const { default: PDFDocument } = await import("pdfkit");
  return new PDFDocument({
    size: "A4",
    margin: left,
    lang: numbersIn[currentLocale()],
    tagged: true,
    displayTitle: true,
    pdfVersion: "1.7",
    info: { Title: title, Author: author, CreationDate: finalizedAt, ModDate: finalizedAt },
  });
}

async function draw(found: DocumentWithLines, config: Pick<Config, "brand">): Promise<Buffer> {
  const { document } = found;
  const title = `${kindWords[document.kind]} ${document.number}`;
  const pdf = await openPdf(title, config.brand.name, document.finalizedAt!);
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  const root = pdf.struct("Document");
  pdf.addStructure(root);
  const tagged = (tag: "H1" | "P" | "Figure", draw: () => void, alt?: string) =>
    root.add(pdf.struct(tag, alt ? { alt } : {}, draw));
  tagged("Figure", () => drawLogo(pdf, config.brand.name), m.papers_logo({ brand: config.brand.name }));
  tagged("H1", () => {
    pdf.fillColor(ink).font("Helvetica-Bold").fontSize(20).text(title, left, 120);
  });
  tagged("P", () => drawParties(pdf, found, config));
  const { table, bottom } = drawLines(pdf, found);
  root.add(table);
  tagged("P", () => drawNotes(pdf, found, config, bottom));
  if (found.tax) drawTaxBlock(pdf, found.tax, tagged);
  root.end();
  pdf.end();
  return done;
}

/** Below the notes, or on the next page when there is no room. */
function drawTaxBlock(
  pdf: Pdf,
  tax: NonNullable<DocumentWithLines["tax"]>,
  tagged: (tag: "P" | "Figure", draw: () => void, alt?: string) => void,
): void {
  if (pdf.y + taxBlockHeight + 24 > lowest) pdf.addPage();
  const at = { x: left, y: pdf.y + 24 };
  tagged("P", () => drawTax(pdf, tax, { ...at, width: right - left }));
  const { link } = tax;
  if (link)
    tagged("Figure", () => drawTaxCode(pdf, link, { x: left, y: at.y + 18 }), m.papers_qr_code({ link }));
}

function drawLogo(pdf: Pdf, name: string): void {
  const { size, corner, tile, letter, paper, spark } = brandMark;
  pdf.save().translate(left, 54);
  pdf.roundedRect(0, 0, size, size, corner).fill(tile);
  pdf.path(letter).fill(paper);
  pdf.circle(spark.x, spark.y, spark.radius).fill(spark.colour);
  pdf.restore();
  pdf
    .fillColor(brandMark.tile)
    .font("Helvetica-Bold")
    .fontSize(18)
    .text(name, left + 42, 62, { lineBreak: false });
}

function drawParties(
  pdf: Pdf,
  { document, related }: DocumentWithLines,
  config: Pick<Config, "brand">,
): void {
  const { billTo, kind } = document;
  pdf.font("Helvetica").fontSize(10).fillColor(muted).text(m.papers_billed_to(), left, 160);
  pdf
    .fillColor(ink)
    .text(billTo?.name ?? "", left, 174, { width: 240 })
    .text(billTo?.email ?? "");
  pdf.fillColor(muted).text(m.papers_seller(), left, 226);
  pdf.fillColor(ink).text(config.brand.name, left, 240).text(config.brand.salesEmail);
  const billing = document.billingType === "prepaid" ? m.papers_prepaid : m.papers_postpaid;
  const facts: [string, string][] = [
    [m.papers_number(), document.number ?? ""],
    [m.papers_date(), dayWords(document.finalizedAt!)],
    ...(document.dueAt ? ([[m.papers_due(), dayWords(document.dueAt)]] as [string, string][]) : []),
    ...(kind === "credit_note"
      ? ([[m.papers_credits(), related[0]?.number ?? ""]] as [string, string][])
      : []),
    [m.papers_plan(), `${document.planType}, ${billing()}`],
    [m.papers_status(), statusWords[document.status]],
  ];
  facts.forEach(([name, value], index) => {
    const y = 160 + index * 16;
    pdf.fillColor(muted).text(name, 340, y, { width: 70, lineBreak: false });
    pdf.fillColor(ink).text(value, 412, y, { width: right - 412, lineBreak: false });
  });
}

const columns = [
  { x: left, width: 188, align: "left" },
  { x: 246, width: 36, align: "right" },
  { x: 284, width: 76, align: "right" },
  { x: 362, width: 98, align: "right" },
  { x: 464, width: right - 464, align: "right" },
] as const;

const inFont = (pdf: Pdf, bold: boolean) => pdf.font(bold ? "Helvetica-Bold" : "Helvetica").fontSize(9.5);

function heightOfRow(pdf: Pdf, cells: readonly string[], bold: boolean): number {
  inFont(pdf, bold);
  return Math.max(...cells.map((cell, index) => pdf.heightOfString(cell, { width: columns[index]!.width })));
}

function drawRow(
  pdf: Pdf,
  table: PDFKit.PDFStructureElement,
  cells: readonly string[],
  { top, tag, bold }: { top: number; tag: "TH" | "TD"; bold: boolean },
): void {
  const tr = pdf.struct("TR");
  table.add(tr);
  cells.forEach((cell, index) => {
    const { x, width, align } = columns[index]!;
    tr.add(
      pdf.struct(tag, {}, () => {
        inFont(pdf, bold).fillColor(ink).text(cell, x, top, { width, align });
      }),
    );
  });
}

function drawRule(pdf: Pdf, y: number): void {
  pdf.markContent("Artifact", { type: "Layout" });
  pdf.lineWidth(0.5).strokeColor("#c9d3cf").moveTo(left, y).lineTo(right, y).stroke();
  pdf.endMarkedContent();
}

/** The table, tagged with rows and cells so that screen readers announce the columns. */
function drawLines(
  pdf: Pdf,
  { document, lines }: DocumentWithLines,
): { table: PDFKit.PDFStructureElement; bottom: number } {
  const money = (cents: number) => formatKes(cents).replaceAll("\u00a0", " ").replace("−", "-");
  const table = pdf.struct("Table");
  let y = 300;
  const row = (cells: readonly string[], tag: "TH" | "TD", bold = tag === "TH") => {
    const height = heightOfRow(pdf, cells, bold);
    if (y + height > 720) {
      pdf.addPage();
      y = left;
    }
    drawRow(pdf, table, cells, { top: y, tag, bold });
    y += height + 9;
    drawRule(pdf, y - 5);
  };
  row([m.papers_description(), m.papers_qty(), m.papers_net(), m.papers_vat(), m.papers_total()], "TH");
  for (const line of lines)
    row(
      [
        line.description,
        formatCount(line.quantity).replaceAll("\u00a0", " "),
        money(line.netCents),
        `${money(line.vatCents)} (${percentText(line.vatBasisPoints / 100).replaceAll("\u00a0", " ")})`,
        money(line.totalCents),
      ],
      "TD",
    );
  row(
    [m.papers_total(), "", money(document.netCents), money(document.vatCents), money(document.totalCents)],
    "TD",
    true,
  );
  table.end();
  return { table, bottom: y + 12 };
}

/** A date in Kenya in the document's language; the font has only the plain blank. */
const dayWords = (at: Date): string => longDay(dayOf(at)).replace(/\s/g, " ");

const paidOn = (at: Date, way: string | null): string =>
  way ? m.papers_paid_on_by({ day: dayWords(at), way }) : m.papers_paid_on({ day: dayWords(at) });

function drawNotes(
  pdf: Pdf,
  { document }: DocumentWithLines,
  config: Pick<Config, "brand">,
  top: number,
): void {
  const openCents = document.totalCents - document.creditedCents;
  const isOpen = document.dueAt !== null && isUnpaid(document.status) && openCents > 0;
  const notes = [
    isOpen && m.papers_amount_due({ amount: formatKes(openCents), day: dayWords(document.dueAt!) }),
    document.kind === "invoice" && document.paidAt && paidOn(document.paidAt, document.paidWith),
    document.creditedCents > 0 && m.papers_credited({ amount: formatKes(document.creditedCents) }),
    document.kind === "receipt" && m.papers_received(),
    m.papers_vat_included(),
    m.papers_questions({ email: config.brand.salesEmail }),
  ].filter((note): note is string => Boolean(note));
  pdf
    .font("Helvetica")
    .fontSize(9.5)
    .fillColor(muted)
    .text(notes.join("\n").replaceAll("\u00a0", " "), left, top, { width: right - left, lineGap: 3 });
}
