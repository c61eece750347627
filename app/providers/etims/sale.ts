import type { TaxLine, TaxSale } from "#app/platform/etims.ts";
import { toNairobiIso } from "#app/platform/nairobiTime.ts";

const bands = ["A", "B", "C", "D", "E"] as const;
type Band = (typeof bands)[number];

/** What we sell, as KRA knows it: a service, not packed, counted in units. */
export const itemCode = "KE3NTU0000001";
export const itemName = "WhatsApp messaging";

/** KRA's bands: A exempt, B 16 %, E special. A and B are easily taken for each other. */
export const bandOf = (vatBasisPoints: number): Band =>
  vatBasisPoints === 1600 ? "B" : vatBasisPoints === 0 ? "A" : "E";

const kes = (cents: number) => cents / 100;
const sum = (lines: readonly TaxLine[], what: "netCents" | "vatCents" | "totalCents") =>
  lines.reduce((total, line) => total + line[what], 0);

/** `yyyyMMddHHmmss` in Kenya. */
export const kraTime = (at: Date): string => toNairobiIso(at).slice(0, 19).replace(/\D/g, "");

const by = { regrId: "platform", regrNm: "platform", modrId: "platform", modrNm: "platform" };

/** Cash sale or credit sale: a receipt is of what was paid, by whatever way. */
const paymentTypes = { invoice: "02", receipt: "07", credit_note: "07" } as const;
const refunded = "06";

/** The body of `saveTrnsSalesOsdc`. */
export function saleBody(sale: TaxSale, { itemClass, name }: { itemClass: string; name: string }) {
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
    totItemCnt: sale.lines.length,
    ...bandTotals(sale.lines),
    totTaxblAmt: kes(sum(sale.lines, "netCents")),
    totTaxAmt: kes(sum(sale.lines, "vatCents")),
    totAmt: kes(sum(sale.lines, "totalCents")),
    prchrAcptcYn: "N",
    ...by,
    receipt: {
      custTin: sale.customerPin,
      rcptPbctDt: at,
      trdeNm: name.slice(0, 20),
      prchrAcptcYn: "N",
    },
    itemList: sale.lines.map((line, index) => itemOf(line, index, itemClass)),
  };
}

function bandTotals(lines: readonly TaxLine[]): Record<string, number> {
  return Object.fromEntries(
    bands.flatMap((band) => {
      const own = lines.filter((line) => bandOf(line.vatBasisPoints) === band);
      return [
        [`taxblAmt${band}`, kes(sum(own, "netCents"))],
        [`taxRt${band}`, (own[0]?.vatBasisPoints ?? (band === "B" ? 1600 : 0)) / 100],
        [`taxAmt${band}`, kes(sum(own, "vatCents"))],
      ];
    }),
  );
}

const itemOf = (line: TaxLine, index: number, itemClass: string) => ({
  itemSeq: index + 1,
  itemCd: itemCode,
  itemClsCd: itemClass,
  itemNm: line.description.slice(0, 200),
  pkgUnitCd: "NT",
  pkg: line.quantity,
  qtyUnitCd: "U",
  qty: line.quantity,
  prc: Math.round(line.netCents / line.quantity) / 100,
  splyAmt: kes(line.netCents),
  dcRt: 0,
  dcAmt: 0,
  taxTyCd: bandOf(line.vatBasisPoints),
  taxblAmt: kes(line.netCents),
  taxAmt: kes(line.vatCents),
  totAmt: kes(line.totalCents),
});

/** The body of `saveItem`. */
export const itemBody = (itemClass: string) => ({
  itemCd: itemCode,
  itemClsCd: itemClass,
  itemTyCd: "3",
  itemNm: itemName,
  orgnNatCd: "KE",
  pkgUnitCd: "NT",
  qtyUnitCd: "U",
  taxTyCd: "B",
  dftPrc: 0,
  isrcAplcbYn: "N",
  useYn: "Y",
  ...by,
});
