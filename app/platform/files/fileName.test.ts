import { expect, it } from "vitest";
import { cleanFileName } from "./fileName.ts";

it.each([
  ["prices.pdf", "prices.pdf"],
  ["Orodha ya bei – Novemba.csv", "Orodha ya bei – Novemba.csv"],
  // Folders, as browsers and attackers send them.
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\Asha\\wateja.csv", "wateja.csv"],
  ["a\\../b.pdf", "b.pdf"],
  ["..", ""],
  ["folder/", ""],
  ["", ""],
  // Characters that reverse the text direction, or are invisible.
  ["photo\u202egpj.exe", "photogpj.exe"],
  ["\u2066invoice\u2069.pdf", "invoice.pdf"],
  ["list\u0000\r\n.csv", "list.csv"],
  ["half \ud83d.csv", "half \ufffd.csv"],
])("%j is %j", (name, expected) => {
  expect(cleanFileName(name)).toBe(expected);
});

it("a long name has at most 200 characters, and keeps its ending", () => {
  const name = cleanFileName(`${"a".repeat(5000)}.pdf`);
  expect([name.length, name.endsWith("aaa.pdf")]).toEqual([200, true]);
  const hidden = cleanFileName(`${"b".repeat(300)}\u202e.p\u202edf`);
  expect([hidden.length, hidden.endsWith("bbb.pdf")]).toEqual([200, true]);
});
