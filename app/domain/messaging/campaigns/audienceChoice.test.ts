import { describe, expect, it } from "vitest";
import { readNumbers } from "./audienceChoice.server.ts";

describe("pasted numbers", () => {
  it("are read one a line or parted by commas, semicolons and tabs, each once", () => {
    const text = "0712 345 678, +254712345678;0733123456\r\n\t0110 123 456\n\n";
    expect(readNumbers(text)).toEqual({
      numbers: ["+254712345678", "+254733123456", "+254110123456"],
      refused: [],
    });
  });

  it("may be parted by blanks where each is written without gaps", () => {
    expect(readNumbers("0712345678 +254733123456\t0110123456  254711000001")).toEqual({
      numbers: ["+254712345678", "+254733123456", "+254110123456", "+254711000001"],
      refused: [],
    });
    const { numbers, refused } = readNumbers("0712 345 678 0733 123 456\n0712345678 12");
    expect(numbers).toEqual([]);
    expect(refused.map(({ line }) => line)).toEqual([1, 2]);
  });

  it("that are invalid are reported with their line and the reason", () => {
    const { numbers, refused } = readNumbers("0712345678\nAsha\n12");
    expect(numbers).toEqual(["+254712345678"]);
    expect(refused.map(({ line }) => line)).toEqual([2, 3]);
    expect(refused[0]?.reason).toContain("has letters");
  });
});
