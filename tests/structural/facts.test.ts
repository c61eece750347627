import { describe, expect, it } from "vitest";
import { allPaths, places, type SourceFile, sourceFiles } from "./files.ts";
import { ratchet } from "./ratchet.ts";

/** A sheet with its cited sections: `facts/x.md §6, §8.4`. */
const citation = /\b(?:docs\/)?(facts\/[\w-]+\.md)((?:,?\s*(?:and\s*)?§\d+(?:\.\d+)*)*)/g;

const sheets = new Map(sourceFiles(/^docs\/facts\/.*\.md$/).map(({ path, text }) => [path, text]));
const headings = (text: string) =>
  new Set([...text.matchAll(/^#+ (\d+(?:\.\d+)*)\.? /gm)].map(([, number]) => number!));

/** Citations of missing sheets or sections. */
const missing = ({ path, text }: SourceFile): string[] =>
  [...text.matchAll(citation)].flatMap(([, name, sections = ""]) => {
    const sheet = sheets.get(`docs/${name}`);
    if (sheet === undefined) return [`${path} cites docs/${name}`];
    const known = headings(sheet);
    return [...sections.matchAll(/§(\d+(?:\.\d+)*)/g)]
      .filter(([, section]) => !known.has(section!))
      .map(([section]) => `${path} cites docs/${name} ${section}`);
  });

/** Documents that the project does not contain. Old migrations stay unchanged. */
const elsewhere =
  /\b(design|spec|specification|house|engine|security)(\.md)?,? (section|§) ?\d|\.\.\/shared\//i;

describe("facts cited in comments", () => {
  const code = sourceFiles(
    /^(app|simulators|tests|scripts|docs)\/.*\.(ts|tsx|mjs|css|sql|md)$|^server\.ts$/,
  ).filter(({ path }) => path !== "tests/structural/facts.test.ts");

  it("exist in the project, under the cited number", () => {
    expect(code.flatMap(missing)).toEqual([]);
  });

  it("are never those of a document elsewhere", () => {
    const current = code.filter(({ path }) => !path.startsWith("app/db/migrations/"));
    expect(current.flatMap((file) => places(file, elsewhere))).toEqual([]);
    expect(places({ path: "app/a.ts", text: "/** The texts of spec section 8. */" }, elsewhere)).toEqual([
      "app/a.ts:1",
    ]);
  });

  it("the rule bites", () => {
    const wrong = (text: string) => missing({ path: "app/a.ts", text });
    expect(wrong("/** As documented (facts/nowhere.md §1). */")).toEqual([
      "app/a.ts cites docs/facts/nowhere.md",
    ]);
    expect(wrong("(docs/facts/whatsapp-cloud-api.md §6, §99.1)")).toEqual([
      "app/a.ts cites docs/facts/whatsapp-cloud-api.md §99.1",
    ]);
    expect(wrong("(facts/whatsapp-cloud-api.md §6, §8.4)")).toEqual([]);
  });

  it("each sheet states what it is and its source", () => {
    expect(allPaths.filter((path) => path.startsWith("docs/facts/"))).toEqual([...sheets.keys()]);
    for (const [path, text] of sheets) expect(text, path).toMatch(/^# .+\n\n.*Gathered in \w+ \d{4} from/s);
  });
});

const months = "January February March April May June July August September October November December".split(
  " ",
);
const longDate = new RegExp(`\\b(\\d{1,2})\\s(${months.join("|")})\\s(20\\d\\d)\\b`, "g");
const withShortDates = (text: string) =>
  text.replace(longDate, (_, day: string, month: string, year: string) =>
    [year, String(months.indexOf(month) + 1).padStart(2, "0"), day.padStart(2, "0")].join("-"),
  );

/** A day, a version of the Graph API, or a figure with its unit. */
const figure =
  /\b20\d\d-\d\d-\d\d\b|\bv\d\d\.0\b|\b(?:KES )?\d[\d,]*(?:\.\d+)?(?: ?%| (?:second|minute|hour|day|month|year|character|shilling|message)s?\b)/g;
const figuresIn = (text: string) =>
  [...withShortDates(text).matchAll(figure)].map(([found]) => found.replace(/s$/, "").replace(" %", "%"));

const providers = /\b(Meta|WhatsApp|M-Pesa|Safaricom|Daraja|KRA|eTIMS|Paystack|VAT)\b/;
/** What a customer of ours achieved is no fact of a provider. */
const ownFigures = ["messages/en/public.json: 30%"];
const known = new Set([...sheets.values()].flatMap(figuresIn));

/** Figures in sentences about a provider that no sheet has. */
const unknownFigures = ({ path, text }: SourceFile) =>
  text
    .replace(/\n\s*(?=\S)/g, " ")
    .split(/(?<=[.:;!?"])\s+/)
    .filter((sentence) => providers.test(sentence))
    .flatMap(figuresIn)
    .filter((found) => !known.has(found))
    .map((found) => `${path}: ${found}`);

describe("days, limits and prices of providers", () => {
  it("are those of the sheets, in decisions and in the texts of the interface", () => {
    const decisions = sourceFiles(/^docs\/decisions\/.*\.md$/);
    const texts = sourceFiles(/^messages\/en\/.*\.json$/);
    expect(texts.flatMap(({ text }) => figuresIn(text)).length).toBeGreaterThan(20);
    const found = [...decisions, ...texts].flatMap(unknownFigures);
    expect(ratchet("figures of providers in no sheet", ownFigures, found)).toEqual([]);
  });

  it("the rule bites", () => {
    const found = (text: string) => unknownFigures({ path: "a.md", text });
    expect(found("Meta charges for replies since 1 November 2026.")).toEqual(["a.md: 2026-11-01"]);
    expect(found("Meta charges for replies since\n1 October 2026.")).toEqual([]);
    expect(found('"a": "Meta blocks further attempts for 71 hours.", "b": "In 71 hours"')).toEqual([
      "a.md: 71 hour",
    ]);
    expect(found("VAT is 14 %.")).toEqual(["a.md: 14%"]);
  });
});
