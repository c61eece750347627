import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contactImports, contacts } from "#app/db/schema/contacts.ts";
import { optOut } from "#app/domain/contacts/consent.server.ts";
import { createTestPlatform, type TestOrg, type TestPlatform } from "#tests/support/platform.ts";

let platform: TestPlatform;
let org: TestOrg;
beforeAll(async () => {
  platform = await createTestPlatform();
});
beforeEach(async () => {
  org = await platform.createOrg();
});
afterAll(() => platform.close());

type Body = string | Buffer | ReadableStream<Uint8Array>;

/** Uploads as the browser's form does. */
async function uploadForm(
  file: Body,
  fields: Record<string, string> = {},
  fileName = "wateja.csv",
  as = org,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new Blob([file as string]), fileName);
  return platform.api.fetch(
    new Request("http://localhost:4000/api/contacts/imports", {
      method: "POST",
      body: form,
      headers: { cookie: as.cookie, "sec-fetch-site": "same-origin", "x-client-address": "10.0.0.1" },
    }),
  );
}

/** Uploads as a plain HTTP client does. */
async function uploadText(body: Body, query = "", as = org) {
  return platform.api.fetch(
    new Request(`http://localhost:4000/api/contacts/imports${query}`, {
      method: "POST",
      body: body as string,
      headers: { cookie: as.cookie, "content-type": "text/csv", "x-client-address": "10.0.0.1" },
      duplex: "half",
    } as RequestInit),
  );
}

async function imported(body: Body, query = "", as = org) {
  const response = await uploadText(body, query, as);
  const answer = (await response.json()) as { importId: string; message?: string };
  if (!response.ok) throw new Error(answer.message);
  await platform.runJobs();
  return (await platform.call("GET /contacts/imports/:importId", { importId: answer.importId }, as)).import;
}

const stored = (as = org) =>
  platform.services.db.withOrg(as.orgId, (tx) =>
    tx.select().from(contacts).where(eq(contacts.orgId, as.orgId)).orderBy(asc(contacts.phone)),
  );
