import { randomBytes } from "node:crypto";
import { isObject, type JsonObject, listAt, textAt } from "../kit/json.ts";
import type { BranchState, EtimsSimulator, Registered } from "./simulator.ts";

export interface Result {
  resultCd: string;
  resultMsg: string;
  data?: unknown;
}

const wrong = (what: string): Result => ({ resultCd: "910", resultMsg: `Request parameter error: ${what}` });
const cents = (value: unknown) => Math.round(Number(value) * 100);

const rates: Record<string, number> = { A: 0, B: 16, C: 0, D: 0, E: 8 };

/**
 * The error in the amounts, if any: items against bands, bands against totals. Both conventions are accepted:
 * VAT added to the taxable amount or, as in KRA's published example, included in it. A document uses one.
 */
function amountProblem(body: JsonObject, items: readonly JsonObject[]): string | undefined {
  const isIncluded = items.some((item) => cents(item.taxAmt) > 0 && item.taxblAmt === item.totAmt);
  let [net, tax, total] = [0, 0, 0];
  const bands: Record<string, { net: number; tax: number }> = {};
  for (const item of items) {
    const band = textAt(item, "taxTyCd") ?? "";
    if (rates[band] === undefined) return "taxTyCd";
    const rate = Number(body[`taxRt${band}`] ?? rates[band]);
    const [itemNet, itemTax, itemTotal] = [cents(item.taxblAmt), cents(item.taxAmt), cents(item.totAmt)];
    if (itemTotal !== itemNet + (isIncluded ? 0 : itemTax)) return "totAmt of an item";
    const expected = isIncluded ? (itemTotal * rate) / (100 + rate) : (itemNet * rate) / 100;
    // KRA's own example rounds to whole shillings.
    const tolerance = isIncluded && itemTax % 100 === 0 ? 50 : 1;
    if (Math.abs(itemTax - expected) > tolerance) return "taxAmt of an item";
    bands[band] = {
      net: (bands[band]?.net ?? 0) + itemNet,
      tax: (bands[band]?.tax ?? 0) + itemTax,
    };
    [net, tax, total] = [net + itemNet, tax + itemTax, total + itemTotal];
  }
  for (const band of Object.keys(rates)) {
    if (cents(body[`taxblAmt${band}`]) !== (bands[band]?.net ?? 0)) return `taxblAmt${band}`;
    if (cents(body[`taxAmt${band}`]) !== (bands[band]?.tax ?? 0)) return `taxAmt${band}`;
  }
  if (cents(body.totTaxblAmt) !== net) return "totTaxblAmt";
  if (cents(body.totTaxAmt) !== tax) return "totTaxAmt";
  return cents(body.totAmt) === total ? undefined : "totAmt";
}

function fieldProblem(state: BranchState, body: JsonObject, items: readonly JsonObject[]) {
  for (const name of ["trdInvcNo", "salesSttsCd", "prchrAcptcYn", "regrId", "regrNm", "modrId", "modrNm"])
    if (!textAt(body, name)) return name;
  if (!/^[SR]$/.test(textAt(body, "rcptTyCd") ?? "")) return "rcptTyCd";
  if (!/^\d{14}$/.test(textAt(body, "cfmDt") ?? "")) return "cfmDt";
  if (!/^\d{8}$/.test(textAt(body, "salesDt") ?? "")) return "salesDt";
  const custTin = textAt(body, "custTin");
  if (custTin !== undefined && !/^[A-Z]\d{9}[A-Z]$/.test(custTin)) return "custTin";
  if ((textAt(body, "custNm") ?? "").length > 60) return "custNm";
  if (items.length === 0 || items.length !== Number(body.totItemCnt)) return "totItemCnt";
  if (items.some((item) => !state.items.includes(textAt(item, "itemCd") ?? ""))) return "itemCd";
  return undefined;
}

/** `saveTrnsSalesOsdc`: in order, once, with matching sums; a credit note not above its invoice. */
export function saveSale(simulator: EtimsSimulator, state: BranchState, body: JsonObject): Result {
  const { sales } = state;
  const invcNo = Number(body.invcNo);
  const items = listAt(body, "itemList").filter(isObject);
  if (!Number.isInteger(invcNo) || invcNo < 1) return wrong("invcNo");
  const known = sales.find((sale) => sale.invcNo === invcNo);
  if (known) return { resultCd: "994", resultMsg: "There is overlapped data.", data: registeredReply(known) };
  const last = sales.at(-1)?.invcNo;
  if (last !== undefined && invcNo !== last + 1) return wrong("invcNo is not the next one");
  const problem = fieldProblem(state, body, items) ?? amountProblem(body, items);
  if (problem) return wrong(problem);
  const totalCents = cents(body.totAmt);
  const isCredit = body.rcptTyCd === "R";
  if (isCredit) {
    if (!textAt(body, "rfdRsnCd") || !/^\d{14}$/.test(textAt(body, "rfdDt") ?? "")) return wrong("rfdRsnCd");
    const original = sales.find((sale) => sale.invcNo === Number(body.orgInvcNo));
    const isFromBefore = Number(body.orgInvcNo) < (sales[0]?.invcNo ?? 1);
    if (!original && !isFromBefore) return wrong("orgInvcNo");
    if (original && original.openCents < totalCents) return wrong("totAmt is above the original invoice");
    if (original) original.openCents -= totalCents;
  }
  const sale: Registered = {
    invcNo,
    trdInvcNo: textAt(body, "trdInvcNo")!,
    curRcptNo: sales.length + 1,
    totRcptNo: sales.length + 1,
    intrlData: code(26),
    rcptSign: code(16),
    sdcDateTime: simulator.now(),
    openCents: isCredit ? 0 : totalCents,
  };
  sales.push(sale);
  const { totAmt, rcptTyCd, custTin } = body;
  simulator.note("sale", { invcNo, trdInvcNo: sale.trdInvcNo, totAmt, rcptTyCd, custTin });
  return { resultCd: "000", resultMsg: "It is succeeded", data: registeredReply(sale) };
}

const registeredReply = ({ curRcptNo, totRcptNo, intrlData, rcptSign, sdcDateTime }: Registered) => ({
  curRcptNo: String(curRcptNo),
  totRcptNo: String(totRcptNo),
  intrlData,
  rcptSign,
  sdcDateTime,
});

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const code = (length: number) =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join("");
