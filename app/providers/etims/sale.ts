import type { EtimsConfig } from "#app/platform/config/etimsConfig.ts";
import type { TaxBand, TaxItem, TaxLine, TaxSale } from "#app/platform/gates/etims.ts";
import { toNairobiIso } from "#app/platform/time/nairobiTime.ts";

const bands: readonly TaxBand[] = ["A", "B", "C", "D", "E"];

/** Our item, as registered with KRA: a service, not packed, counted in units. */
export const ourItem: TaxItem = { code: "KE3NTU0000001", name: "WhatsApp messaging", type: "3", band: "B" };

/** KRA's bands: A exempt, B 16 %, E special. A and B are easily confused. */
export const bandOf = (vatBasisPoints: number): TaxBand =>
  vatBasisPoints === 1600 ? "B" : vatBasisPoints === 0 ? "A" : "E";
const bandOfLine = ({ band, vatBasisPoints }: TaxLine): TaxBand => band ?? bandOf(vatBasisPoints);

/** A line with its amount for KRA, by `ETIMS_VAT`: without VAT, or with it (docs/facts/payments.md §1.1). */
type Line = TaxLine & { taxableCents: number };
const taxableOf = (line: TaxLine, vat: EtimsConfig["vat"]) =>
  vat === "included" ? line.totalCents : line.netCents;

const kes = (cents: number) => cents / 100;
const sum = (lines: readonly Line[], what: "taxableCents" | "vatCents" | "totalCents") =>
  lines.reduce((total, line) => total + line[what], 0);

/** `yyyyMMddHHmmss` in Kenya. */
export const kraTime = (at: Date): string => toNairobiIso(at).slice(0, 19).replace(/\D/g, "");

const by = { regrId: "platform", regrNm: "platform", modrId: "platform", modrNm: "platform" };

/** Cash sale or credit sale: a receipt is for a payment by any method. */
const paymentTypes = { invoice: "02", receipt: "07", credit_note: "07" } as const;
const refunded = "06";

/** The body of `saveTrnsSalesOsdc`. */
export function saleBody(
  sale: TaxSale,
  { itemClass, vat, name }: Pick<EtimsConfig, "itemClass" | "vat"> & { name: string },
) {
  const lines = sale.lines.map((line) => ({ ...line, taxableCents: taxableOf(line, vat) }));
  const at = kraTime(sale.issuedAt);
  const isCredit = sale.kind === "credit_note";
  const customer = { custTin: sale.customerPin, custNm: sale.customerName.slice(0, 60) };
  return {
    trdInvcNo: sale.documentNumber,
    invcNo: sale.taxNumber,
    orgInvcNo: sale.originalTaxNumber,
    ...customer,
    salesTyCd: "N",
    rcptTyCd: isCredit ? "R" : "S",
    pmtTyCd: paymentTypes[sale.kind],
    salesSttsCd: "02",
    cfmDt: at,
    salesDt: at.slice(0, 8),
    ...(isCredit ? { rfdDt: at, rfdRsnCd: refunded } : {}),
    totItemCnt: lines.length,
    ...bandTotals(lines),
    totTaxblAmt: kes(sum(lines, "taxableCents")),
    totTaxAmt: kes(sum(lines, "vatCents")),
    totAmt: kes(sum(lines, "totalCents")),
    prchrAcptcYn: "N",
    ...by,
    receipt: {
      custTin: sale.customerPin,
      rcptPbctDt: at,
      trdeNm: name.slice(0, 20),
      prchrAcptcYn: "N",
    },
    itemList: lines.map((line, index) => itemOf(line, index, itemClass)),
  };
}

function bandTotals(lines: readonly Line[]): Record<string, number> {
  return Object.fromEntries(
    bands.flatMap((band) => {
      const own = lines.filter((line) => bandOfLine(line) === band);
      return [
        [`taxblAmt${band}`, kes(sum(own, "taxableCents"))],
        [`taxRt${band}`, (own[0]?.vatBasisPoints ?? (band === "B" ? 1600 : 0)) / 100],
        [`taxAmt${band}`, kes(sum(own, "vatCents"))],
      ];
    }),
  );
}

const itemOf = (line: Line, index: number, itemClass: string) => ({
  itemSeq: index + 1,
  itemCd: line.itemCode ?? ourItem.code,
  itemClsCd: itemClass,
  itemNm: line.description.slice(0, 200),
  pkgUnitCd: "NT",
  pkg: line.quantity,
  qtyUnitCd: "U",
  qty: line.quantity,
  prc: Math.round(line.taxableCents / line.quantity) / 100,
  splyAmt: kes(line.taxableCents),
  dcRt: 0,
  dcAmt: 0,
  taxTyCd: bandOfLine(line),
  taxblAmt: kes(line.taxableCents),
  taxAmt: kes(line.vatCents),
  totAmt: kes(line.totalCents),
});

/** The body of `saveItem`. */
export const itemBody = (itemClass: string, { code, name, type, band }: TaxItem) => ({
  itemCd: code,
  itemClsCd: itemClass,
  itemTyCd: type,
  itemNm: name,
  orgnNatCd: "KE",
  pkgUnitCd: "NT",
  qtyUnitCd: "U",
  taxTyCd: band,
  dftPrc: 0,
  isrcAplcbYn: "N",
  useYn: "Y",
  ...by,
});
