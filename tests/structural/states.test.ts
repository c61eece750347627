import { expect, it } from "vitest";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { locales } from "#app/platform/locale/locale.ts";
import { allPaths, root } from "./files.ts";

type Word = string | (() => string);
type Entry = Word | { label?: Word; name?: Word; word?: Word };

const textOf = (entry: Entry): string | undefined => {
  const word = typeof entry === "object" ? (entry.label ?? entry.name ?? entry.word) : entry;
  return typeof word === "function" ? word() : word;
};

/** The texts of a table of states that begin with a small letter, in each language. */
const smallOnes = (table: Record<string, Entry>) =>
  locales.flatMap((locale) =>
    withLocale(locale, () =>
      Object.keys(table)
        .map((state) => textOf(table[state]!) ?? "")
        .filter((text) => /^\p{Ll}/u.test(text))
        .map((text) => `${locale}: ${text}`),
    ),
  );

const isTableOfStates = (name: string, value: unknown): value is Record<string, Entry> =>
  /(state|status|statuses|quality)(words|labels|names)?$|(states|statuses)$/i.test(name) &&
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value);

it("states begin with a capital letter on every screen, in every language", async () => {
  const found: string[] = [];
  let tables = 0;
  for (const path of allPaths.filter((file) => /^app\/.*(words|Words|States|Status)\.ts$/.test(file))) {
    const module = (await import(/* @vite-ignore */ `${root}/${path}`)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module)) {
      if (!isTableOfStates(name, value)) continue;
      tables++;
      found.push(...smallOnes(value).map((text) => `${path} ${name}: ${text}`));
    }
  }
  expect(found).toEqual([]);
  expect(tables).toBeGreaterThan(15);
});

it("the rule bites", () => {
  const table = { open: () => "open", closed: { label: "Closed" }, paid: { name: "paid" }, late: "Late" };
  expect(isTableOfStates("disputeStateWords", table)).toBe(true);
  expect(smallOnes(table).filter((text) => text.startsWith("en"))).toEqual(["en: open", "en: paid"]);
});
