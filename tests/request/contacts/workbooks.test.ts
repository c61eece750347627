import { utils, write } from "@e965/xlsx";
import { beforeEach, describe, expect, it } from "vitest";
import { sheetRows, workbookParts, zipBomb, zipOf, zipPart } from "#tests/support/hostileFiles.ts";
import { importsOn } from "#tests/support/imports.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const imports = importsOn(platform);
let org: TestOrg;
beforeEach(async () => {
  org = await platform.createOrg();
});

const upload = async (body: Uint8Array) => {
  const response = await imports.uploadText(org, Buffer.from(body), "?fileName=wateja.xlsx&review=yes");
  return { status: response.status, body: (await response.json()) as { importId: string; message: string } };
};

function workbook(rows: unknown[][], change?: (sheet: ReturnType<typeof utils.aoa_to_sheet>) => void) {
  const sheet = utils.aoa_to_sheet(rows);
  change?.(sheet);
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([]), "Empty");
  utils.book_append_sheet(book, sheet, "Wateja");
  return new Uint8Array(write(book, { type: "buffer", bookType: "xlsx" }) as Buffer);
}

const contacts = async () => (await platform.call("GET /contacts", { sort: "name" }, org)).contacts;

describe("a workbook", () => {
  it("is previewed before it is imported, with columns mapped by a member", async () => {
    await platform.call("POST /fields", { name: "Last order", type: "date", options: [] }, org);
    await platform.call("POST /fields", { name: "Spent", type: "number", options: [] }, org);
    const bytes = workbook(
      [
        ["Customer", "Simu", "When", "Total", "Secret"],
        ["Asha", 254712345678, 46349, 0, "x"],
        ["Ben", "0712 345 679", "23/11/2026", "lots", "y"],
      ],
      (sheet) => {
        sheet.C2 = { t: "n", v: 46349, z: "dd/mm/yyyy" };
        sheet.D2 = { t: "n", v: 1250.5, f: "SUM(1000,250.5)" };
      },
    );
    const { importId } = (await upload(bytes)).body;
    const { import: waiting } = await platform.call("GET /contacts/imports/:importId", { importId }, org);
    expect(waiting).toMatchObject({ status: "reading", fileName: "wateja.xlsx" });
    await platform.runJobs();
    const review = await platform.call("GET /contacts/imports/:importId/review", { importId }, org);
    expect(review.columns.map(({ name, choice, samples }) => [name, choice, samples[0]])).toEqual([
      ["Customer", "name", "Asha"],
      ["Simu", "phone", "254712345678"],
      ["When", "field:When", "2026-11-23"],
      ["Total", "field:Total", "1250.5"],
      ["Secret", "field:Secret", "x"],
    ]);
    await platform.runJobs();
    expect(await contacts()).toEqual([]);
    const other = await platform.createOrg("Soko Safi");
    expect(
      (await platform.request("POST /contacts/imports/:importId/start", { importId }, other)).status,
    ).toBe(404);

    const choices = ["name", "phone", "field:Last order", "field:Spent", "ignored"];
    const none = choices.with(1, "ignored");
    const refused = await platform.request(
      "POST /contacts/imports/:importId/start",
      { importId, choices: none },
      org,
    );
    expect(refused.status).toBe(400);
    await platform.call("POST /contacts/imports/:importId/start", { importId, choices }, org);
    await platform.call("POST /contacts/imports/:importId/start", { importId, choices: none }, org);
    await platform.runJobs();
    expect(await contacts()).toMatchObject([
      {
        name: "Asha",
        phone: "+254712345678",
        fields: { "Last order": "2026-11-23", Spent: "1250.5" },
      },
    ]);
    const { import: done } = await platform.call("GET /contacts/imports/:importId", { importId }, org);
    expect(done).toMatchObject({ status: "completed", created: 1, rejected: 1 });
  });

  it("without a review is imported by the job that reads it", async () => {
    const bytes = workbook([["Simu"], ["0712345678"], ["0722000111"]]);
    const done = await imports.imported(org, Buffer.from(bytes), "?fileName=wateja.xlsx");
    expect(done).toMatchObject({ status: "completed", created: 2, rowsRead: 2, bytesDone: done.bytesTotal });
    expect(imports.filesLeft()).toEqual([]);
  });

  it.each([
    [
      "unpacks to more than it may",
      zipOf([zipBomb("xl/worksheets/sheet1.xml", "a", 80)]),
      "The workbook is too large when unpacked. Save its sheet as CSV.",
    ],
    [
      "is another archive",
      zipOf([zipPart("a.txt", "hello")]),
      "The workbook could not be read. Open it, save it again as .xlsx, and upload that.",
    ],
    [
      "is broken",
      Buffer.from("PK\u0003\u0004broken"),
      "The workbook could not be read. Open it, save it again as .xlsx, and upload that.",
    ],
    [
      "has macros",
      zipOf([...workbookParts(sheetRows(2)), zipPart("xl/vbaProject.bin", "x")]),
      "The workbook has macros. Save it as .xlsx without macros and upload that.",
    ],
    [
      "has more rows than it may",
      zipOf(workbookParts(sheetRows(100_002))),
      "The sheet has more than 100,000 rows. Save it as CSV and upload that.",
    ],
    ["has no rows", zipOf(workbookParts("")), "The file has no rows."],
  ])("that %s ends with the reason, and leaves no file", async (_, bytes, reason) => {
    const done = await imports.imported(org, bytes, "?fileName=wateja.xlsx&review=yes");
    expect(done).toMatchObject({ status: "failed", created: 0, rowsRead: 0 });
    expect(done.error).toContain(reason);
    expect(imports.filesLeft()).toEqual([]);
  });

  it("keeps all rows up to the limit, with their blank cells", async () => {
    const rows = `<row r="1"><c r="B1" t="str"><v>Phone</v></c><c r="D1" t="str"><v>Town</v></c></row>
      <row r="9"><c r="B9"><v>254712345678</v></c></row>
      <row r="1048576"><c r="B1048576"><v>254722000111</v></c><c r="D1048576" t="str"><v>Voi, "Taita"</v></c></row>`;
    const done = await imports.imported(org, zipOf(workbookParts(rows)), "?fileName=wateja.xlsx");
    expect(done).toMatchObject({ status: "completed", created: 2, rejected: 0 });
    expect((await imports.stored(org)).map(({ phone, fields }) => [phone, fields])).toEqual([
      ["+254712345678", {}],
      ["+254722000111", { Town: 'Voi, "Taita"' }],
    ]);
  });

  it("larger than 15 MB is refused at once", async () => {
    const large = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(15 * 1024 * 1024)]);
    const { status, body } = await upload(large);
    expect([status, body.message]).toEqual([
      400,
      "The workbook is larger than 15 MB. Save its sheet as CSV and upload that.",
    ]);
    expect((await platform.call("GET /contacts/imports", {}, org)).imports).toEqual([]);
    expect(imports.filesLeft()).toEqual([]);
  });
});
