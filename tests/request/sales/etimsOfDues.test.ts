import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { taxDocuments } from "#app/db/schema/sales/tax.ts";
import { newId } from "#app/platform/ids.ts";
import { createSchools } from "#tests/support/books.ts";
import { setUpTax } from "#tests/support/tax.ts";

const { platform, switchOn, documents } = setUpTax();
const { newSchool, inDays } = createSchools(platform);

/** A school with eTIMS on, whose book has this VAT. */
async function taxedSchool(vatClass: string) {
  const school = await newSchool({ vatClass });
  await switchOn(school.org);
  return school;
}
type School = Awaited<ReturnType<typeof taxedSchool>>;

const refundAll = async (school: School) => {
  for (const { id } of await school.payments()) await school.refund(id);
  await platform.runJobs();
};

it("gives each part of a payment that pays a due its invoice, with the VAT of the book and without a pupil's name", async () => {
  const school = await taxedSchool("exempt");
  await school.owe("Term 1", 2000, inDays(5));
  await school.owe("Term 2", 3000, inDays(100));
  await school.pays(2500);
  const [first, second] = await school.dues();
  const [payment] = await school.payments();
  const sale = { kind: "sale", state: "accepted", paymentId: payment!.id };
  expect(await documents(school)).toMatchObject([
    { ...sale, subjectId: first!.id, totalCents: 200_000, taxNumber: 1 },
    { ...sale, subjectId: second!.id, totalCents: 50_000, taxNumber: 2 },
  ]);
  expect((await documents(school))[0]!.lines).toEqual([
    {
      ...{ description: "Term 1, Fees", quantity: 1, vatClass: "exempt" },
      ...{ netCents: 200_000, vatCents: 0, totalCents: 200_000 },
    },
  ]);
  await school.pays(2500);
  expect((await documents(school)).map(({ totalCents }) => totalCents)).toEqual([200_000, 50_000, 250_000]);
});

it("names the invoice in the receipt of its own payment only", async () => {
  const school = await taxedSchool("standard");
  await school.owe("Term 1", 2000);
  await school.pays(500);
  platform.clock.advance(4000);
  await platform.runJobs();
  await school.pays(1500);
  platform.clock.advance(4000);
  await platform.runJobs();
  const last = await school.writes("hello");
  const [, second] = await documents(school);
  expect(last).toContain(second!.link);
  expect(last.match(/https:/g)).toHaveLength(1);
});

it("credits exactly the invoices of the payment that goes back, and gives the due a new one when it is paid again", async () => {
  const school = await taxedSchool("standard");
  await school.owe("Term 1", 2000);
  await school.pays(800);
  await school.pays(1200);
  const [first] = await school.payments();
  await school.refund(first!.id);
  await platform.runJobs();
  await school.pays(800);
  expect(await documents(school)).toMatchObject([
    { kind: "sale", totalCents: 80_000 },
    { kind: "sale", totalCents: 120_000 },
    { kind: "credit_note", totalCents: 80_000, originalTaxNumber: 1, paymentId: first!.id },
    { kind: "sale", totalCents: 80_000, taxNumber: 4, state: "accepted" },
  ]);
  await refundAll(school);
  const all = await documents(school);
  expect(all.map(({ state }) => state)).not.toContain("refused");
  const sum = (kind: string) =>
    all.reduce((cents, one) => cents + (one.kind === kind ? one.totalCents : 0), 0);
  expect(sum("credit_note")).toBe(sum("sale"));
});

it("keeps the invoice of a due when only what was over goes back", async () => {
  const school = await taxedSchool("zero");
  await school.owe("Term 1", 2000);
  await school.pays(3000);
  const [payment] = await school.payments();
  await school.refund(payment!.id, "rest");
  await platform.runJobs();
  expect(await documents(school)).toMatchObject([{ kind: "sale", totalCents: 200_000 }]);
});

it("gives a due that was asked for one invoice, not one for the request as well", async () => {
  const school = await taxedSchool("exempt");
  await school.owe("Term 1", 2000);
  const [due] = await school.dues();
  await school.call("POST /dues/:dueId/request", { dueId: due!.id, way: "account", key: randomUUID() });
  await school.pays(2000);
  expect(await documents(school)).toMatchObject([{ subjectId: due!.id, totalCents: 200_000 }]);
  await refundAll(school);
  expect(await documents(school)).toMatchObject([
    { kind: "sale" },
    { kind: "credit_note", totalCents: 200_000, state: "accepted" },
  ]);
});

