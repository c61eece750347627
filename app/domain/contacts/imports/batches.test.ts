import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unguarded } from "#app/platform/files/csv.server.ts";
import type { Batch } from "./applyBatch.server.ts";
import { readBatches, rowsOf } from "./batches.server.ts";
import { inspectFile } from "./inspect.server.ts";
import { mergeRows } from "./mergeRows.ts";
import { type Delimiter, readRows } from "./rows.server.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "imports-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function batchesOf(text: string | Buffer, options: { size?: number; skipRows?: number } = {}) {
  const file = path.join(folder, "file.csv");
  writeFileSync(file, text);
  const { layout, ...format } = await inspectFile(file);
  const batches: Batch[] = [];
  const defaults = { tags: [], consentForAll: "none" as const };
  for await (const batch of readBatches(readRows(file, format), {
    layout,
    delimiter: format.delimiter,
    defaults,
    skipRows: options.skipRows ?? 0,
    bytesRead: () => 0,
    ...(options.size ? { size: options.size } : {}),
  }))
    batches.push(batch);
  return batches;
}

/** Text without outer spaces, which an import trims, and without characters that make a name too long. */
const cell = fc
  .string({ unit: fc.constantFrom(..."aé€ñ ,;\t|\"'\n=0123") })
  .map((text) => text.replace(/\s+/g, " ").trim());
const person = fc.record({
  phone: fc.integer({ min: 0, max: 99_999_999 }).map((n) => `7${String(n).padStart(8, "0")}`),
  name: cell,
  town: cell,
});
const people = fc.array(person, { minLength: 1, maxLength: 40 });

