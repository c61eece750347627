import { beforeEach, describe, expect, it } from "vitest";
import { importsOn } from "#tests/support/imports.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const imports = importsOn(platform);
let org: TestOrg;
beforeEach(async () => {
  org = await platform.createOrg();
});

describe("a CSV file of contacts", () => {
  it("may begin with the line that sets Excel's separator", async () => {
    for (const separator of [";", ","]) {
      const rows = [
        ["Jina", "Simu"],
        ["Wanjiru", "0712345678"],
      ].map((cells) => cells.join(separator));
      await imports.imported(org, [`sep=${separator}`, ...rows].join("\r\n"));
      expect(await imports.stored(org)).toMatchObject([
        { name: "Wanjiru", phone: "+254712345678", fields: {} },
      ]);
    }
  });

  it("is uploaded by the form, with tags and consent for all rows", async () => {
    const csv = "Jina,Simu,Mji\nWanjiru,0712345678,Nakuru\nOtieno,'0722000111,Kisumu\n";
    const response = await imports.uploadForm(org, csv, { tags: "Wateja, 2026", consentForAll: "granted" });
    const { importId } = (await response.json()) as { importId: string };
    const before = await platform.call("GET /contacts/imports/:importId", { importId }, org);
    expect(before.import).toMatchObject({
      status: "running",
      fileName: "wateja.csv",
      rowsRead: 0,
      bytesTotal: csv.length,
    });
    await platform.runJobs();
    const { import: done } = await platform.call("GET /contacts/imports/:importId", { importId }, org);
    expect(done).toMatchObject({
      status: "completed",
      rowsRead: 2,
      created: 2,
      updated: 0,
      rejected: 0,
      bytesDone: csv.length,
      error: null,
    });
    expect(await imports.stored(org)).toMatchObject([
      {
        phone: "+254712345678",
        name: "Wanjiru",
        tags: ["wateja", "2026"],
        fields: { Mji: "Nakuru" },
        consent: "granted",
        consentSource: "import: wateja.csv",
      },
      { phone: "+254722000111", name: "Otieno", fields: { Mji: "Kisumu" } },
    ]);
    expect(imports.filesLeft()).toEqual([]);
    const { logs } = await platform.call("GET /activity-logs", {}, org);
    expect(logs.map((entry) => [entry.action, entry.details])).toEqual([
      ["Contacts imported", "wateja.csv: 2 new, 0 updated, 0 rejected"],
      ["Contact import started", "wateja.csv, 1 KB"],
    ]);
  });

  const rows = "name;phone\nAsha Ñandú;0712345678\n";
  it.each([
    ["UTF-8", Buffer.from(rows)],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${rows}`)],
    ["UTF-16 LE", Buffer.from(`\ufeff${rows}`, "utf16le")],
    ["UTF-16 BE", Buffer.from(`\ufeff${rows}`, "utf16le").swap16()],
    ["UTF-16 LE without a mark", Buffer.from(rows, "utf16le")],
    ["Windows-1252", Buffer.from(rows, "latin1")],
    ["tabs", Buffer.from(rows.replaceAll(";", "\t"))],
    ["commas and Windows line ends", Buffer.from(rows.replaceAll(";", ",").replaceAll("\n", "\r\n"))],
    ["old Mac line ends", Buffer.from(rows.replaceAll("\n", "\r"))],
    ["no header", Buffer.from("0712345678,Asha Ñandú\n")],
    ["no last line end", Buffer.from("Full Name,MSISDN\nAsha Ñandú,254712345678")],
    ["first and last name", Buffer.from("First name,Surname,Mobile No.\nAsha,Ñandú,712345678\n")],
    ["columns that say nothing", Buffer.from("NAME,WASILIANA\nAsha Ñandú,+254 712 345 678\n")],
  ])("is read with %s", async (_, body) => {
    expect(await imports.imported(org, body)).toMatchObject({ status: "completed", created: 1, rejected: 0 });
    expect(await imports.stored(org)).toMatchObject([{ phone: "+254712345678", name: "Asha Ñandú" }]);
  });

  it("may hold line ends, separators and quotes within quotes", async () => {
    await imports.imported(org, 'phone,name,address\n0712345678,"Mwangi, ""Kim""","Box 1\nNakuru"\n');
    expect(await imports.stored(org)).toMatchObject([
      { name: 'Mwangi, "Kim"', fields: { address: "Box 1\nNakuru" } },
    ]);
  });

  it("shows how each column is understood", async () => {
    const done = await imports.imported(
      org,
      "Full Name,Simu,Groups,Opt in,Town,Town,,Refused because\nAsha,0712345678,a,yes,Voi,,x,old\n",
    );
    expect(done.columns).toEqual([
      { name: "Full Name", use: "name" },
      { name: "Simu", use: "phone" },
      { name: "Groups", use: "tags" },
      { name: "Opt in", use: "consent" },
      { name: "Town", use: "field" },
      { name: "Town 2", use: "field" },
      { name: "column 7", use: "field" },
      { name: "Refused because", use: "note" },
    ]);
    expect((await imports.stored(org))[0]?.fields).toEqual({ Town: "Voi", "column 7": "x" });
    expect((await imports.imported(org, "0712345678,Asha,Voi\n")).columns).toEqual([
      { name: "phone", use: "phone" },
      { name: "name", use: "name" },
      { name: "column 3", use: "field" },
    ]);
  });
});

describe("the file of refused rows", () => {
  const refusedRows = async (importId: string) => {
    const response = await platform.request("GET /contacts/imports/:importId/errors", { importId }, org);
    return { name: response.headers.get("content-disposition"), text: await response.text() };
  };

  it("has the uploader's columns, then line and reason, safe to open in a spreadsheet", async () => {
    const csv =
      'simu,name,ridhaa\n0712345678,Asha,ndiyo\n2.54712E+11,"Two\nlines",yes\n,=cmd|calc,no\n0722000111,Otieno,labda\n12\n';
    const done = await imports.imported(org, csv, "?fileName=march.csv");
    expect(done).toMatchObject({ status: "completed", rowsRead: 5, created: 1, rejected: 4 });
    const { name, text } = await refusedRows(done.id);
    expect(name).toBe('attachment; filename="march-errors.csv"');
    const lines = text.split("\r\n");
    expect(lines[0]).toBe("simu,name,ridhaa,Refused line,Refused because");
    expect(lines[1]).toMatch(/^2\.54712E\+11,"Two\nlines",yes,3,.* The row spans lines 3 to 4 /s);
    expect(lines[2]).toBe(",'=cmd|calc,no,5,The phone number is empty.");
    expect(lines[3]).toBe(
      "0722000111,Otieno,labda,6,The consent “labda” is not recognised. Enter yes or no.",
    );
    expect(lines[4]).toBe("12,,,7,“12” is too short: some digits are missing.");
  });

  it("can be imported again when corrected: reason and line are ignored, guards removed", async () => {
    const first = await imports.imported(
      org,
      "Town,phone,name\nVoi,+25471,=Asha\n-,+25472,'+Juma\n@,+254733000222,-\n",
    );
    expect(first).toMatchObject({ created: 1, rejected: 2 });
    const { text } = await refusedRows(first.id);
    expect(text).toContain("Voi,'+25471,'=Asha,2,");
    const corrected = text.replace("'+25471,", "'+254712345678,").replace("'+25472,", "'+254722000111,");
    expect(await imports.imported(org, corrected)).toMatchObject({ created: 2, rejected: 0 });
    expect(await imports.stored(org)).toMatchObject([
      { phone: "+254712345678", name: "=Asha", fields: { Town: "Voi" } },
      { phone: "+254722000111", name: "+Juma", fields: { Town: "-" } },
      { phone: "+254733000222", name: "-", fields: { Town: "@" } },
    ]);
  });

  it("keeps surplus cells of a row in a column that must be empty, through repeated imports", async () => {
    const first = await imports.imported(org, "phone,town\n0712345678,Voi,Kenya,\n\n0722000111,Voi,,\n");
    expect(first).toMatchObject({ created: 1, rejected: 1 });
    const { text } = await refusedRows(first.id);
    expect(text.split("\r\n").slice(0, 2)).toEqual([
      "phone,town,Surplus cells,Refused line,Refused because",
      expect.stringMatching(/^0712345678,Voi,Kenya,2,The row has 4 cells but the first row has 2/),
    ]);
    const second = await imports.imported(org, text);
    expect(second).toMatchObject({ created: 0, rejected: 1 });
    const again = await refusedRows(second.id);
    expect(again.text).toMatch(
      /^phone,town,Surplus cells,Refused line,Refused because\r\n0712345678,Voi,Kenya,2,The row had more/,
    );
    const corrected = again.text.replace("Voi,Kenya", "Voi Kenya,");
    expect(await imports.imported(org, corrected)).toMatchObject({ created: 1, rejected: 0 });
    expect((await imports.stored(org))[0]).toMatchObject({ fields: { town: "Voi Kenya" } });
  });

  it("returns each surplus cell of a row unchanged", async () => {
    const first = await imports.imported(org, "phone,town\n0712345678,Voi,,Kenya,East Africa\n");
    const { text } = await refusedRows(first.id);
    expect(text.split("\r\n").slice(0, 2)).toEqual([
      "phone,town,Surplus cells,Surplus cells,Surplus cells,Refused line,Refused because",
      expect.stringMatching(/^0712345678,Voi,,Kenya,East Africa,2,/),
    ]);
    expect(await imports.imported(org, text)).toMatchObject({ rejected: 1 });
    const wide = await imports.imported(org, `phone\n0712345678${",x".repeat(100)}\n`);
    expect((await refusedRows(wide.id)).text.split("\r\n")[0]!.match(/Surplus cells/g)).toHaveLength(20);
  });

  it("has generated column names where the file had none", async () => {
    const first = await imports.imported(org, "0712345678,Asha,Voi\n501,Juma,Taita\n");
    const { text } = await refusedRows(first.id);
    expect(text).toContain("phone,name,column 3,Refused line,Refused because\r\n501,Juma,Taita,2,");
    expect(await imports.imported(org, text.replace("501", "0722000111"))).toMatchObject({ created: 1 });
    expect((await imports.stored(org))[1]).toMatchObject({ name: "Juma", fields: { "column 3": "Taita" } });
  });

  it("can be imported again as it is where a cell of several lines is corrected or intended", async () => {
    const first = await imports.imported(
      org,
      'name,phone,town\n"Jane\nWambui",071,Voi\n"Asha",0733000222,"Voi\nFatma,0744000333,Lamu"\n"Juma,0722000111,Voi\n',
    );
    expect(first).toMatchObject({ created: 0, rejected: 3 });
    const { text } = await refusedRows(first.id);
    expect(text).toContain("If the line belongs to the cell, import the file of rejected rows unchanged.");
    const second = await imports.imported(org, text.replace("071,", "0712345678,"));
    expect(second).toMatchObject({ created: 3, rejected: 0 });
    expect(await imports.stored(org)).toMatchObject([
      { name: "Jane Wambui", phone: "+254712345678" },
      { name: '"Juma', phone: "+254722000111" },
      { name: "Asha", fields: { town: "Voi\nFatma,0744000333,Lamu" } },
    ]);
  });

  it("reports an unclosed quotation mark, and imports the row after it", async () => {
    const done = await imports.imported(
      org,
      'name,phone,town\n"Asha,0712345678,Voi\nJuma,0722000111,Voi\n"Otieno",0733000222,"Voi\nFatma,0744000333,Lamu"\n',
    );
    expect(done).toMatchObject({ status: "completed", rowsRead: 3, created: 1, rejected: 2 });
    const { text } = await refusedRows(done.id);
    expect(text).toContain('"""Asha",0712345678,Voi,2,"The quotation mark in line 2 is not closed.');
    expect(text).toContain("A quotation mark opened before line 5 includes that line.");
    expect(text).toContain("Fatma,0744000333,Lamu");
  });
});

describe("the end of an import", () => {
  it("notifies members of refused rows with a link, and only when there are any", async () => {
    const own = await platform.createOrg();
    const done = await imports.imported(own, "phone\n0712345678\nbad\n", "?fileName=march.csv");
    const { notifications } = await platform.call("GET /notifications", {}, own);
    expect(notifications).toEqual([
      expect.objectContaining({
        title: "Rows rejected",
        body: expect.stringContaining("march.csv: 1 row of 2 rejected"),
        href: `/contacts/imports/${done.id}#refused`,
      }),
    ]);
    await imports.imported(own, "phone\n0712345678\n");
    expect((await platform.call("GET /notifications", {}, own)).notifications).toHaveLength(1);
  });

  it("keeps KRA PINs, refuses what is none, and an empty cell changes nothing", async () => {
    const own = await platform.createOrg();
    const file = (...rows: string[]) => imports.imported(own, ["phone,KRA PIN", ...rows, ""].join("\n"));
    const first = await file("0712345678, a012345678z", "0722000111,12345", "0733000222,");
    expect(first).toMatchObject({ created: 2, rejected: 1 });
    await file("0712345678,");
    const pins = async () =>
      (await platform.call("GET /contacts", {}, own)).contacts.map(({ phone, kraPin }) => [phone, kraPin]);
    expect(new Map((await pins()) as [string, string | null][])).toEqual(
      new Map([
        ["+254712345678", "A012345678Z"],
        ["+254733000222", null],
      ]),
    );
  });

  it("reports how many rows opted a person out", async () => {
    const done = await imports.imported(org, "phone,opted out\n0712345678,yes\n0722000111,no\nbad,yes\n");
    expect(done).toMatchObject({ created: 2, rejected: 1, optedOut: 1 });
  });
});

describe("another organisation", () => {
  it("sees neither our import nor its errors, and gets none of its contacts", async () => {
    const done = await imports.imported(org, "phone\n0712345678\nbad\n");
    const other = await platform.createOrg("Soko Safi");
    for (const key of ["GET /contacts/imports/:importId", "GET /contacts/imports/:importId/errors"]) {
      expect((await platform.request(key, { importId: done.id }, other)).status).toBe(404);
    }
    expect(await platform.call("GET /contacts/imports", {}, other)).toEqual({ imports: [] });
    expect(await imports.stored(other)).toEqual([]);
  });
});