const filesLeft = () => {
  const folder = path.join(platform.services.config.dataDir, "imports");
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe("a CSV file of contacts", () => {
  it("comes in by the form, with tags and consent for all", async () => {
    const csv = "Jina,Simu,Mji\nWanjiru,0712345678,Nakuru\nOtieno,'0722000111,Kisumu\n";
    const response = await uploadForm(csv, { tags: "Wateja, 2026", consentForAll: "granted" });
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
    expect(await stored()).toMatchObject([
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
    expect(filesLeft()).toEqual([]);
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
    expect(await imported(body)).toMatchObject({ status: "completed", created: 1, rejected: 0 });
    expect(await stored()).toMatchObject([{ phone: "+254712345678", name: "Asha Ñandú" }]);
  });

  it("may hold line ends, separators and quotes within quotes", async () => {
    await imported('phone,name,address\n0712345678,"Mwangi, ""Kim""","Box 1\nNakuru"\n');
    expect(await stored()).toMatchObject([{ name: 'Mwangi, "Kim"', fields: { address: "Box 1\nNakuru" } }]);
  });

  it("gives back the rows that it refused, with line and reason, safe to open in a spreadsheet", async () => {
    const csv =
      'phone,name,ridhaa\n0712345678,Asha,ndiyo\n2.54712E+11,"Two\nlines",yes\n,=cmd|calc,no\n0722000111,Otieno,labda\n0733000222,Juma,yes,extra\n';
    const done = await imported(csv, "?fileName=march.csv");
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
    const done = await imported("name,phone\n=HYPERLINK(1),none\nAsha,0712345678\n");
    const response = await platform.request(
      "GET /contacts/imports/:importId/errors",
      { importId: done.id },
      org,
    );
    expect(await response.text()).toContain('2,"\'=HYPERLINK(1),none"');
  });

  it("merges repeated numbers: the later name wins, tags unite, consent stays", async () => {
    const done = await imported(
      "phone,name,tags,consent,town\n0712345678,Asha,a,yes,Voi\n+254712345678,Asha M,b,no,\n712345678,,c,,Taita\n",
    );
    expect(done).toMatchObject({ rowsRead: 3, created: 1, updated: 2, rejected: 0 });
    expect(await stored()).toMatchObject([
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
    const done = await imported("phone,tags,consent\n0712345678,new,no\n0722000111,new,yes\n");
    expect(done).toMatchObject({ created: 0, updated: 2 });
    expect(await stored()).toMatchObject([
      { name: "Asha", tags: ["new", "old"], consent: "granted", consentSource: "member" },
      { tags: ["new"], consent: "none", consentSource: "whatsapp:STOP", optedOutAt: at },
    ]);
  });
});

describe("a file that cannot be imported", () => {
  it.each([
    ["is empty", "", 400, "contact_import.empty"],
    ["holds only blanks", " \n\n", 400, "contact_import.empty"],
    ["holds only a header", "name,phone\n", 400, "contact_import.empty"],
    ["is an Excel workbook", Buffer.from("PK\u0003\u0004rest of a zip"), 400, "contact_import.not_csv"],
    ["is a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 400, "contact_import.not_csv"],
    [
      "has NULs far behind",
      Buffer.concat([Buffer.from("phone\n".repeat(90_000)), Buffer.from([0])]),
      400,
      "contact_import.not_csv",
    ],
    [
      "has 200 columns",
      `${Array.from({ length: 200 }, (_, n) => `c${n}`).join()}\n`,
      400,
      "contact_import.too_many_columns",
    ],
    ["has no phone numbers", "name,town\nAsha,Voi\n", 400, "contact_import.no_phone_column"],
  ])("because it %s is refused with a reason, and leaves nothing", async (_, body, status, code) => {
    const response = await uploadText(body);
    const answer = await response.json();
    expect([response.status, answer.code]).toEqual([status, code]);
    expect(answer.fields.file).toMatch(/\.$/);
    expect(filesLeft()).toEqual([]);
    expect(platform.waiting).toEqual([]);
    expect(await platform.call("GET /contacts/imports", {}, org)).toEqual({ imports: [] });
  });

  it("because it is larger than 100 MB is refused with 413 while it streams", async () => {
    const piece = new Uint8Array(4 * 1024 * 1024).fill(0x37);
    let pieces = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (pieces++ < 30) controller.enqueue(piece);
        else controller.close();
      },
    });
    const response = await uploadText(body);
    expect([response.status, (await response.json()).code]).toEqual([413, "contact_import.too_large"]);
    expect(filesLeft()).toEqual([]);
  });

  it("because the form holds none is refused at its field", async () => {
    const response = await uploadForm("", {}, "");
    expect([response.status, (await response.json()).code]).toEqual([400, "contact_import.no_file"]);
  });

  it("because a quote stays open keeps the rows before it and says where", async () => {
    const done = await imported('phone\n0712345678\n"0722000111\n0733000222\n');
    expect(done).toMatchObject({
      status: "failed",
      created: 1,
      error: expect.stringContaining("from line 3 on"),
    });
    expect(await stored()).toHaveLength(1);
  });
});

describe("an import that was cut off", () => {
  it("goes on behind the rows that were committed, and counts none twice", async () => {
    const response = await uploadText("phone,tags\n0712345678,a\n0722000111,b\nbad,c\n0733000222,d\n");
    const { importId } = (await response.json()) as { importId: string };
    // As the first process left it: two rows taken and committed, then killed.
    await platform.call("POST /contacts", { phone: "0712345678", tags: "a" }, org);
    await platform.call("POST /contacts", { phone: "0722000111", tags: "b" }, org);
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.update(contactImports).set({ rowsRead: 2, created: 2 }).where(eq(contactImports.id, importId)),
    );
    await platform.runJobs();
    const { import: done } = await platform.call("GET /contacts/imports/:importId", { importId }, org);
    expect(done).toMatchObject({ status: "completed", rowsRead: 4, created: 3, updated: 0, rejected: 1 });
  });

  it("and whose job comes twice is imported once", async () => {
    const response = await uploadText("phone\n0712345678\n0722000111\n");
    const { importId } = (await response.json()) as { importId: string };
    platform.waiting.push(platform.waiting[0]!);
    await platform.runJobs();
    const { import: done } = await platform.call("GET /contacts/imports/:importId", { importId }, org);
    expect(done).toMatchObject({ status: "completed", rowsRead: 2, created: 2, updated: 0 });
  });

  it("is found by the sweep", async () => {
    const response = await uploadText("phone\n0712345678\n");
    const { importId } = (await response.json()) as { importId: string };
    platform.waiting.length = 0;
    platform.clock.advance(60_000);
    const { resumeContactImports } = await import("#app/jobs/importContacts.server.ts");
    await resumeContactImports.run(platform.services, {});
    await platform.runJobs();
    const { import: done } = await platform.call("GET /contacts/imports/:importId", { importId }, org);
    expect(done).toMatchObject({ status: "completed", created: 1 });
  });
});

describe("another organisation", () => {
  it("sees neither our import nor its errors, and gets none of its contacts", async () => {
    const done = await imported("phone\n0712345678\nbad\n");
    const other = await platform.createOrg("Soko Safi");
    for (const key of ["GET /contacts/imports/:importId", "GET /contacts/imports/:importId/errors"]) {
      expect((await platform.request(key, { importId: done.id }, other)).status).toBe(404);
    }
    expect(await platform.call("GET /contacts/imports", {}, other)).toEqual({ imports: [] });
    expect(await stored(other)).toEqual([]);
  });
});
