import { expect, it } from "vitest";
import { calls } from "#app/api/v1/openapi.ts";
import { createSchools } from "#tests/support/books.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";
import { createPublicCaller, newKey } from "#tests/support/publicApi.ts";

const platform = setUpPaymentPlatform();
const { newSchool, inDays } = createSchools(platform);
const { ask } = createPublicCaller(platform);

type School = Awaited<ReturnType<typeof newSchool>>;

/** Calls of a school's own systems. */
async function systemsOf({ org }: School) {
  const { key } = await newKey(org);
  return (name: string, input: Record<string, unknown>) =>
    ask(calls.find((each) => each.key === name)!, { key, input });
}

it("a due is created once, read with what was paid, and cancelled with what is open", async () => {
  const school = await newSchool();
  const call = await systemsOf(school);
  const term = {
    ...{ book_id: school.bookId, contact_id: school.contactId, member: "Wanjiku" },
    ...{ label: "Term 1", amount_cents: 500_000, due_on: inDays(10) },
  };
  const made = await call("POST /v1/dues", term);
  expect(made).toMatchObject({ status: 201, body: { ...term, status: "open", paid_cents: 0 } });
  expect((await call("POST /v1/dues", term)).body.id).toBe(made.body.id);
  const due_id = made.body.id;
  await school.pays(2000);
  const read = await call("GET /v1/dues/:due_id", { due_id });
  expect(read.body).toEqual({ ...made.body, status: "part_paid", paid_cents: 200_000 });
  const cancelled = { ...read.body, status: "cancelled" };
  expect((await call("POST /v1/dues/:due_id/cancel", { due_id })).body).toEqual(cancelled);
  expect((await call("POST /v1/dues/:due_id/cancel", { due_id })).body).toEqual(cancelled);
  expect(await school.recorded("due.cancelled")).toEqual([due_id]);
  expect(await call("POST /v1/dues/:due_id/request", { due_id })).toMatchObject({
    status: 409,
    body: { code: "due.closed" },
  });
});

it("what is open of a due is requested from its contact, by one request until it is paid", async () => {
  const school = await newSchool();
  const call = await systemsOf(school);
  await school.owe("Term 1", 5000);
  await school.pays(2000);
  const [due] = await school.dues();
  const requestDue = () => call("POST /v1/dues/:due_id/request", { due_id: due!.id, way: "account" });
  const made = await requestDue();
  expect(made).toMatchObject({
    status: 201,
    body: { status: "requested", contact_id: school.contactId, amount_cents: 300_000, source: "book" },
  });
  expect((await requestDue()).body.id).toBe(made.body.id);
  await school.pays(3000);
  const read = await call("GET /v1/payment-requests/:payment_request_id", {
    payment_request_id: made.body.id,
  });
  expect(read.body).toMatchObject({ status: "paid", paid_cents: 300_000 });
  expect((await call("GET /v1/dues/:due_id", { due_id: due!.id })).body.status).toBe("paid");
  expect(await requestDue()).toMatchObject({ status: 409, body: { code: "due.closed" } });
});

it("a paid due is not cancelled, and another organisation's is not found", async () => {
  const [school, other] = [await newSchool(), await newSchool()];
  await school.owe("Term 1", 1000);
  await school.pays(1000);
  const [due] = await school.dues();
  const refusal = async (of: School, name: string) => {
    const { status, body } = await (await systemsOf(of))(name, { due_id: due!.id });
    return [status, body.code];
  };
  expect(await refusal(school, "POST /v1/dues/:due_id/cancel")).toEqual([409, "due.closed"]);
  expect(await refusal(other, "GET /v1/dues/:due_id")).toEqual([404, "due.not_found"]);
  expect(await refusal(other, "POST /v1/dues/:due_id/cancel")).toEqual([404, "due.not_found"]);
  expect(await refusal(other, "POST /v1/dues/:due_id/request")).toEqual([404, "due.not_found"]);
  expect(await school.dues()).toMatchObject([{ paidCents: 100_000, cancelledAt: null }]);
});
