import { maxTags } from "#app/domain/contacts/schemas.ts";
import { unitedFields } from "#app/platform/forms/fieldNames.ts";
import type { ImportedContact } from "./readRow.ts";

/**
 * Merges rows with the same number: the later non-empty value wins, tags are united, consent once given
 * stays, and so does an opt-out, before which there is no consent.
 */
export function mergeRows(rows: readonly ImportedContact[]): ImportedContact[] {
  const byPhone = new Map<string, ImportedContact>();
  for (const row of rows) {
    const earlier = byPhone.get(row.phone);
    byPhone.set(row.phone, earlier ? united(earlier, row) : row);
  }
  return [...byPhone.values()];
}

function united(earlier: ImportedContact, later: ImportedContact): ImportedContact {
  const optedOut = earlier.optedOut || later.optedOut;
  const agreed = !optedOut && (earlier.consent === "granted" || later.consent === "granted");
  return {
    phone: later.phone,
    name: later.name || earlier.name,
    tags: [...new Set([...earlier.tags, ...later.tags])].slice(0, maxTags),
    kraPin: later.kraPin || earlier.kraPin,
    fields: unitedFields(earlier.fields, later.fields),
    consent: agreed ? "granted" : "none",
    optedOut,
  };
}
