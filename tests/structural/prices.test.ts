import { expect, it } from "vitest";
import { sourceFiles } from "./files.ts";

const tables = {
  rateCards: "rate_cards",
  planVersions: "plan_versions",
  taxRates: "tax_rates",
  billingConstants: "billing_constants",
  metaMarkets: "meta_markets",
  metaRates: "meta_rates",
  exchangeRates: "exchange_rates",
  metaAllowances: "meta_allowances",
};
const writes = new RegExp(
  `\\.(insert|update|delete)\\(\\s*(${Object.keys(tables).join("|")})\\b|` +
    `(insert into|update|delete from) (${Object.values(tables).join("|")})\\b`,
  "g",
);

/**
 * The number of price writes in a file beyond its calls of `pricesChanged`; a list of statements is one
 * write.
 */
const isMissing = (text: string) => {
  const written = [...text.matchAll(writes)].length;
  const cleared = [...text.matchAll(/\bpricesChanged\(tx\)/g)].length;
  return text.includes("client.query({ text, values") ? written > 0 && cleared === 0 : written > cleared;
};

it("every write of prices clears the cached prices, in its transaction", () => {
  const files = sourceFiles(/^app\/.*\.ts$/);
  expect(files.filter(({ text }) => text.search(writes) >= 0).length).toBeGreaterThan(2);
  expect(files.filter(({ text }) => isMissing(text)).map(({ path }) => path)).toEqual([]);
});

it.each([
  "await tx.insert(metaRates).values(rate);",
  "await tx\n  .update(rateCards).set({})",
  "await tx.insert(metaRates).values(a); pricesChanged(tx); await tx.delete(exchangeRates);",
  "text: `insert into exchange_rates (id) values ($1)`",
])("finds %s", (text) => {
  expect(isMissing(text)).toBe(true);
});