it("credits an invoice that a request for a due had before dues had their own", async () => {
  const school = await taxedSchool("");
  await school.owe("Term 1", 2000);
  const [due] = await school.dues();
  await school.call("POST /dues/:dueId/request", { dueId: due!.id, way: "account", key: randomUUID() });
  await school.pays(2000);
  const [request] = await school.requests();
  const line = { description: "Term 1", quantity: 1, vatClass: "none" as const };
  await platform.services.db.withOrg(school.orgId, (tx) =>
    tx.insert(taxDocuments).values({
      ...{ orgId: school.orgId, id: newId("txd"), kind: "sale", subjectId: request!.id, taxNumber: 900 },
      ...{ branch: "P000000001S:00", number: "S-900", totalCents: 200_000, state: "accepted" },
      lines: [{ ...line, netCents: 200_000, vatCents: 0, totalCents: 200_000 }],
    }),
  );
  await refundAll(school);
  expect(await documents(school)).toMatchObject([
    { kind: "credit_note", originalTaxNumber: 900, totalCents: 200_000 },
    { kind: "sale", taxNumber: 900 },
  ]);
});

it("gives none in a book without invoices, nor while eTIMS is off", async () => {
  const without = await taxedSchool("");
  await without.owe("Term 1", 2000);
  await without.pays(2000);
  expect(await documents(without)).toEqual([]);
  const off = await newSchool({ vatClass: "exempt" });
  await off.owe("Term 1", 2000);
  await off.pays(2000);
  expect(await documents(off)).toEqual([]);
});

it("gives invoices for credit that new dues take", async () => {
  const school = await taxedSchool("exempt");
  await school.pays(5000);
  expect(await documents(school)).toEqual([]);
  await school.owe("Term 1", 2000);
  await school.owe("Trip", 800, inDays(20));
  await platform.runJobs();
  expect(await documents(school)).toMatchObject([
    { totalCents: 200_000, state: "accepted" },
    { totalCents: 80_000, state: "accepted" },
  ]);
});

it("shows each payment of a due with its invoice, and each due of a payment, with what refunds credited", async () => {
  const school = await taxedSchool("exempt");
  await school.owe("Term 1", 2000, inDays(5));
  await school.owe("Term 2", 3000, inDays(100));
  const [first, second] = await school.dues();
  await school.call("POST /dues/:dueId/request", { dueId: first!.id, way: "account", key: randomUUID() });
  await school.pays(2500);
  const { id: paymentId, receipt } = (await school.payments())[0]!;
  const { bookId, memberId: bookMemberId } = school;
  const due = async (dueId: string) =>
    (
      await school.call("GET /books/:bookId/members/:bookMemberId/dues/:dueId", {
        ...{ bookId, bookMemberId, dueId },
      })
    ).body;
  const payment = async () =>
    (await school.call("GET /till-payments/:tillPaymentId", { tillPaymentId: paymentId })).body;
  expect(await due(first!.id)).toMatchObject({
    due: { id: first!.id, state: "paid" },
    payments: [{ paymentId, receipt, amountCents: 200_000 }],
    invoices: [{ kind: "sale", totalCents: 200_000, paymentId, paymentReceipt: receipt }],
  });
  const subjects = [
    { dueId: first!.id, dueLabel: "Term 1", bookId, memberId: bookMemberId, member: "Wanjiku" },
    { dueId: second!.id, dueLabel: "Term 2", requestId: null, orderId: null },
  ];
  expect(await payment()).toMatchObject({
    paid: [
      { ...subjects[0], amountCents: 200_000 },
      { ...subjects[1], amountCents: 50_000 },
    ],
    invoices: subjects,
  });
  await school.refund(paymentId);
  expect(await payment()).toMatchObject({ paid: [], invoices: [...subjects, ...[...subjects].reverse()] });
  expect(await due(first!.id)).toMatchObject({
    payments: [],
    invoices: [{ kind: "sale" }, { kind: "credit_note", paymentId }],
  });
});

it("shows a due on the page of its own member only", async () => {
  const school = await taxedSchool("exempt");
  await school.owe("Term 1", 2000);
  const [due] = await school.dues();
  const call = (bookMemberId: string) =>
    school.call("GET /books/:bookId/members/:bookMemberId/dues/:dueId", {
      ...{ bookId: school.bookId, bookMemberId, dueId: due!.id },
    });
  expect((await call(school.memberId)).status).toBe(200);
  expect((await call(await school.memberOf("Otieno"))).status).toBe(404);
});
