import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSchools } from "#tests/support/books.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";

const platform = setUpPaymentPlatform();
const { newSchool, inDays } = createSchools(platform);

describe("import", () => {
  it("creates contacts, members and dues once, and names each row that can't be imported", async () => {
    const school = await newSchool();
    const rows = [
      "Simu;Jina;Nambari;Darasa;Ada;Kiasi;Tarehe",
      "0711000001;Akinyi Ouma;A1;Form 1;Term 1;15,000;31/01/2027",
      "0711000001;Ouma Junior;A2;Form 2;Term 1;15000;2027-01-31",
      "0711000002;محمد علي;A3;Form 1;Term 1;15000;31.01.2027",
      "0711000003;王小明;A4;Form 1;Term 1;15000;31/02/2027",
      "0711000001;Akinyi Ouma;A1;Form 1;Term 1;15000;31/01/2027",
      ";;A9;;Term 1;15000;31/01/2027",
      "12;Short;A5;;Term 1;15000;31/01/2027",
      "0711000004;Zero;A6;;Term 1;0;31/01/2027",
    ].join("\n");
    const send = (apply: boolean) =>
      school.call("POST /books/:bookId/import", { bookId: school.bookId, rows, apply });
    const preview = await send(false);
    expect(preview.body).toMatchObject({ counts: { create: 3, known: 0, refuse: 5 }, applied: false });
    expect(preview.body.lines[0]).toMatchObject({
      row: 5,
      does: "refuse",
      problem: expect.stringContaining("31/02/2027"),
      ...{ member: "王小明", label: "Term 1", amountCents: 1_500_000, dueOn: "" },
    });
    expect(await school.dues()).toEqual([]);
    const done = await send(true);
    expect(done.body).toMatchObject({ counts: { create: 3, refuse: 5 }, applied: true });
    expect(done.body.rest.split("\r\n")).toHaveLength(7);
    expect(await send(true)).toMatchObject({ body: { counts: { create: 0, known: 3 }, applied: false } });
    expect(await school.dues()).toHaveLength(3);
    const { body } = await school.call("GET /books/:bookId", { bookId: school.bookId, q: "محمد" });
    expect(body.members).toMatchObject([{ name: "محمد علي", number: "A3", dueCents: 1_500_000 }]);
  });

  it("takes 10,000 rows at once", async () => {
    const school = await newSchool();
    const row = (at: number) =>
      `07${String(20_000_000 + (at % 2500))},P${at % 5000},Term ${at % 2},100,2027-03-31`;
    const rows = ["phone,name,label,amount,date", ...Array.from({ length: 10_000 }, (_, at) => row(at))].join(
      "\n",
    );
    const { body } = await school.call("POST /books/:bookId/import", {
      bookId: school.bookId,
      rows,
      apply: true,
    });
    expect(body.counts.create + body.counts.refuse).toBe(10_000);
    expect(await school.dues()).toHaveLength(body.counts.create);
  });
});

describe("SALIO", () => {
  it("lists what is open, oldest first, without a due's own request twice", async () => {
    const school = await newSchool();
    await school.owe("Term 1", 2000, inDays(1));
    await school.owe("Term 2", 3000, inDays(90));
    await school.pays(500);
    const [due] = await school.dues();
    await school.call("POST /dues/:dueId/request", { dueId: due!.id, way: "account", key: randomUUID() });
    const text = await school.writes("SALIO");
    for (const part of ["4,500", "1,500", "3,000", "Term 1", "Term 2", "Wanjiku", school.account])
      expect(text).toContain(part);
    expect(text.indexOf("Term 1")).toBeLessThan(text.indexOf("Term 2"));
  });
});
