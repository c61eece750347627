import { describe, expect, it } from "vitest";
import { allPaths, places, type SourceFile, sourceFiles } from "./files.ts";

/** A sheet with the sections that are named behind it: `facts/x.md §6, §8.4`. */
const citation = /\b(?:docs\/)?(facts\/[\w-]+\.md)((?:,?\s*(?:and\s*)?§\d+(?:\.\d+)*)*)/g;

const sheets = new Map(sourceFiles(/^docs\/facts\/.*\.md$/).map(({ path, text }) => [path, text]));
const headings = (text: string) =>
  new Set([...text.matchAll(/^#+ (\d+(?:\.\d+)*)\.? /gm)].map(([, number]) => number!));

/** Citations of sheets, or of sections in them, that the project does not have. */
const missing = ({ path, text }: SourceFile): string[] =>
  [...text.matchAll(citation)].flatMap(([, name, sections = ""]) => {
    const sheet = sheets.get(`docs/${name}`);
    if (sheet === undefined) return [`${path} cites docs/${name}`];
    const known = headings(sheet);
    return [...sections.matchAll(/§(\d+(?:\.\d+)*)/g)]
      .filter(([, section]) => !known.has(section!))
      .map(([section]) => `${path} cites docs/${name} ${section}`);
  });

/** Papers that the project does not hold. Old migrations stay as they ran. */
const elsewhere =
  /\b(design|spec|specification|house|engine|security)(\.md)?,? (section|§) ?\d|\.\.\/shared\//i;

describe("facts that comments cite", () => {
  const code = sourceFiles(
    /^(app|simulators|tests|scripts|docs)\/.*\.(ts|tsx|mjs|css|sql|md)$|^server\.ts$/,
  ).filter(({ path }) => path !== "tests/structural/facts.test.ts");

  it("stand in the project, under the number that is cited", () => {
    expect(code.flatMap(missing)).toEqual([]);
  });

  it("are never those of a paper that lies elsewhere", () => {
    const current = code.filter(({ path }) => !path.startsWith("app/db/migrations/"));
    expect(current.flatMap((file) => places(file, elsewhere))).toEqual([]);
    expect(places({ path: "app/a.ts", text: "/** The texts of spec section 8. */" }, elsewhere)).toEqual([
      "app/a.ts:1",
    ]);
  });

  it("the rule bites", () => {
    const wrong = (text: string) => missing({ path: "app/a.ts", text });
    expect(wrong("/** As told (facts/nowhere.md §1). */")).toEqual(["app/a.ts cites docs/facts/nowhere.md"]);
    expect(wrong("(docs/facts/whatsapp-cloud-api.md §6, §99.1)")).toEqual([
      "app/a.ts cites docs/facts/whatsapp-cloud-api.md §99.1",
    ]);
    expect(wrong("(facts/whatsapp-cloud-api.md §6, §8.4)")).toEqual([]);
  });

  it("each sheet says of itself what it is and where it comes from", () => {
    expect(allPaths.filter((path) => path.startsWith("docs/facts/"))).toEqual([...sheets.keys()]);
    for (const [path, text] of sheets) expect(text, path).toMatch(/^# .+\n\n.*Gathered in \w+ \d{4} from/s);
  });
});
