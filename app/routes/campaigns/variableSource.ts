import type { CallOutput } from "#app/api/client.server.ts";
import { fieldKey } from "#app/platform/forms/fieldNames.ts";

type Stored = CallOutput<"GET /campaigns/:campaignId">["variables"][string];

/**
 * The source of a variable, as its row of fields shows it: `text`, `link` or `contact:<field>`, with the
 * fixed text, the link's target, or the fallback.
 */
export interface SourceRow {
  source: string;
  text: string;
}

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

/**
 * The chosen source of a variable, else the contact's field of its name: `{{first_name}}`, `{{order_no}}`
 * with an imported column `Order No`. Columns of `imported` take precedence over our own fields, since a
 * member named them.
 */
export function sourceRowOf(key: string, stored: Stored | undefined, imported: readonly string[]): SourceRow {
  if (stored?.from === "link") return { source: "link", text: stored.url };
  if (stored?.from === "text") return { source: "text", text: stored.value };
  if (stored) return { source: `contact:${asListed(stored.field, imported)}`, text: stored.fallback };
  const name = asName(key);
  const column = /^\d+$/.test(name) ? undefined : imported.find((field) => asName(field) === name);
  if (column !== undefined) return { source: `contact:fields.${column}`, text: "" };
  const field = ownFields[name];
  return { source: field ? `contact:${field}` : "text", text: "" };
}
