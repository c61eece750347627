import { encode } from "uqr";
import { m } from "#messages";
import { kraReceiptTime } from "../tax/words.ts";
import type { DocumentWithLines } from "./queries.server.ts";

type Pdf = PDFKit.PDFDocument;
type Tax = NonNullable<DocumentWithLines["tax"]>;

const qrSide = 108;
const muted = "#55635e";
const ink = "#14211d";

/** `ABCD-EFGH`: groups of four are easier to compare. */
const inFours = (text: string) => text.match(/.{1,4}/g)?.join("-") ?? "";

/** The height of the block, in points. */
export const taxBlockHeight = 136;

/** Draws the control unit, receipt number, signature and verification code, or that they are pending. */
export function drawTax(pdf: Pdf, tax: Tax, { x, y, width }: { x: number; y: number; width: number }): void {
  pdf.font("Helvetica-Bold").fontSize(9.5).fillColor(ink).text("KRA eTIMS", x, y);
  if (tax.state !== "accepted") {
    pdf
      .font("Helvetica")
      .fillColor(muted)
      .text(m.papers_tax_pending(), x, y + 15, { width });
    return;
  }
  const textX = tax.link ? x + qrSide + 16 : x;
  const facts: [string, string | null][] = [
    [m.papers_our_pin(), tax.branch.split(":")[0]!],
    [m.papers_customer_pin(), tax.customerPin],
    [m.papers_control_unit(), tax.controlUnitId],
    [m.papers_receipt_number(), tax.receiptNumber],
    [m.papers_registered(), tax.decidedAt && kraReceiptTime(tax.decidedAt)],
    [m.papers_internal_data(), tax.internalData && inFours(tax.internalData)],
    [m.papers_signature(), tax.signature && inFours(tax.signature)],
  ];
  facts
    .filter((fact): fact is [string, string] => Boolean(fact[1]))
    .forEach(([name, value], index) => {
      const top = y + 18 + index * 16;
      pdf.font("Helvetica").fontSize(9.5).fillColor(muted).text(name, textX, top, { width: 88 });
      pdf.fillColor(ink).text(value, textX + 92, top, { width: width - (textX - x) - 92, lineBreak: false });
    });
}

/** The QR code of a registered document, drawn as squares to be sharp at any size. */
export function drawTaxCode(pdf: Pdf, link: string, { x, y }: { x: number; y: number }): void {
  const { data, size } = encode(link, { border: 0, ecc: "M" });
  const module = qrSide / size;
  data.forEach((row, rowAt) => {
    row.forEach((isDark, columnAt) => {
      if (isDark) pdf.rect(x + columnAt * module, y + rowAt * module, module, module);
    });
  });
  pdf.fill("#000000");
}
