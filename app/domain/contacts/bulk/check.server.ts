import type { Tx } from "#app/db/client.server.ts";
import { contactsError } from "#app/domain/contacts/errors.ts";
import { findField } from "#app/domain/contacts/fields/queries.server.ts";
import { readFieldValue } from "#app/domain/contacts/fields/words.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { BulkChange } from "./schemas.ts";

/** A change that can be made: its field by name, its value as it is stored. */
export interface CheckedChange {
  act: BulkChange["act"];
  tag: string;
  field: string;
  value: string;
}

/** @throws DomainError `field.not_found`, `contact_bulk.no_tag`, `contact_bulk.no_field`, `contact.bad_field` */
export async function checkedChange(tx: Tx, orgId: OrgId, change: BulkChange): Promise<CheckedChange> {
  const { act, ofTag: tag } = change;
  const field = change.fieldId ? await findField(tx, orgId, change.fieldId) : undefined;
  if ((act === "add_tag" || act === "remove_tag") && !/^[^,;|]+$/.test(tag))
    throw contactsError("contact_bulk.no_tag", { field: "ofTag" });
  if (act !== "set_field") return { act, tag, field: "", value: "" };
  if (!field) throw contactsError("contact_bulk.no_field", { field: "fieldId" });
  const read = readFieldValue(field, change.value);
  if (!read.ok)
    throw contactsError("contact.bad_field", {
      values: { field: field.name, said: read.problem },
      field: "value",
    });
  return { act, tag, field: field.name, value: read.value };
}
