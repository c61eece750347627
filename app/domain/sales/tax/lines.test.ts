import { expect, it } from "vitest";
import { scaled, withVat } from "./lines.ts";

const line = (totalCents: number, vatClass = "standard" as const) => ({
  ...{ description: "Flour", quantity: 1, vatClass, totalCents },
});

it("takes the VAT out of prices that contain it", () => {
  expect(withVat([line(11_600), { ...line(500), vatClass: "zero" }, line(0)])).toMatchObject([
    { netCents: 10_000, vatCents: 1600, totalCents: 11_600 },
    { netCents: 500, vatCents: 0 },
  ]);
});

it.each([1, 2, 99, 100, 5001, 9999, 10_001])("spreads %i cents to the cent", (cents) => {
  const lines = scaled([line(3333), line(3333), line(3334)], cents);
  expect(lines.reduce((sum, { totalCents }) => sum + totalCents, 0)).toBe(cents);
});
