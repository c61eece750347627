import { utils, write } from "@e965/xlsx";
import { and, asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { events } from "#app/db/schema/record/events.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { sheetRows, workbookParts, zipOf } from "#tests/support/hostileFiles.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();
let org: TestOrg;
beforeEach(async () => {
  org = await platform.createOrg();
});

/** The form's fields, with a file as its rows, as the screens post it. */
async function rowsOf(file: Uint8Array | string, fileName: string) {
  const form = new FormData();
  form.set("rows", "typed before");
  form.set("intent", "preview");
  form.set("sheet:rows", new Blob([file as BlobPart]), fileName);
  const encoded = new Response(form);
  const answer = await platform.api.fetch(
    new Request("http://localhost:4000/api/media/form", {
      method: "POST",
      headers: {
        ...{ cookie: org.cookie, "x-client-address": "10.0.0.1", "sec-fetch-site": "same-origin" },
        "content-type": encoded.headers.get("content-type")!,
      },
      body: await encoded.arrayBuffer(),
    }),
  );
  const body = (await answer.json()) as { fields: [string, string][]; refused: Record<string, string> };
  return { fields: Object.fromEntries(body.fields), refused: body.refused };
}

function workbook(rows: unknown[][]) {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), "Bei");
  return new Uint8Array(write(book, { type: "buffer", bookType: "xlsx" }) as Buffer);
}

const send = (rows: string, apply: boolean) => platform.call("POST /products/import", { rows, apply }, org);
const stored = () =>
  platform.services.db.withOrg(org.orgId, (tx) =>
    tx.select().from(products).where(eq(products.orgId, org.orgId)).orderBy(asc(products.name)),
  );

const tooLarge = () =>
  Buffer.from(zipOf(workbookParts(sheetRows(146_503, `<c r="B1" t="str"><v>${"x".repeat(300)}</v></c>`))));

describe("products of a file", () => {
  it.each([
    [
      "bei.xlsx",
      () =>
        workbook([
          ["Jina", "Bei", "Akiba", "Msimbo"],
          ["Unga 2 kg", 190, 12, "U2"],
        ]),
    ],
    ["bei.csv", () => "Jina;Bei;Akiba;Msimbo\r\nUnga 2 kg;190;12;U2\r\n"],
    ["bei.csv", () => Buffer.from("\uFEFFJina\tBei\tAkiba\tMsimbo\nUnga 2 kg\t190\t12\tU2", "utf16le")],
  ])("are read from %s into the form, and written once", async (name, file) => {
    const { fields, refused } = await rowsOf(file(), name);
    expect(refused).toEqual({});
    expect(fields.intent).toBe("preview");
    const preview = await send(fields.rows!, false);
    expect(preview).toMatchObject({ counts: { create: 1, refuse: 0 }, applied: false });
    expect(await stored()).toEqual([]);
    expect(await send(fields.rows!, true)).toMatchObject({ applied: true, rest: "" });
    expect(await send(fields.rows!, true)).toMatchObject({ counts: { known: 1 }, applied: false });
    expect(await stored()).toMatchObject([
      { name: "Unga 2 kg", priceCents: 19_000, stock: 12, retailerId: "U2" },
    ]);
  });

  it.each([
    ["broken.xlsx", Buffer.from("PK\u0003\u0004 no workbook"), "The workbook could not be read"],
    ["bomb.xlsx", tooLarge(), "unpacked"],
    ["price.pdf", "%PDF-1.7 prices", "This is a PDF"],
    ["empty.csv", "", "empty"],
    ["long.csv", "a,1\n".repeat(300_000), "1,000,000 characters"],
  ])("are refused at the field when the file is %s", async (name, file, reason) => {
    const { fields, refused } = await rowsOf(file, name);
    expect(refused.rows).toContain(reason);
    expect(fields.rows).toBe("typed before");
  });

  it("keep every row that can't be imported, with its line and its reason", async () => {
    const text = [
      "name,price,code",
      '"Mama Njeri,10,A',
      "Unga,0,B",
      "Sukari,210,C",
      "Sukari tena,220,C",
      '"Chai, ya maziwa",45,D',
      ",5,E",
    ].join("\n");
    const { lines, counts } = await send(text, false);
    expect(counts).toEqual({ create: 3, change: 0, known: 0, refuse: 3 });
    expect(lines.filter(({ does }) => does === "refuse").map(({ row }) => row)).toEqual([3, 5, 7]);
    const { rest, applied } = await send(text, true);
    expect(applied).toBe(true);
    expect(rest.trim().split("\r\n")).toEqual(["name,price,code", "Unga,0,B", "Sukari tena,220,C", ",5,E"]);
    const corrected = rest
      .replace("Unga,0", "Unga,100")
      .replace("tena,220,C", "tena,220,F")
      .replace(",5,E", "Eno,5,E");
    expect(await send(corrected, true)).toMatchObject({ applied: true, rest: "" });
    expect((await stored()).map(({ name }) => name)).toEqual([
      ...['"Mama Njeri', "Chai, ya maziwa", "Eno", "Sukari", "Sukari tena", "Unga"],
    ]);
  });

  it("without a code are found by their name, and need a code where several have it", async () => {
    await send("Unga,100\nMaji,50,5,M1\nMaji,60,5,M2", true);
    expect(await send("unga,110\nMaji,55", true)).toMatchObject({ counts: { change: 1, refuse: 1 } });
    expect((await stored()).map(({ name, priceCents }) => [name, priceCents])).toEqual([
      ["Maji", 5000],
      ["Maji", 6000],
      ["unga", 11_000],
    ]);
  });

  it("are written once by two presses at the same time", async () => {
    const text = Array.from({ length: 50 }, (_, at) => `Bidhaa ${at},${at + 1}`).join("\n");
    const both = await Promise.all([send(text, true), send(text, true)]);
    expect(both.map(({ applied }) => applied).toSorted()).toEqual([false, true]);
    expect(await stored()).toHaveLength(50);
    const imported = await platform.services.db.withOrg(org.orgId, (tx) =>
      tx
        .select()
        .from(events)
        .where(and(eq(events.orgId, org.orgId), eq(events.name, "products.imported"))),
    );
    expect(imported).toHaveLength(1);
  });

  it("beyond the limit are refused, not dropped", async () => {
    const text = Array.from({ length: 2001 }, (_, at) => `Bidhaa ${at},5,,C${at}`).join("\n");
    const { counts, rest } = await send(text, true);
    expect(counts).toMatchObject({ create: 2000, refuse: 1 });
    expect(rest.trim()).toBe("Bidhaa 2000,5,,C2000");
  });

  it("of another organisation stay as they are", async () => {
    await send("Unga,100,5,U1", true);
    const mine = org;
    org = await platform.createOrg("Soko Safi");
    expect(await send("Unga,900,5,U1", true)).toMatchObject({ counts: { create: 1 } });
    org = mine;
    expect(await stored()).toMatchObject([{ priceCents: 10_000 }]);
  });
});
