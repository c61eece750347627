import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { newReference, referencesIn } from "#app/domain/money/bank/references.ts";
import { balanceOf } from "#tests/support/billing.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const header = "Date,Reference,Narration,Credit\n";

async function announced(org: TestOrg, amountKes: number): Promise<string> {
  const input = { method: "bank" as const, amountKes, key: randomUUID() };
  const { paymentId } = await platform.call("POST /payments", input, org);
  const { payment } = await platform.call("GET /payments/:paymentId", { paymentId }, org);
  return payment.reference!;
}

it("a statement is matched by the reference in any spacing, once though it is uploaded twice", async () => {
  const org = await platform.createOrg();
  const staff = await platform.createOrg("Operations", "admin");
  const reference = await announced(org, 2500);
  const spaced = `${reference.slice(0, 4).toLowerCase()} ${reference.slice(4)}`;
  const csv = `${header}2026-11-20,FT1,"RTGS ${spaced} Duka","2,500.00"\n2026-11-20,FT2,No idea,100\n21/11/2026,FT3,Fees,-50.00\n`;
  expect(await platform.call("POST /admin/bank/statements", { csv }, staff)).toEqual({
    lines: 2,
    known: 0,
    matched: 1,
    open: 1,
  });
  expect(await platform.call("POST /admin/bank/statements", { csv }, staff)).toMatchObject({ known: 2 });
  expect(await balanceOf(platform, org, "wallet")).toBe(250_000);
});

it("unmatched payments wait on a work list, and are settled once", async () => {
  const org = await platform.createOrg();
  const staff = await platform.createOrg("Operations", "admin");
  const reference = await announced(org, 700);
  await platform.call(
    "POST /admin/bank/statements",
    { csv: `${header}2026-11-20,FT9,Cash deposit,700\n` },
    staff,
  );
  const { items } = await platform.call("GET /admin/work", { list: "unmatched" }, staff);
  const line = items.find(({ title }) => title.includes("FT9"))!;
  expect(line.details).toBe("Cash deposit · It has none of our references.");
  const place = { list: "unmatched" as const, itemId: line.id };
  const { transfers } = await platform.call("GET /admin/work/:list/:itemId", place, staff);
  expect(transfers).toContainEqual(expect.objectContaining({ reference, amountCents: 70_000 }));
  const settle = (input: object) =>
    platform.request("POST /admin/bank/lines/:lineId", { lineId: line.id, ...input }, staff);
  expect((await settle({ reference: "TB2222222" })).status).toBe(400);
  const both = await Promise.all([settle({ reference }), settle({ reference })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await balanceOf(platform, org, "wallet")).toBe(70_000);
});

it.each([
  ["no header", "1,2,3,4\n"],
  ["a fraction of a cent", `${header}2026-11-20,A,x,1.005\n`],
  ["an exponent", `${header}2026-11-20,A,x,1e9\n`],
  ["a day that is none", `${header}2026-02-30,A,x,10\n`],
  ["a quote that never ends", `${header}2026-11-20,A,"x,10\n`],
])("a statement with %s is refused whole", async (_, csv) => {
  const staff = await platform.createOrg("Operations", "admin");
  const answer = await platform.request("POST /admin/bank/statements", { csv }, staff);
  expect(answer.status).toBe(400);
});

it("a reference with a typo matches no one", () => {
  const reference = newReference(Buffer.from([1, 2, 3, 4, 5, 6]));
  expect(referencesIn(`Paid ${reference}`)).toEqual([reference]);
  expect(referencesIn(reference.replace(/.$/, (last) => (last === "2" ? "3" : "2")))).toEqual([]);
});
