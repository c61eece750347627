import type { VariableSource } from "#app/db/schema/messaging/campaigns.ts";
import { isMedia, type TemplateVariable } from "#app/domain/whatsapp/templates/variables.ts";
import { fieldKey } from "#app/platform/forms/fieldNames.ts";
import { samplePayment } from "./payments.ts";
import { linkTarget, sourcesOf, type VariableRow } from "./schemas.ts";

const ownFields: Record<string, string> = {
  name: "name",
  full_name: "name",
  customer_name: "name",
  first_name: "first_name",
  firstname: "first_name",
  phone: "phone",
  phone_number: "phone",
};

const asName = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s._-]+/g, "_");

/** A chosen field, in the list's current spelling. */
const asListed = (field: string, imported: readonly string[]): string => {
  const listed = imported.find((name) => fieldKey(`fields.${name}`) === fieldKey(field));
  return listed === undefined ? field : `fields.${listed}`;
};

type SourceRow = Pick<VariableRow, "source" | "text">;

/**
 * The chosen source of a variable, else the contact's field of its name: `{{first_name}}`, `{{order_no}}`
 * with an imported column `Order No`. Columns of `imported` take precedence over our own fields, since a
 * member named them.
 */
export function sourceRowOf(
  key: string,
  stored: VariableSource | undefined,
  imported: readonly string[],
): SourceRow {
  if (stored?.from === "link") return { source: "link", text: stored.url };
  if (stored?.from === "payment") return { source: `payment:${stored.part}`, text: "" };
  if (stored?.from === "text") return { source: "text", text: stored.value };
  if (stored) return { source: `contact:${asListed(stored.field, imported)}`, text: stored.fallback };
  const name = asName(key);
  const column = /^\d+$/.test(name) ? undefined : imported.find((field) => asName(field) === name);
  if (column !== undefined) return { source: `contact:fields.${column}`, text: "" };
  const field = ownFields[name];
  return { source: field ? `contact:${field}` : "text", text: "" };
}

interface Known {
  typed: readonly VariableRow[];
  stored: Readonly<Record<string, VariableSource>>;
  imported: readonly string[];
}

/** A template's variables with the typed source of each, else the stored one, else a suggestion; by default a sample file. */
export const rowsOf = (variables: readonly TemplateVariable[], { typed, stored, imported }: Known) =>
  variables.map((variable): VariableRow => {
    const { key, sample } = variable;
    const { source, text } = typed.find((row) => row.key === key) ?? sourceRowOf(key, stored[key], imported);
    if (isMedia(variable)) return { key, source: "text", text: text || sample };
    return { key, source, text };
  });

/**
 * Sources for a preview before everything is filled in: a field without a fallback shows the variable when the contact
 * has no value.
 */
export const previewSources = (rows: readonly VariableRow[]): Record<string, VariableSource> =>
  sourcesOf(
    rows.flatMap(({ key, source, text }): VariableRow[] => {
      if (source === "link") return linkTarget.safeParse(text).success ? [{ key, source, text }] : [];
      if (text) return [{ key, source, text }];
      return source.startsWith("contact:") ? [{ key, source, text: `{{${key}}}` }] : [];
    }),
  );

function textOf(source: Exclude<VariableSource, { from: "link" }>): string {
  if (source.from === "payment") return samplePayment[source.part];
  return source.from === "text" ? source.value : source.fallback;
}

/** The values as a recipient without own ones would get them. */
export const valuesWithoutContact = (sources: Record<string, VariableSource>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sources).flatMap(([key, source]) =>
      source.from === "link" ? [] : [[key, textOf(source)]],
    ),
  );