describe("the batches of a file", () => {
  it("contain every row once and in order, whatever delimiter, line end and size", async () => {
    await fc.assert(
      fc.asyncProperty(
        people,
        fc.constantFrom<Delimiter>(",", ";", "\t", "|"),
        fc.constantFrom("\n", "\r\n"),
        fc.constantFrom<BufferEncoding>("utf8", "utf16le"),
        fc.integer({ min: 1, max: 50 }),
        async (rows, delimiter, lineEnd, encoding, size) => {
          const text = stringify(
            [["phone", "name", "town"], ...rows.map((row) => [`0${row.phone}`, row.name, row.town])],
            {
              delimiter,
              record_delimiter: lineEnd,
            },
          );
          const batches = await batchesOf(Buffer.from(`\ufeff${text}`, encoding), { size });
          expect(batches.flatMap((batch) => batch.rejected)).toEqual([]);
          expect(
            batches.flatMap((batch) =>
              batch.contacts.map(({ phone, name, fields }) => [phone, name, fields.town ?? ""]),
            ),
          ).toEqual(rows.map((row) => [`+254${row.phone}`, unguarded(row.name), unguarded(row.town)]));
          expect(batches.every((batch) => rowsOf(batch) <= size)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("keep a cell of several lines as written, in any column", async () => {
    const lines = fc.array(
      fc.constantFrom("Jane", "Box 12, Voi", "Wambui,", "0712345678", "Tel. 0712345678, Voi"),
      {
        minLength: 2,
        maxLength: 4,
      },
    );
    const columns = fc.shuffledSubarray(["phone", "name", "town", "address"], { minLength: 4 });
    await fc.assert(
      fc.asyncProperty(columns, person, lines, lines, async (names, { phone }, town, address) => {
        const row: Record<string, string> = {
          phone: `0${phone}`,
          name: "Jane\nWambui",
          town: town.join("\n"),
          address: address.join("\n"),
        };
        const batches = await batchesOf(stringify([names, names.map((name) => row[name])]));
        expect(batches).toMatchObject([
          {
            rejected: [],
            contacts: [
              {
                phone: `+254${phone}`,
                name: "Jane Wambui",
                fields: { town: row.town, address: row.address },
              },
            ],
          },
        ]);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ["in its last column", 'Asha,0712345678,"Voi\nJuma,0722000111,Lamu"', 3],
    ["in its first column", '"Asha,0712345678,Voi\nJuma",0722000111,Lamu', 3],
    ["in its middle column", 'Asha,"0712345678,Voi\nJuma,0722000111",Lamu', 3],
    ["and several rows", 'Asha,0712345678,"Voi\n\nJuma,0722000111,Lamu\nOtieno,0733000222,Voi"', 4],
    ["behind a cell of several lines", '"Asha\nM",0712345678,"Voi\nJuma,0722000111,Lamu"', 4],
    ["behind an empty line in its cell", 'Asha,0712345678,"\nJuma,0722000111,Lamu"', 3],
    ["without its last cell", 'Asha,"0712345678\nJuma,0722000111,Lamu"', 3],
  ])("lose no row to a quotation mark that is closed in a later row, %s", async (_, rows, line) => {
    expect(await batchesOf(`name,phone,town\n${rows}\n`)).toMatchObject([
      {
        contacts: [],
        rejected: [{ line: 2, reason: { code: "row.quote_swallows_row", line } }],
      },
    ]);
  });

  it.each([
    ["", "0712345678\n"],
    ["", "\n0712345678"],
    ["name,", "0712345678\n"],
    ["name,", "\n0712345678"],
  ])("accept a number with a line break next to it: %s%j", async (before, number) => {
    const batches = await batchesOf(`${before}phone\n${before && "Asha,"}"${number}"\n`);
    expect(batches).toMatchObject([{ rejected: [], contacts: [{ phone: "+254712345678" }] }]);
  });

  it("lose no number of a list to quotation marks around several", async () => {
    expect(await batchesOf('phone\n"0712345678\n0722000111"\n')).toMatchObject([
      { contacts: [], rejected: [{ reason: { code: "row.quote_swallows_row" } }] },
    ]);
  });

  it("lose no row to an unclosed quotation mark, and refuse only the row that has it", async () => {
    const stray = fc.record({
      at: fc.nat(39),
      text: fc.constantFrom('"', '"Kim', '"Kim" Mwangi', '"a,b', '""x'),
    });
    await fc.assert(
      fc.asyncProperty(people, stray, async (rows, { at, text }) => {
        const bad = at % rows.length;
        const lines = rows.map((row, index) =>
          index === bad ? `0${row.phone},${text},Voi` : `0${row.phone},Asha,"Box ""1"""`,
        );
        const batches = await batchesOf(["phone,name,town", ...lines].join("\n"));
        expect(batches.flatMap((batch) => batch.rejected)).toMatchObject([
          {
            line: bad + 2,
            reason: { code: "row.quote_not_closed", line: bad + 2 },
          },
        ]);
        expect(batches.flatMap((batch) => batch.contacts).map(({ phone }) => phone)).toEqual(
          rows.filter((_, index) => index !== bad).map((row) => `+254${row.phone}`),
        );
      }),
      { numRuns: 60 },
    );
  });

  it("read a file full of quotation marks in linear time", async () => {
    // The processor's time: a busy machine takes longer by the clock.
    const started = process.threadCpuUsage();
    const batches = await batchesOf(`phone,name\n${'"0712345678,"Asha\n'.repeat(100_000)}`);
    expect(batches.reduce((sum, batch) => sum + batch.rejected.length, 0)).toBe(100_000);
    expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(5000);
  });

  it("resume after any row as if there had been no break", async () => {
    const phone = fc.oneof(
      person.map((one) => one.phone),
      fc.constant("2.5E+11"),
      fc.constant("none"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(phone, { minLength: 1, maxLength: 30 }), fc.nat(30), async (phones, skip) => {
        const text = `phone\n${phones.join("\n\n")}\n`;
        const all = (await batchesOf(text)).flatMap((batch) => [...batch.contacts, ...batch.rejected]);
        const rest = (await batchesOf(text, { skipRows: skip })).flatMap((batch) => [
          ...batch.contacts,
          ...batch.rejected,
        ]);
        const lines = (rows: object[]) => rows.map((row) => JSON.stringify(row));
        expect(all).toHaveLength(phones.length);
        expect(rest).toHaveLength(Math.max(0, phones.length - skip));
        expect(lines(all)).toEqual(expect.arrayContaining(lines(rest)));
      }),
      { numRuns: 60 },
    );
  });
});

describe("rows with the same number", () => {
  const row = fc
    .record({
      phone: fc.constantFrom("+254700000001", "+254700000002", "+254700000003"),
      name: fc.constantFrom("", "Asha", "Juma"),
      tags: fc.uniqueArray(fc.constantFrom("a", "b", "c")),
      kraPin: fc.constantFrom("", "A012345678Z"),
      fields: fc.dictionary(fc.constantFrom("town", "note"), fc.constantFrom("x", "y")),
      consent: fc.constantFrom<"granted" | "none">("granted", "none"),
      optedOut: fc.boolean(),
    })
    .map((one) => ({ ...one, consent: one.optedOut ? ("none" as const) : one.consent }));

  it("are merged without losing a tag, consent, opt-out or value", () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const merged = mergeRows(rows);
        expect(new Set(merged.map((one) => one.phone)).size).toBe(merged.length);
        for (const one of merged) {
          const same = rows.filter((other) => other.phone === one.phone);
          expect(one.name).toBe(same.findLast((other) => other.name !== "")?.name ?? "");
          expect(one.kraPin).toBe(same.findLast((other) => other.kraPin !== "")?.kraPin ?? "");
          expect(new Set(one.tags)).toEqual(new Set(same.flatMap((other) => other.tags)));
          const agreed = same.some((other) => other.consent === "granted");
          expect(one.optedOut).toBe(same.some((other) => other.optedOut));
          expect(one.consent).toBe(agreed && !one.optedOut ? "granted" : "none");
          expect(one.fields).toEqual(Object.assign({}, ...same.map((other) => other.fields)));
        }
      }),
    );
  });

  it("are merged alike in one batch or in two", () => {
    fc.assert(
      fc.property(fc.array(row), fc.array(row), (first, second) => {
        expect(mergeRows([...mergeRows(first), ...second])).toEqual(mergeRows([...first, ...second]));
      }),
    );
  });
});
