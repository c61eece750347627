import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { optOut } from "#app/domain/contacts/consent.server.ts";
import { importsOn } from "#tests/support/imports.ts";
import { createTestPlatform, type TestOrg, type TestPlatform } from "#tests/support/platform.ts";

let platform: TestPlatform;
let imports: ReturnType<typeof importsOn>;
let org: TestOrg;
beforeAll(async () => {
  platform = await createTestPlatform();
  imports = importsOn(platform);
});
beforeEach(async () => {
  org = await platform.createOrg();
});
afterAll(() => platform.close());

describe("a CSV file of contacts", () => {
  it("comes in by the form, with tags and consent for all", async () => {
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
        tags: ["Wateja", "2026"],
        fields: { Mji: "Nakuru" },
        consent: "granted",
        consentSource: "import: wateja.csv",
      },
      { phone: "+254722000111", name: "Otieno", fields: { Mji: "Kisumu" } },
    ]);
    expect(imports.filesLeft()).toEqual([]);
    const { logs } = await platform.call("GET /activity-logs", {}, org);
    expect(logs.map((entry) => [entry.action, entry.details])).toEqual([
      ["Contacts imported", "wateja.csv: 2 new, 0 updated, 0 refused"],
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

  it("gives back the rows that it refused, with line and reason, safe to open in a spreadsheet", async () => {
    const csv =
      'phone,name,ridhaa\n0712345678,Asha,ndiyo\n2.54712E+11,"Two\nlines",yes\n,=cmd|calc,no\n0722000111,Otieno,labda\n0733000222,Juma,yes,extra\n';
    const done = await imports.imported(org, csv, "?fileName=march.csv");
    expect(done).toMatchObject({ status: "completed", rowsRead: 5, created: 1, rejected: 4 });
    const response = await platform.request(
      "GET /contacts/imports/:importId/errors",
      { importId: done.id },
      org,
    );
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="march-errors.csv"');
    const lines = (await response.text()).split("\r\n");
    expect(lines[0]).toBe("line,row,reason");
    expect(lines[1]).toContain('3,"2.54712E+11,""Two\nlines"",yes"');
    expect(lines[2]).toBe('5,",=cmd|calc,no",The phone number is empty.');
    expect(lines[3]).toContain("The consent “labda” is not understood. Write yes or no.");
    expect(lines[4]).toContain("The row has 4 cells but the first row has 3.");
  });

  it("guards a refused row that begins like a formula", async () => {
    const done = await imports.imported(org, "name,phone\n=HYPERLINK(1),none\nAsha,0712345678\n");
    const response = await platform.request(
      "GET /contacts/imports/:importId/errors",
      { importId: done.id },
      org,
    );
    expect(await response.text()).toContain('2,"\'=HYPERLINK(1),none"');
  });

  it("merges repeated numbers: the later name wins, tags unite, consent stays", async () => {
    const done = await imports.imported(
      org,
      "phone,name,tags,consent,town\n0712345678,Asha,a,yes,Voi\n+254712345678,Asha M,b,no,\n712345678,,c,,Taita\n",
    );
    expect(done).toMatchObject({ rowsRead: 3, created: 1, updated: 2, rejected: 0 });
    expect(await imports.stored(org)).toMatchObject([
      { name: "Asha M", tags: ["a", "b", "c"], consent: "granted", fields: { town: "Taita" } },
    ]);
  });

  it("keeps what known contacts have, above all an opt-out", async () => {
    await platform.call(
      "POST /contacts",
      { phone: "0712345678", name: "Asha", tags: "old", consent: "granted" },
      org,
    );
    const { contactId } = await platform.call(
      "POST /contacts",
      { phone: "0722000111", consent: "granted" },
      org,
    );
    const at = platform.clock.now();
    await platform.services.db.withSystem((tx) =>
      optOut(tx, { orgId: org.orgId, contactId, source: "whatsapp:STOP", at }),
    );
    platform.clock.advance(60_000);
    const done = await imports.imported(org, "phone,tags,consent\n0712345678,new,no\n0722000111,new,yes\n");
    expect(done).toMatchObject({ created: 0, updated: 2 });
    expect(await imports.stored(org)).toMatchObject([
      { name: "Asha", tags: ["new", "old"], consent: "granted", consentSource: "member" },
      { tags: ["new"], consent: "none", consentSource: "whatsapp:STOP", optedOutAt: at },
    ]);
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
