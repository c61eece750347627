import { expect, it } from "vitest";
import type { TaxSale } from "#app/platform/gates/etims.ts";
import { saveSale } from "#simulators/etims/sales.ts";
import { EtimsSimulator } from "#simulators/etims/simulator.ts";
import type { JsonObject } from "#simulators/kit/json.ts";
import { ourItem, saleBody } from "./sale.ts";

const sale = (taxNumber: number): TaxSale => ({
  ...{ taxNumber, originalTaxNumber: 0, documentNumber: `INV-2026-${taxNumber}`, kind: "invoice" },
  ...{ customerName: "Duka Letu", customerPin: null, issuedAt: new Date("2026-11-02T09:00:00Z") },
  lines: [
    ...[
      { description: "Plan", quantity: 1, vatBasisPoints: 1600, netCents: 1_500_000, vatCents: 240_000 },
      { description: "Messages", quantity: 3, vatBasisPoints: 1600, netCents: 517, vatCents: 83 },
    ].map((line) => ({ ...line, totalCents: line.netCents + line.vatCents })),
  ],
});

/** KRA with a device that has our item. */
function newKra() {
  const simulator = new EtimsSimulator({
    ...{ port: 0, clientId: "a", clientSecret: "b", pin: "P000000000S", branch: "00", deviceSerial: "d" },
  });
  const branch = simulator.branchOf("P000000000S", "00");
  branch.items.push(ourItem.code, "KR1BXCTX0000001");
  return (body: JsonObject) => saveSale(simulator, branch, body);
}

it.each([
  ["added", { totTaxblAmt: 15_005.17, totTaxAmt: 2400.83, totAmt: 17_406 }, 15_000],
  ["included", { totTaxblAmt: 17_406, totTaxAmt: 2400.83, totAmt: 17_406 }, 17_400],
] as const)("registers a sale with VAT %s", (vat, totals, price) => {
  const body = saleBody(sale(1), { itemClass: "8111000000", vat, name: "Tarishi" });
  expect(body).toMatchObject({ ...totals, taxblAmtB: totals.totTaxblAmt });
  expect(body.itemList[0]).toMatchObject({ prc: price, splyAmt: price, taxblAmt: price, totAmt: 17_400 });
  expect(newKra()(body)).toMatchObject({ resultCd: "000" });
});

/** The amounts of the example in KRA's document of OSCU, with VAT of 18 % inside, in whole shillings. */
const published = {
  ...saleBody({ ...sale(1), lines: [] }, { itemClass: "8111000000", vat: "included", name: "Tarishi" }),
  ...{ totItemCnt: 1, taxblAmtB: 7000, taxRtB: 18, taxAmtB: 1068 },
  ...{ totTaxblAmt: 7000, totTaxAmt: 1068, totAmt: 7000 },
  itemList: [
    {
      ...{ itemSeq: 1, itemCd: "KR1BXCTX0000001", itemClsCd: "1110162100", itemNm: "test item 1", qty: 2 },
      ...{ prc: 3500, splyAmt: 7000, dcRt: 0, dcAmt: 0, taxTyCd: "B" },
      ...{ taxblAmt: 7000, taxAmt: 1068, totAmt: 7000 },
    },
  ],
};

it("the simulator registers KRA's published example, and refuses sums that fit neither convention", () => {
  expect(newKra()(published)).toMatchObject({ resultCd: "000" });
  const [item] = published.itemList;
  const wrong = { ...published, itemList: [{ ...item, taxAmt: 965.52 }] };
  expect(newKra()(wrong)).toMatchObject({ resultMsg: expect.stringContaining("taxAmt") });
  const mixed = { ...published, itemList: [{ ...item, totAmt: 7500 }] };
  expect(newKra()(mixed)).toMatchObject({ resultMsg: expect.stringContaining("totAmt") });
});
