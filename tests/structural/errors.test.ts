import { expect, it } from "vitest";
import { catalogues } from "#app/catalogues.ts";
import { places, sourceFiles, withoutComments } from "./files.ts";
import { ratchet } from "./ratchet.ts";

const code = sourceFiles(/^app\/.*\.tsx?$/).filter(({ path }) => !path.endsWith(".test.ts"));

/** A refusal with its own kind, code and words. One that passes on someone else's has none of them written out. */
const byHand = /new DomainError\(\s*"\w+",\s*["`]/;

it("refusals are in the catalogue of their room, app/domain/<room>/errors.ts", () => {
  const others = code
    .filter(({ path }) => path !== "app/platform/errors.ts")
    .map((file) => ({ ...file, text: withoutComments(file.text) }));
  expect(others.flatMap((file) => places(file, byHand))).toEqual([]);
  expect(byHand.test('throw new DomainError("conflict", "wallet.empty", "Top up first.")')).toBe(true);
  expect(byHand.test("new DomainError(refusal.kind, refusal.code, refusal.message)")).toBe(false);
});

/** Where a catalogue is created for stored notes and refusals. */
const makesCatalogue = /^export const (\w+) =\s*(?:\/\*.*\*\/ )?(?:errorsOf|notesOf|catalogue)\(/gm;

it("every storable note or refusal can be read: its catalogue is in app/catalogues.ts", async () => {
  const made = await Promise.all(
    code.flatMap(({ path, text }) =>
      [...text.matchAll(makesCatalogue)].map(async ([, name]) => {
        const module: Record<string, unknown> = await import(/* @vite-ignore */ `#${path}`);
        return { name: `${path} ${name}`, catalogue: module[name!] };
      }),
    ),
  );
  expect(made.length).toBeGreaterThan(20);
  const listed = [...catalogues.notes, ...catalogues.refusals];
  const unlisted = made.filter(({ catalogue }) => !listed.includes(catalogue as never));
  expect(unlisted.map(({ name }) => name)).toEqual([]);
  expect(listed.length).toBe(made.length);
  expect("export const newNote = notesOf({\n").toMatch(makesCatalogue);
});

it("every catalogue of notes and refusals is exported, so that the list can have it", () => {
  const hidden = /^(?!export )(?:const|let) \w+ =\s*(?:\/\*.*\*\/ )?(?:errorsOf|notesOf)\(/m;
  // A program of its own, whose refusals are printed and never stored.
  const listed = ["app/admin.server.ts"];
  const others = code.filter(({ text }) => hidden.test(text)).map(({ path }) => path);
  expect(ratchet("catalogues that are not exported", listed, others)).toEqual([]);
  expect("const hidden = errorsOf({").toMatch(hidden);
});

interface Entry {
  key: string;
  code: string;
  kind: string;
  text: string;
}

type Table = Record<string, { kind: string; text: (values: Record<string, string>) => string }>;

async function entries(): Promise<Entry[]> {
  const files = code.filter(({ path }) => /\/errors\.ts$/.test(path) && !path.startsWith("app/api/v1/"));
  const modules = await Promise.all(
    files.map(({ path }) => import(/* @vite-ignore */ `#${path}`) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) =>
    Object.values(module).flatMap((made) => {
      const table = (made as { table?: Table } | undefined)?.table;
      return Object.entries(table ?? {}).map(([key, { kind, text }]) => ({
        key,
        code: key.split(":")[0]!,
        kind,
        text: text({ said: "What was said." }),
      }));
    }),
  );
}

/**
 * Errors of catalogues: a code of two kinds, a key with two texts (a stored refusal would be shown with the
 * wrong one), and a text that is not a sentence.
 */
function mistakesIn(all: readonly Entry[]): string[] {
  const kinds = new Map(all.map(({ code, kind }) => [code, kind]));
  const torn = all
    .filter(({ code, kind }) => kinds.get(code) !== kind)
    .map(({ code }) => `${code} is of two kinds`);
  const texts = new Map(all.map(({ key, text }) => [key, text]));
  const twofold = all
    .filter(({ key, text }) => texts.get(key) !== text)
    .map(({ key }) => `${key} has two texts`);
  const dumb = all.filter(({ text }) => text.trim() === "").map(({ code }) => `${code} says nothing`);
  return [...torn, ...twofold, ...dumb];
}

it("a code is of one kind everywhere, and its text is a sentence", async () => {
  const all = await entries();
  expect(all.length).toBeGreaterThan(100);
  expect(mistakesIn(all)).toEqual([]);
  const twice = [
    { key: "a.b", code: "a.b", kind: "invalid", text: "Choose one." },
    { key: "a.b", code: "a.b", kind: "conflict", text: "" },
  ];
  expect(mistakesIn(twice)).toEqual(["a.b is of two kinds", "a.b has two texts", "a.b says nothing"]);
});
