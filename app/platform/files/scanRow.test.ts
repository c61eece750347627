import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scanRow } from "./scanRow.ts";

const text = fc.string({ unit: fc.constantFrom(...'ab,"\n'), maxLength: 40 });

describe("a row of CSV", () => {
  it("is the same however the file is split: a prefix returns it or waits for more", () => {
    fc.assert(
      fc.property(text, fc.nat(40), (whole, cut) => {
        const row = scanRow(whole.slice(0, cut), 0, ",", false);
        if (row) expect(row).toEqual(scanRow(whole, 0, ",", true));
      }),
      { numRuns: 5000 },
    );
  });

  it("advances through any text, and skips none of it", () => {
    fc.assert(
      fc.property(text, (whole) => {
        let start = 0;
        while (start < whole.length) {
          const row = scanRow(whole, start, ",", true)!;
          expect(row.next).toBeGreaterThan(start);
          const letters = (value: string) => value.replace(/[^ab]/g, "");
          expect(letters(row.cells.join(""))).toBe(letters(whole.slice(start, row.next)));
          start = row.next;
        }
      }),
      { numRuns: 2000 },
    );
  });
});
