import { type SourceFile, sourceFiles, withoutComments } from "./files.ts";
import { isLater } from "./rooms.ts";

export interface Table {
  /** By which code imports it. */
  name: string;
  /** By which SQL knows it. */
  sqlName: string;
  room: string;
}

/** The room that owns a file of the domain or of the schema; undefined elsewhere. */
const ownerOf = (file: string): string | undefined =>
  /^app\/(?:domain|db\/schema)\/([^/]+)\//.exec(file)?.[1];

/** Every table of the schema. */
export const tables: readonly Table[] = sourceFiles(/^app\/db\/schema\/[^/]+\/.*\.ts$/).flatMap(
  ({ path, text }) =>
    [...text.matchAll(/^export const (\w+) = pgTable\(\s*"(\w+)"/gm)].map(([, name, sqlName]) => ({
      name: name!,
      sqlName: sqlName!,
      room: ownerOf(path)!,
    })),
);

const byName = new Map(tables.map((table) => [table.name, table]));
const bySqlName = new Map(tables.map((table) => [table.sqlName, table]));

const importing = /^import\b([^;"]*?)from "(?:[^"]*\/schema\/|\.\.?\/)/gm;
const expressionNames = /\b(\w+)(?: \([\w, ]+\))? as (?:not )?(?:materialized )?\(/g;
const afterWords = /\b(?:from|join|into|update|using)\s+(?:only\s+)?"?(\w+)/g;
const inLists = /\b(?:from|using)\s+((?:\w+(?:\s+(?:as\s+)?\w+)?,\s*)+\w+)/g;

const firstGroups = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, group]) => group!);

/** The tables that a file imports, or names in raw SQL. */
export function tablesIn({ text }: SourceFile): Table[] {
  const code = withoutComments(text);
  const imported = firstGroups(code, importing)
    .flatMap((names) => names.match(/\w+/g) ?? [])
    .flatMap((name) => byName.get(name) ?? []);
  const expressions = new Set(firstGroups(code, expressionNames));
  const listed = firstGroups(code, inLists).flatMap((list) =>
    list.split(/,\s*/).map((one) => one.split(/\s/)[0]!),
  );
  const inSql = [...firstGroups(code, afterWords), ...listed]
    .filter((name) => !expressions.has(name))
    .flatMap((name) => bySqlName.get(name) ?? []);
  return [...new Set([...imported, ...inSql])];
}

/** `file → table` for each table of a later room than the file's own. */
export const ofLaterRooms = (file: SourceFile): string[] => {
  const room = ownerOf(file.path);
  return room
    ? tablesIn(file)
        .filter((table) => isLater(table.room, room))
        .map(({ sqlName }) => `${file.path} → ${sqlName}`)
        .sort()
    : [];
};
