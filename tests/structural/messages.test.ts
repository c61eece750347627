import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { locales } from "#app/platform/locale/locale.ts";
import { sourceFiles } from "./files.ts";
import { faultsOfKeys, type KeyedText, sharedTexts, textsOfSeveralKeys } from "./messageKeys.ts";
import { ratchet } from "./ratchet.ts";
import { hasTypedNumber, numbersByReason, typedNumbers } from "./typedNumbers.ts";

type Message = string | { match: Record<string, string>; [more: string]: unknown }[];
type Catalogue = Record<string, Message>;

const folder = path.join(import.meta.dirname, "../../messages");
const areas = readdirSync(path.join(folder, "en"));
const catalogue = (locale: string, area: string): Catalogue =>
  JSON.parse(readFileSync(path.join(folder, locale, area), "utf8"));

const textsOf = (message: Message): string[] =>
  typeof message === "string" ? [message] : message.flatMap(({ match }) => Object.values(match));

/** The variables of a message, sorted. */
const variablesOf = (message: Message): string[] =>
  [
    ...new Set(
      textsOf(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!)),
    ),
  ].sort();

/** The plural categories of a message; empty without plurals. */
const categoriesOf = (message: Message): string[] =>
  typeof message === "string"
    ? []
    : message
        .flatMap(({ match }) => Object.keys(match))
        .flatMap((choice) =>
          [...choice.matchAll(/=(zero|one|two|few|many|other)\b/g)].map((found) => found[1]!),
        );

/** Missing or wrong keys of a catalogue, compared with the English one. */
function faultsOf(english: Catalogue, other: Catalogue, locale: string): string[] {
  const faults = Object.keys(other).flatMap((key) =>
    key in english ? [] : `${locale}: ${key} is not English`,
  );
  for (const [key, message] of Object.entries(english)) {
    const said = other[key];
    if (said === undefined || textsOf(said).some((text) => text.trim() === "")) {
      faults.push(`${locale}: ${key} is missing`);
      continue;
    }
    if (variablesOf(said).join() !== variablesOf(message).join())
      faults.push(`${locale}: ${key} has the variables ${variablesOf(said).join(", ") || "none"}`);
    const wanted = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const has = categoriesOf(said);
    if (categoriesOf(message).length > 0 && wanted.some((category) => !has.includes(category)))
      faults.push(`${locale}: ${key} lacks a form of ${wanted.join(", ")}`);
  }
  return faults;
}

const everyText = (): KeyedText[] =>
  areas.flatMap((area) => {
    const byLocale = locales.map((locale) => catalogue(locale, area));
    return Object.entries(catalogue("en", area)).map(([key, message]) => ({
      key,
      english: textsOf(message)[0]!,
      all: JSON.stringify(byLocale.map((each) => each[key])),
    }));
  });

const getterOfMessage = /\bget \S+\(\) \{\s*return m\./;

describe("screen texts", () => {
  it.each(areas)("%s is complete in every language: keys, variables and plural forms", (area) => {
    const english = catalogue("en", area);
    expect(locales.flatMap((locale) => faultsOf(english, catalogue(locale, area), locale))).toEqual([]);
  });

  it("are compiled: project.inlang lists every file", () => {
    const settings = JSON.parse(readFileSync(path.join(folder, "../project.inlang/settings.json"), "utf8"));
    const patterns = areas.map((area) => `./messages/{locale}/${area}`);
    expect(settings["plugin.inlang.messageFormat"].pathPattern).toEqual(patterns);
  });

  it("are all used", () => {
    const used = new Set(
      sourceFiles(/^app\/.*\.tsx?$/).flatMap(({ text }) =>
        [...text.matchAll(/\bm\.(\w+)/g)].map((found) => found[1]!),
      ),
    );
    const all = areas.flatMap((area) => Object.keys(catalogue("en", area)));
    expect(all.filter((key) => !used.has(key))).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
  });

  it("have keys that say place and purpose", () => {
    const texts = everyText();
    expect(faultsOfKeys(texts)).toEqual([]);
    expect(ratchet("texts of several keys", sharedTexts, textsOfSeveralKeys(texts))).toEqual([]);
    const misplaced = areas.flatMap((area) =>
      Object.keys(catalogue("en", area)).filter((key) => !key.startsWith(`${path.parse(area).name}_`)),
    );
    expect(misplaced).toEqual([]);
  });

  it("get limits, sizes and prices as variables from the constants of the code", () => {
    const found = typedNumbers(everyText());
    expect(ratchet("numbers typed into texts", Object.values(numbersByReason).flat(), found)).toEqual([]);
    expect(
      ["At most 60 characters", "Up to 5 MB, for example a PNG", "1,000 calls"].map(hasTypedNumber),
    ).toEqual([true, true, true]);
    expect(
      ["At most {most} characters", "For example, 0712 345 678", "Send an MP4 video"].map(hasTypedNumber),
    ).toEqual([false, false, false]);
  });

  it("stand in tables of `lazy()`, not in getters", () => {
    const withGetters = sourceFiles(/^app\/.*\.tsx?$/).filter(({ text }) => getterOfMessage.test(text));
    expect(withGetters.map(({ path: file }) => file)).toEqual([]);
    expect("get label() {\n  return m.common_draft();\n}").toMatch(getterOfMessage);
  });

  it("the rule bites: a missing key, a lost variable, an empty text and a missing plural form are reported", () => {
    const counted = (...forms: string[]) => [
      { match: Object.fromEntries(forms.map((form) => [`n=${form}`, "{n} x"])) },
    ];
    const english: Catalogue = { a: "Hello {name}", b: "B", c: counted("one", "other"), d: "D" };
    const french: Catalogue = { a: "Bonjour", c: counted("one", "other"), d: " ", e: "E" };
    expect(faultsOf(english, french, "fr")).toEqual([
      "fr: e is not English",
      "fr: a has the variables none",
      "fr: b is missing",
      "fr: c lacks a form of one, many, other",
      "fr: d is missing",
    ]);
  });

  it("bite: a long key, a number at the end, a cut sentence and two keys with one text", () => {
    const keyed = (key: string, english: string): KeyedText => ({ key, english, all: english });
    const texts = [
      keyed("billing_top_up_amount_hint_with_far_too_many_words", "Whole shillings"),
      keyed("billing_top_up_2", "Top up"),
      keyed("billing_when_your_balance_runs_low", "When your balance runs low, we send {amount}."),
      keyed("billing_top_up_title", "Add money"),
      keyed("chat_top_up_link", "Add money"),
      keyed("errors_top_up", "Add money"),
      keyed("billing_from", "From"),
      keyed("chat_from", "From"),
    ];
    expect(faultsOfKeys(texts)).toEqual([
      "billing_top_up_amount_hint_with_far_too_many_words has more than 40 characters",
      "billing_top_up_2 ends with a digit",
      "billing_when_your_balance_runs_low is its text",
    ]);
    expect(textsOfSeveralKeys(texts)).toEqual(["Add money", "From"]);
  });
});
