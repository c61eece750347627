import { expect, it } from "vitest";
import { isAccountNumber, newAccountNumber } from "#app/domain/money/payments/accountNumbers.ts";
import { numbersNear } from "./closest.ts";

const slips: readonly [string, (number: string) => string][] = [
  ["a wrong digit", (number) => `${number.slice(0, 3)}${(Number(number[3]) + 1) % 10}${number.slice(4)}`],
  ["a wrong letter", (number) => number.slice(0, -1) + (number.endsWith("A") ? "C" : "A")],
  ["a missing digit", (number) => number.slice(0, 2) + number.slice(3)],
  ["a missing letter", (number) => number.slice(0, -1)],
  ["an added digit", (number) => `${number.slice(0, 5)}7${number.slice(5)}`],
  ["swapped neighbours", (number) => `${number.slice(0, 4)}${number[5]}${number[4]}${number.slice(6)}`],
];

it.each(slips)("finds the number behind %s", (_, slip) => {
  for (let round = 0; round < 200; round += 1) {
    const number = newAccountNumber("organisation");
    const typed = slip(number);
    if (typed === number) continue;
    expect(isAccountNumber(typed) && typed.length === number.length).toBe(false);
    expect(numbersNear(typed), typed).toContain(number);
  }
});

it.each(["", "JOHN 4B", "0712345678", "9".repeat(60)])("finds nothing near %j", (typed) => {
  expect(numbersNear(typed)).toEqual([]);
});
