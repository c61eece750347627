import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { addPenalties } from "#app/domain/sales/books/penalties.server.ts";
import { createSchools } from "#tests/support/books.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";
import { addContacts } from "#tests/support/sending.ts";

const platform = setUpPaymentPlatform();
const { newSchool, inDays } = createSchools(platform);
const dayMs = 86_400_000;

describe("payments", () => {
  it("pay dues oldest first, in parts, and leave the rest as credit that later dues take", async () => {
    const school = await newSchool();
    await school.owe("Term 2", 3000, inDays(100));
    await school.owe("Term 1", 2000, inDays(5));
    await school.pays(2500);
    expect(await school.dues()).toMatchObject([
      { label: "Term 1", paidCents: 200_000 },
      { label: "Term 2", paidCents: 50_000 },
    ]);
    await school.pays(3000);
    expect(await school.payments()).toMatchObject([
      { allocatedCents: 250_000 },
      { allocatedCents: 250_000, amountCents: 300_000 },
    ]);
    await school.owe("Trip", 800, inDays(200));
    expect((await school.dues())[2]).toMatchObject({ label: "Trip", paidCents: 50_000 });
    const paid = (await school.dues()).slice(0, 2).map(({ id }) => id);
    expect((await school.recorded("due.paid")).sort()).toEqual(paid.sort());
    expect(await school.sheet()).toMatchObject({
      reconciliation: {
        receivedCents: 550_000,
        bookCents: 550_000,
        differenceCents: 0,
        duesDifferenceCents: 0,
      },
    });
  });

  it("are open again after a refund", async () => {
    const school = await newSchool();
    await school.owe("Term 1", 2000);
    await school.pays(2000);
    const [payment] = await school.payments();
    expect(await school.refund(payment!.id)).toMatchObject({ status: 200 });
    const [due] = await school.dues();
    expect(due).toMatchObject({ paidCents: 0 });
    expect(await school.recorded("due.reopened")).toEqual([due!.id]);
    expect(await school.sheet()).toMatchObject({
      reconciliation: { receivedCents: 200_000, refundedCents: 200_000, bookCents: 0, differenceCents: 0 },
    });
  });

  it("go to a due's request and its due at once, and never beyond the due", async () => {
    const school = await newSchool();
    await school.owe("Term 1", 2000);
    const [due] = await school.dues();
    const key = randomUUID();
    const ask = () => school.call("POST /dues/:dueId/request", { dueId: due!.id, way: "account", key });
    expect(await ask()).toMatchObject({ status: 200, body: { sent: "text" } });
    expect(await ask()).toMatchObject({ status: 200 });
    expect(await school.requests()).toMatchObject([
      { source: "book", sourceId: due!.id, amountCents: 200_000 },
    ]);
    await school.pays(500);
    expect(await school.dues()).toMatchObject([{ paidCents: 50_000 }]);
    await school.pays(5000);
    expect(await school.requests()).toMatchObject([{ state: "paid" }]);
    expect(await school.dues()).toMatchObject([{ paidCents: 200_000 }]);
    const [, second] = await school.payments();
    expect(second).toMatchObject({ allocatedCents: 150_000 });
    await school.refund(second!.id);
    expect(await school.dues()).toMatchObject([{ paidCents: 50_000 }]);
    expect(await school.sheet()).toMatchObject({
      reconciliation: { differenceCents: 0, duesDifferenceCents: 0 },
    });
  });
});

