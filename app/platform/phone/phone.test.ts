import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digitsToFind, normalisePhone } from "./phone.ts";

const phoneOf = (text: string) => {
  const result = normalisePhone(text);
  return result.ok ? result.phone : result.reason;
};

describe("a phone number as people write it", () => {
  it.each([
    "0712345678",
    "712345678",
    "254712345678",
    "+254712345678",
    "'0712345678",
    "+254 712-345 678",
    "(0712) 345.678",
    "+254 (0) 712 345 678",
    "00254712345678",
    "254712345678.0",
    "\u202a+254\u00a0712\u2011345\u2011678\u202c",
    "０７１２３４５６７８",
    "٠٧١٢٣٤٥٦٧٨",
  ])("reads %j as one Kenyan number", (text) => {
    expect(phoneOf(text)).toBe("+254712345678");
  });

  it("reads the newer 01 numbers, with and without the zero", () => {
    expect([phoneOf("0112345678"), phoneOf("112345678")]).toEqual(["+254112345678", "+254112345678"]);
  });

  it("reads neighbours' numbers with + and without", () => {
    expect([phoneOf("+256 772 123456"), phoneOf("256772123456")]).toEqual(["+256772123456", "+256772123456"]);
  });

  it("reads a national number in the given country", () => {
    expect(normalisePhone("0772 123456", "UG")).toEqual({ ok: true, phone: "+256772123456" });
  });

  it.each([
    ["", "empty"],
    ["  '", "empty"],
    ["2.54712E+11", "Format the column as text"],
    ["2,54712E+11", "Format the column as text"],
    ["12345", "too short"],
    ["99999999999999999999", "too long"],
    [`0712${" ".repeat(200)}345678`, "too long"],
    ["071234567", "not a valid phone number"],
    ["0712345678/0722000000", "more than one number"],
    ["0712345678 ext 5", "letters"],
    ["#N/A", "letters"],
    ["=+-@", "not a phone number"],
  ])("refuses %j with a reason", (text, reason) => {
    expect(normalisePhone(text)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  });
});

describe("searched digits", () => {
  const finds = (text: string, phone: string) => digitsToFind(text).some((digits) => phone.includes(digits));

  it.each([
    "000 111",
    "000-111",
    "0733 000",
    "0733",
    "+254 733 000",
    "254 (0) 733 000",
    "00254733",
    "733000111",
  ])("%j are in +254733000111", (text) => expect(finds(text, "+254733000111")).toBe(true));

  it.each(["000 112", "0711", "0111222", "33 order", "11"])("%j are not", (text) =>
    expect(finds(text, "+254733000111")).toBe(false),
  );

  it("keep the zeros within a number", () => {
    expect(finds("000 111", "+254733222111")).toBe(false);
  });

  it("are found without another country's leading zero", () => {
    expect(finds("0772 123456", "+256772123456")).toBe(true);
  });
});

describe("the phone normaliser", () => {
  const subscriber = fc
    .tuple(fc.constantFrom("7", "1"), fc.integer({ min: 0, max: 99_999_999 }))
    .map(([first, rest]) => first + String(rest).padStart(8, "0"));
  const separator = fc.constantFrom("", " ", "-", ".", "\u00a0");

  it("normalises every notation of a Kenyan mobile number to the same E.164", () => {
    fc.assert(
      fc.property(
        subscriber,
        fc.constantFrom("+254", "254", "0", "", "00254", "+2540"),
        separator,
        fc.constantFrom("", "'", " "),
        (number, prefix, between, before) => {
          const text = `${before}${prefix}${between}${number.slice(0, 3)}${between}${number.slice(3)}`;
          expect(normalisePhone(text)).toEqual({ ok: true, phone: `+254${number}` });
        },
      ),
    );
  });

  it("never throws, and leaves its own output unchanged", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."0123456789+ -()'E./") })),
        (text) => {
          const result = normalisePhone(text);
          if (result.ok) {
            expect(result.phone).toMatch(/^\+[1-9]\d{6,14}$/);
            expect(normalisePhone(result.phone)).toEqual(result);
          } else expect(result.reason).toMatch(/\.$/);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
