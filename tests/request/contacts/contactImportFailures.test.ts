import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { contactImports } from "#app/db/schema/contacts/imports.ts";
import { resumeContactImportsHandler } from "#app/worker/importContacts.server.ts";
import { importsOn } from "#tests/support/imports.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const imports = importsOn(platform);
let org: TestOrg;
beforeEach(async () => {
  org = await platform.createOrg();
});

describe("a file that cannot be imported", () => {
  it.each([
    ["is empty", "", 400, "contact_import.empty"],
    ["holds only blanks", " \n\n", 400, "contact_import.empty"],
    ["holds only a header", "name,phone\n", 400, "contact_import.empty"],
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
    ["is one line of 200 KB", `phone,${"x".repeat(200_000)}`, 400, "contact_import.not_csv"],
    ["has no phone numbers", "name,town\nAsha,Voi\n", 400, "contact_import.no_phone_column"],
  ])("because it %s is refused with a reason, and leaves nothing", async (_, body, status, code) => {
    const response = await imports.uploadText(org, body);
    const answer = await response.json();
    expect([response.status, answer.code]).toEqual([status, code]);
    expect(answer.fields.file).toMatch(/\.$/);
    expect(imports.filesLeft()).toEqual([]);
    expect(platform.waiting).toEqual([]);
    expect(await platform.call("GET /contacts/imports", {}, org)).toEqual({ imports: [] });
  });

  it("keeps the values typed in the other fields", async () => {
    const form = new FormData();
    form.set("file", new File([""], "wateja.csv"));
    form.set("tags", "duka, vip");
    form.set("consentForAll", "granted");
    const response = await platform.api.fetch(
      new Request("http://localhost:4000/api/contacts/imports", {
        method: "POST",
        headers: { cookie: org.cookie, origin: "http://localhost:4000" },
        body: form,
      }),
    );
    expect(await response.json()).toMatchObject({
      code: "contact_import.empty",
      typed: { tags: "duka, vip", consentForAll: "granted" },
    });
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
    const response = await imports.uploadText(org, body);
    expect([response.status, (await response.json()).code]).toEqual([413, "contact_import.too_large"]);
    expect(imports.filesLeft()).toEqual([]);
  });

  it("without a file is refused at its field", async () => {
    const response = await imports.uploadForm(org, "", {}, "");
    expect([response.status, (await response.json()).code]).toEqual([400, "contact_import.no_file"]);
  });

  it("sent without an answer on consent is refused at the question, and accepted with either answer", async () => {
    const csv = "phone,consent\n0712345678,yes\n";
    const refused = await imports.uploadForm(org, csv, { tags: "duka" });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      {
        fields: { consentForAll: "Choose whether the people in the file agreed to marketing." },
        typed: { tags: "duka" },
      },
    ]);
    expect(imports.filesLeft()).toEqual([]);
    for (const consentForAll of ["granted", "none", "column"])
      expect((await imports.uploadForm(org, csv, { consentForAll })).ok).toBe(true);
  });

  it("with a line that is too long keeps the rows before it and names the line", async () => {
    const done = await imports.imported(org, `phone\n0712345678\n${"x".repeat(200_000)}\n0733000222\n`);
    expect(done).toMatchObject({
      status: "failed",
      created: 1,
      error: expect.stringContaining("from line 3"),
    });
    expect(await imports.stored(org)).toHaveLength(1);
  });
});

describe("an interrupted import", () => {
  it("resumes after the committed rows, and counts none twice", async () => {
    const response = await imports.uploadText(
      org,
      "phone,tags\n0712345678,a\n0722000111,b\nbad,c\n0733000222,d\n",
    );
    const { importId } = (await response.json()) as { importId: string };
    // As the first process left it: two rows committed, then killed.
    await platform.call("POST /contacts", { phone: "0712345678", tags: "a" }, org);
    await platform.call("POST /contacts", { phone: "0722000111", tags: "b" }, org);
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.update(contactImports).set({ rowsRead: 2, created: 2 }).where(eq(contactImports.id, importId)),
    );
    await platform.runJobs();
    const { import: done } = await platform.call("GET /contacts/imports/:importId", { importId }, org);
    expect(done).toMatchObject({ status: "completed", rowsRead: 4, created: 3, updated: 0, rejected: 1 });
  });

  it("whose job is queued twice is imported once", async () => {
    const response = await imports.uploadText(org, "phone\n0712345678\n0722000111\n");
    const { importId } = (await response.json()) as { importId: string };
    platform.waiting.push(platform.waiting[0]!);
    await platform.runJobs();
    const { import: done } = await platform.call("GET /contacts/imports/:importId", { importId }, org);
    expect(done).toMatchObject({ status: "completed", rowsRead: 2, created: 2, updated: 0 });
  });

  it("is found by the sweep", async () => {
    const response = await imports.uploadText(org, "phone\n0712345678\n");
    const { importId } = (await response.json()) as { importId: string };
    platform.waiting.length = 0;
    platform.clock.advance(60_000);
    await resumeContactImportsHandler.run(platform.services, {});
    await platform.runJobs();
    const { import: done } = await platform.call("GET /contacts/imports/:importId", { importId }, org);
    expect(done).toMatchObject({ status: "completed", created: 1 });
  });
});
