import { deflateRawSync } from "node:zlib";
import { utils, write } from "@e965/xlsx";
import { beforeEach, describe, expect, it } from "vitest";
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
  it("is shown before it is imported, and its columns go where a member puts them", async () => {
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

  it("that unpacks to more than it may, or is none, is refused", async () => {
    const bomb = archive("xl/worksheets/sheet1.xml", deflateRawSync(Buffer.alloc(80 * 1024 * 1024)));
    const { status, body } = await upload(bomb);
    expect([status, body.message]).toEqual([
      400,
      "The workbook is too large when it is unpacked. Save its sheet as CSV.",
    ]);
    expect((await upload(archive("a.txt", deflateRawSync(Buffer.from("hello"))))).status).toBe(400);
    expect((await upload(Buffer.from("PK\u0003\u0004broken"))).status).toBe(400);
    expect((await platform.call("GET /contacts/imports", {}, org)).imports).toEqual([]);
  });
});

/** A zip of one part that says of itself to be tiny. */
function archive(name: string, packed: Buffer): Buffer {
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(10, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(10, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length + packed.length, 16);
  return Buffer.concat([local, Buffer.from(name), packed, central, Buffer.from(name), end]);
}
