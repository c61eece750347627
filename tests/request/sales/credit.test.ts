import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createContact } from "#app/domain/contacts/create.server.ts";
import { mergeContacts } from "#app/domain/contacts/merge.server.ts";
import { accountNumberOf } from "#app/domain/sales/accounts/issue.server.ts";
import { confirmOrder } from "#app/domain/sales/orders/confirm.server.ts";
import { creditToOrder, creditToRequest } from "#app/domain/sales/payments/applyCredit.server.ts";
import { createRequest } from "#app/domain/sales/requests/create.server.ts";
import { promptRequest } from "#app/domain/sales/requests/prompt.server.ts";
import { connectTill } from "#app/domain/sales/tills/connect.server.ts";
import { payByHand } from "#simulators/mpesa/c2b.ts";
import { testMerchant } from "#simulators/mpesa/merchants.ts";
import { createSchools } from "#tests/support/books.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";

const platform = setUpPaymentPlatform();
const { newSchool } = createSchools(platform);
type School = Awaited<ReturnType<typeof newSchool>>;

/** Asks the parent for whole shillings. */
async function ask(school: School, kes: number) {
  const { request } = await createRequest({
    ctx: school.org.ctx,
    input: {
      ...{ contactId: school.contactId, tillId: school.tillId, amountCents: kes * 100 },
      ...{ reason: "Trip", source: "member", key: randomUUID() },
    },
  });
  return request.id;
}

const use = (school: School, requestId: string) =>
  creditToRequest({ ctx: school.org.ctx, input: { requestId } });
const stateOf = async (school: School, requestId: string) =>
  (await school.requests()).find(({ id }) => id === requestId);

describe("credit", () => {
  it("pays a request in part, then the rest, and once however often it is pressed", async () => {
    const school = await newSchool();
    await school.pays(300);
    const requestId = await ask(school, 500);
    const both = await Promise.allSettled([use(school, requestId), use(school, requestId)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await stateOf(school, requestId)).toMatchObject({ state: "requested", paidCents: 30_000 });
    await expect(use(school, requestId)).rejects.toMatchObject({ code: "credit.none" });
    await school.pays(700);
    expect(await stateOf(school, requestId)).toMatchObject({ state: "paid", paidCents: 50_000 });
    expect(await use(school, requestId)).toEqual({ cents: 0 });
    expect((await school.payments()).map(({ allocatedCents }) => allocatedCents).sort()).toEqual([
      20_000, 30_000,
    ]);
    expect(await school.recorded("credit.applied")).toEqual([requestId]);
    expect(await platform.broken()).toBeNull();
  });

  it("is not used while a prompt is on the phone, nor for another organisation's request", async () => {
    const school = await newSchool();
    await school.pays(300);
    const requestId = await ask(school, 500);
    await promptRequest({ ctx: school.org.ctx, input: { requestId } });
    await expect(use(school, requestId)).rejects.toMatchObject({ code: "payment_request.prompt_open" });
    await expect(use(await newSchool(), requestId)).rejects.toMatchObject({
      code: "payment_request.not_found",
    });
  });

  it("pays an order that waits for its money", async () => {
    const school = await newSchool();
    await school.pays(1000);
    const { id } = await school.create([{ productId: await school.product(), quantity: 2 }]);
    const pay = () => creditToOrder({ ctx: school.org.ctx, input: { orderId: id } });
    await expect(pay()).rejects.toMatchObject({ code: "order.state" });
    await confirmOrder({ ctx: school.org.ctx, input: { orderId: id } });
    expect(await pay()).toEqual({ cents: 38_000 });
    expect(await school.order(id)).toMatchObject({ state: "paid", paidCents: 38_000 });
  });

  it("is named in the answer to SALIO, also where nothing is open", async () => {
    const school = await newSchool();
    await school.pays(120);
    expect(await school.writes("SALIO")).toContain("120");
    await ask(school, 500);
    const answer = await school.writes("Balance");
    for (const part of ["500", "120"]) expect(answer).toContain(part);
  });
});

describe("credit at another till", () => {
  it("pays a due when a member says so", async () => {
    const school = await newSchool();
    const { org, orgId, contactId } = school;
    await school.owe("Term 1", 500);
    const [due] = await school.dues();
    const pay = () => school.call("POST /dues/:dueId/credit", { dueId: due!.id });
    expect(await pay()).toMatchObject({ status: 409 });
    const { till: _, initiatorPassword: operatorPassword, ...merchant } = testMerchant("699001");
    const input = { name: "Canteen", kind: "paybill", number: "699001", storeNumber: "" } as const;
    const { tillId } = await connectTill({
      ctx: org.ctx,
      input: { ...merchant, ...input, nominatedPhone: "+254712000111", operator: "api", operatorPassword },
    });
    const account = await platform.services.db.withOrg(orgId, (tx) =>
      accountNumberOf(tx, org.ctx, { tillId, contactId }),
    );
    await payByHand(platform.company, { number: "699001", msisdn: "254712345678", amount: 700, account });
    await platform.runJobs();
    expect(await school.dues()).toMatchObject([{ paidCents: 0 }]);
    expect(await pay()).toMatchObject({ status: 200, body: { cents: 50_000 } });
    expect(await school.dues()).toMatchObject([{ paidCents: 50_000 }]);
    expect(await pay()).toMatchObject({ body: { cents: 0 } });
    expect((await school.sheet()).reconciliation).toMatchObject({
      differenceCents: 0,
      duesDifferenceCents: 0,
    });
  });
});

describe("merged contacts", () => {
  it("have one credit: what one had pays what the other owed", async () => {
    const school = await newSchool();
    await school.owe("Term 1", 500);
    const { contactId: twin } = await createContact({
      ctx: school.org.ctx,
      input: { name: "Twin", phone: "+254733000111", tags: [], consent: "none", consentSource: "" },
    });
    const { request } = await createRequest({
      ctx: school.org.ctx,
      input: {
        ...{ contactId: twin, tillId: school.tillId, amountCents: 10_000 },
        ...{ reason: "Bus", source: "member", key: randomUUID() },
      },
    });
    await school.pay(400, request.accountNumber);
    expect(await school.dues()).toMatchObject([{ paidCents: 0 }]);
    await platform.services.db.withOrg(school.orgId, (tx) =>
      mergeContacts(tx, {
        ...{ orgId: school.orgId, keptId: school.contactId, goneId: twin },
        ...{ at: platform.clock.now(), jobs: platform.services.jobs },
      }),
    );
    expect(await school.dues()).toMatchObject([{ paidCents: 0 }]);
    await platform.runJobs();
    expect(await school.dues()).toMatchObject([{ paidCents: 30_000 }]);
    expect(await platform.broken()).toBeNull();
  });
});
