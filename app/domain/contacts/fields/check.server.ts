import type { Tx } from "#app/db/client.server.ts";
import { contactsError } from "#app/domain/contacts/errors.ts";
import { fieldKey, fieldOf } from "#app/platform/forms/fieldNames.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { fieldsOf } from "./queries.server.ts";
import { readFieldValue } from "./words.ts";

export type GivenValue = string | number | boolean;

/**
 * Values as stored, by the types of the organisation's fields; unknown names stay text. `known` are the
 * contact's values: an unchanged value may be older than its field's type. @throws DomainError
 * `contact.bad_field`, at `fields.<name>`
 */
export async function checkedFields(
  tx: Tx,
  orgId: OrgId,
  given: Record<string, GivenValue>,
  known: Record<string, string> = {},
): Promise<Record<string, string>> {
  const checked = new Map<string, string>();
  if (Object.keys(given).length === 0) return {};
  const defined = new Map((await fieldsOf(tx, orgId)).map((field) => [fieldKey(field.name), field]));
  for (const [name, value] of Object.entries(given)) {
    const written = typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
    const field = defined.get(fieldKey(name));
    if (!field || fieldOf(known, name) === written) {
      checked.set(field?.name ?? name, written);
      continue;
    }
    const read = readFieldValue(field, written);
    if (!read.ok)
      throw contactsError("contact.bad_field", {
        values: { field: field.name, said: read.problem },
        field: `fields.${name}`,
      });
    checked.set(field.name, read.value);
  }
  // An empty value removes the field from the contact.
  return Object.fromEntries(
    [...checked].filter(([name, value]) => value !== "" || !defined.has(fieldKey(name))),
  );
}
