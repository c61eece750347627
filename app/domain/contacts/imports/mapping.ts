import type { ColumnUse, ImportColumn } from "#app/db/schema/contacts/imports.ts";
import { fieldKey } from "#app/platform/forms/fieldNames.ts";
import type { Layout } from "./columns.ts";

/** The field defined by `new:`, a type and a name. */
export function newFieldOf(choice: string): { type: string; name: string } | undefined {
  const [, type, name] = /^new:([a-z_]+):(.*)$/s.exec(choice) ?? [];
  return type === undefined || name === undefined ? undefined : { type, name };
}

/** The current choice of a column. */
export const choiceOf = ({ name, use }: ImportColumn): string =>
  use === "field"
    ? `field:${name}`
    : use === "exported" || use === "note" || use === "surplus"
      ? "ignored"
      : use;

/** Columns by their choices; the second one of a field is numbered, as an import numbers its columns. */
export function mappedColumns(columns: readonly ImportColumn[], choices: readonly string[]): ImportColumn[] {
  const taken = new Set<string>();
  return columns.map((column, index) => {
    const choice = choices[index] ?? choiceOf(column);
    if (choice === choiceOf(column) && column.use !== "field") return column;
    if (!choice.startsWith("field:")) return { name: column.name, use: choice as ColumnUse };
    const wanted = choice.slice("field:".length).trim().slice(0, 60) || column.name;
    let name = wanted;
    for (let copy = 2; taken.has(fieldKey(name)); copy++) name = `${wanted} ${copy}`;
    taken.add(fieldKey(name));
    return { name, use: "field" };
  });
}

const uses = [
  "phone",
  "name",
  "firstName",
  "lastName",
  "tags",
  "kraPin",
  "consent",
  "optedOut",
  "note",
  "surplus",
] as const;

/** The layout of a file whose columns a member chose. */
export function layoutOf(read: Layout, columns: readonly ImportColumn[]): Layout {
  const indexesOf = (use: string) => columns.flatMap((column, index) => (column.use === use ? [index] : []));
  const chosen = Object.fromEntries(uses.map((use) => [use, indexesOf(use)])) as Pick<
    Layout,
    (typeof uses)[number]
  >;
  return {
    ...read,
    ...chosen,
    exported: [...indexesOf("exported"), ...indexesOf("ignored")],
    extra: columns.flatMap(({ name, use }, index) => (use === "field" ? [{ index, field: name }] : [])),
  };
}
