import { describe, expect, it } from "vitest";
import { csvLines } from "./csv.server.ts";
import { sheetRows } from "./sheetRows.ts";

describe("rows of a sheet", () => {
  it.each(["\t", ";", ","])("are read with %j between cells, and have their lines", (separator) => {
    const text = ["name|price", "", '"Unga\n2 kg"|190', "Sukari|210"].join("\r\n").replaceAll("|", separator);
    expect(sheetRows(`\uFEFF${text}`)).toEqual([
      { line: 1, cells: ["name", "price"] },
      { line: 3, cells: ["Unga\n2 kg", "190"] },
      { line: 5, cells: ["Sukari", "210"] },
    ]);
  });

  it("survive a quotation mark that is never closed", () => {
    expect(sheetRows('name,price\n"Mama Njeri,3\nUnga,4').map(({ cells }) => cells)).toEqual([
      ["name", "price"],
      ['"Mama Njeri', "3"],
      ["Unga", "4"],
    ]);
  });

  it("are those that our files were written from", () => {
    const rows = [
      ["name", "note"],
      ["=SUM(A1)", 'a "b", c\nd'],
    ];
    expect(sheetRows(csvLines(rows)).map(({ cells }) => cells)).toEqual(rows);
  });

  it("are read in linear time, whatever stands in them", () => {
    expect(sheetRows(`a,b\n${'"x""y,'.repeat(100_000)}`).length).toBeGreaterThan(0);
    expect(sheetRows(`a,b\n${'"",'.repeat(200_000)}`).length).toBeGreaterThan(0);
    expect(sheetRows(`a,b\n${'"'.repeat(600_000)}`).length).toBeGreaterThan(0);
  });
});