describe("dues", () => {
  it("are made once for a member, label and day, and repeated on the last day of short months", async () => {
    const school = await newSchool();
    await school.memberOf("Otieno", { groupName: "Form 2" });
    expect(await school.owe("Rent", 100, "2028-01-31", { times: 3 })).toMatchObject({
      body: { created: 6, skipped: 0 },
    });
    expect(new Set((await school.dues()).map(({ dueOn }) => dueOn))).toEqual(
      new Set(["2028-01-31", "2028-02-29", "2028-03-31"]),
    );
    expect(await school.owe("Rent", 100, "2028-01-31", { times: 3 })).toMatchObject({
      status: 409,
      body: { code: "due.taken" },
    });
    expect(await school.owe("Trip", 100, "2028-01-31", { to: "group:Form 2" })).toMatchObject({
      body: { created: 1 },
    });
  });

  it.each([0, -1, "0.5", 1_000_000_000, "", "ten"])("refuse the amount %s", async (amount) => {
    const school = await newSchool();
    expect(await school.owe("Term", amount)).toMatchObject({ status: 400 });
    expect(await school.dues()).toEqual([]);
  });

  it.each(["2027-02-31", "2027-13-01", "31/12/2027", ""])("refuse the day %s", async (day) => {
    const school = await newSchool();
    expect(await school.owe("Term", 100, day)).toMatchObject({ status: 400 });
  });

  it("waive what is open when cancelled, with their requests", async () => {
    const school = await newSchool();
    await school.owe("Term 1", 2000);
    await school.pays(500);
    const [due] = await school.dues();
    await school.call("POST /dues/:dueId/request", { dueId: due!.id, way: "account", key: randomUUID() });
    expect(await school.call("POST /dues/:dueId/cancel", { dueId: due!.id })).toMatchObject({ status: 200 });
    expect(await school.requests()).toMatchObject([{ state: "cancelled" }]);
    await school.pays(700);
    expect(await school.dues()).toMatchObject([{ paidCents: 50_000 }]);
    expect(await school.sheet()).toMatchObject({
      reconciliation: { bookCents: 50_000, creditCents: 70_000, differenceCents: 0, duesDifferenceCents: 0 },
    });
  });

  it("have members by tag, counted first and added once", async () => {
    const school = await newSchool();
    await addContacts(platform, school.org, 3, () => ({ tags: ["choir"] }));
    const tagged = { bookId: school.bookId, tag: "choir" };
    const count = async () => (await school.call("GET /books/:bookId/tagged", tagged)).body.toAdd;
    expect(await count()).toBe(3);
    expect((await school.call("POST /books/:bookId/tagged", tagged)).body).toEqual({ added: 3 });
    expect(await count()).toBe(0);
    expect(await school.call("POST /books/:bookId/tagged", tagged)).toMatchObject({
      status: 409,
      body: { code: "book_member.none_new" },
    });
  });

  it("go with a member that is removed, with their requests; a member with payments stays", async () => {
    const school = await newSchool();
    await school.owe("Term 1", 2000);
    const [due] = await school.dues();
    await school.call("POST /dues/:dueId/request", { dueId: due!.id, way: "account", key: randomUUID() });
    const member = { bookId: school.bookId, bookMemberId: school.memberId };
    const remove = () => school.call("DELETE /books/:bookId/members/:bookMemberId", member);
    expect(await remove()).toMatchObject({ status: 200 });
    expect(await remove()).toMatchObject({ status: 404 });
    expect(await school.dues()).toEqual([]);
    expect(await school.requests()).toMatchObject([{ state: "cancelled" }]);
    expect(await school.recorded("due.cancelled")).toEqual([due!.id]);
    expect(await school.recorded("book_member.removed")).toEqual([school.memberId]);

    const other = await newSchool();
    await other.owe("Term 1", 2000);
    await other.pays(500);
    const paid = { bookId: other.bookId, bookMemberId: other.memberId };
    expect(await other.call("DELETE /books/:bookId/members/:bookMemberId", paid)).toMatchObject({
      status: 409,
      body: { code: "book_member.paid" },
    });
    expect(await other.dues()).toHaveLength(1);
  });

  it("belong to the organisation: others find no book, member, contact, till or due", async () => {
    const [school, other] = [await newSchool(), await newSchool()];
    await other.owe("Term 1", 2000);
    const [due] = await other.dues();
    const tries = [
      school.call("POST /books", { name: "Theirs", kind: "rent", tillId: other.tillId }),
      school.call("POST /books/:bookId/members", { bookId: school.bookId, contactId: other.contactId }),
      school.call("POST /books/:bookId/dues", {
        ...{ bookId: school.bookId, memberId: other.memberId, label: "x", amount: 1, dueOn: inDays(0) },
      }),
      school.call("GET /books/:bookId", { bookId: other.bookId }),
      school.call("GET /books/:bookId/sheet", { bookId: other.bookId }),
      school.call("POST /dues/:dueId/cancel", { dueId: due!.id }),
      school.call("POST /dues/:dueId/request", { dueId: due!.id, way: "account", key: randomUUID() }),
    ];
    for (const { status } of await Promise.all(tries)) expect(status).toBe(404);
    expect(await other.dues()).toEqual([due]);
  });
});

describe("penalties", () => {
  it("are added once per due and period, up to the maximum, and stop when it is paid", async () => {
    const school = await newSchool({
      ...{ penaltyKind: "percent", penaltyValue: "10", penaltyDays: 3 },
      ...{ penaltyRepeat: "monthly", penaltyMax: "250" },
    });
    await school.owe("Rent", 1000, inDays(1));
    const penalties = async () =>
      (await school.dues()).filter(({ kind }) => kind === "penalty").map(({ amountCents }) => amountCents);
    await addPenalties(platform.services);
    expect(await penalties()).toEqual([]);
    platform.clock.advance(5 * dayMs);
    await Promise.all([addPenalties(platform.services), addPenalties(platform.services)]);
    await addPenalties(platform.services);
    expect(await penalties()).toEqual([10_000]);
    platform.clock.advance(65 * dayMs);
    await addPenalties(platform.services);
    await addPenalties(platform.services);
    expect(await penalties()).toEqual([10_000, 10_000, 5_000]);
    platform.clock.advance(65 * dayMs);
    await addPenalties(platform.services);
    expect(await penalties()).toHaveLength(3);
    await school.pays(1250);
    expect((await school.dues()).every(({ amountCents, paidCents }) => amountCents === paidCents)).toBe(true);
  });
});
