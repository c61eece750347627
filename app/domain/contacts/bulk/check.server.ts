import type { Tx } from "#app/db/client.server.ts";
import { contactsError } from "#app/domain/contacts/errors.ts";
import { findField } from "#app/domain/contacts/fields/queries.server.ts";
import { readFieldValue } from "#app/domain/contacts/fields/words.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { type BulkChange, isPastDay } from "./schemas.ts";

/** A valid change: its field by name, its value as stored. */
export interface CheckedChange {
  act: BulkChange["act"];
  tag: string;
  field: string;
  value: string;
  /** The proof of a recorded consent; its date as `2026-11-25`. */
  consent?: { source: string; wording: string; date: string } | undefined;
}

/** @throws DomainError `field.not_found`, `contact_bulk.no_tag`, `contact_bulk.no_field`, `contact_bulk.no_source`, `contact_bulk.no_wording`, `contact_bulk.bad_date`, `contact.bad_field` */
export async function checkedChange(
  tx: Tx,
  { orgId, clock }: Pick<OrgContext, "orgId" | "clock">,
  change: BulkChange,
): Promise<CheckedChange> {
  const { act, ofTag: tag } = change;
  const field = change.fieldId ? await findField(tx, orgId, change.fieldId) : undefined;
  if ((act === "add_tag" || act === "remove_tag") && !/^[^,;|]+$/.test(tag))
    throw contactsError("contact_bulk.no_tag", { field: "ofTag" });
  if (act === "record_consent")
    return { act, tag, field: "", value: "", consent: checkedConsent(change, clock.now()) };
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

function checkedConsent(
  { consentSource: source, consentWording: wording, consentDate: date }: BulkChange,
  now: Date,
): NonNullable<CheckedChange["consent"]> {
  if (source === "") throw contactsError("contact_bulk.no_source", { field: "consentSource" });
  if (wording === "") throw contactsError("contact_bulk.no_wording", { field: "consentWording" });
  if (!isPastDay(date, dayOf(now))) throw contactsError("contact_bulk.bad_date", { field: "consentDate" });
  return { source, wording, date };
}
