import { expect, it } from "vitest";
import { itemsIn } from "./itemsText.ts";

it.each([
  ["2 x Maize flour", [{ quantity: 2, product: "Maize flour" }]],
  [
    "3×Sugar 1 kg\n\n Salt ",
    [
      { quantity: 3, product: "Sugar 1 kg" },
      { quantity: 1, product: "Salt" },
    ],
  ],
  ["2 kg rice", [{ quantity: 1, product: "2 kg rice" }]],
  ["10 * FLOUR-2KG", [{ quantity: 10, product: "FLOUR-2KG" }]],
  ["0 x Salt", undefined],
  ["99999 x Salt", undefined],
  [" \n", undefined],
  ["x", [{ quantity: 1, product: "x" }]],
])("%j is read as items", (text, items) => {
  expect(itemsIn(text)).toEqual(items);
});
