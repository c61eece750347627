import {
  conflict,
  type DomainError,
  errorsOf,
  forbidden,
  invalid,
  said,
  tooLarge,
} from "#app/platform/errors.ts";
import { m } from "#messages";

/** The refusals of this room, with their texts. */
export const contactsError = errorsOf({
  "contact.being_sent": conflict(m.errors_contact_being_sent),
  "contact.in_campaign": conflict(m.errors_contact_in_campaign),
  "person_request.closed": conflict(m.errors_person_request_closed),
  "person_request.open": conflict(m.errors_person_request_open),
  "person_request.other_kind": conflict(m.errors_person_request_other_kind),
  "contact_bulk.no_tag": invalid(m.errors_contact_bulk_no_tag),
  "contact_bulk.no_field": invalid(m.errors_contact_bulk_no_field),
  "contact_bulk.no_source": invalid(m.errors_contact_bulk_no_source),
  "contact_bulk.no_wording": invalid(m.errors_contact_bulk_no_wording),
  "contact_bulk.bad_date": invalid(m.errors_contact_bulk_bad_date),
  "contact.merged_with_itself": invalid(m.errors_contact_merged_with_itself),
  "contact.bad_field": invalid(m.errors_contact_bad_field),
  "field.name_taken": conflict(m.errors_field_name_taken),
  "field.no_options": invalid(m.errors_field_no_options),
  "field.too_many": conflict(m.errors_field_too_many),
  "segment.bad_value": invalid(m.errors_segment_bad_value),
  "segment.name_taken": conflict(m.errors_segment_name_taken),
  "segment.too_many": conflict(m.errors_segment_too_many),
  "contact.bad_phone": invalid(said),
  "contact.no_identity": invalid(m.errors_contact_no_identity),
  "contact.opted_out": conflict(m.errors_contact_opted_out),
  "contact.phone_taken": conflict(m.errors_contact_phone_taken),
  "contact_import.already_started": conflict(m.errors_contact_import_already_started),
  "contact_import.gone": conflict(m.errors_contact_import_gone),
  "contact_import.no_phone_chosen": invalid(m.errors_contact_import_no_phone_chosen),
  "contact_import.may_not_define": forbidden(m.errors_contact_import_may_not_define),
  "contact_import.bad_field": invalid(m.errors_contact_import_bad_field),
  "contact_import.bad_options": invalid(said),
  "contact_import.empty": invalid(m.errors_contact_import_empty),
  "contact_import.empty:header_only": invalid(m.errors_contact_import_empty_header_only),
  "contact_import.empty:no_rows": invalid(m.errors_contact_import_empty_no_rows),
  "contact_import.incomplete": invalid(m.errors_contact_import_incomplete),
  "contact_import.no_file": invalid(m.errors_contact_import_no_file),
  "contact_import.no_phone_column": invalid(m.errors_contact_import_no_phone_column),
  "contact_import.not_csv": invalid(said),
  "contact_import.not_csv:other_kind": invalid(m.errors_contact_import_not_csv_other_kind),
  "contact_import.too_large": tooLarge(m.errors_contact_import_too_large),
  "contact_import.too_many_columns": invalid(m.errors_contact_import_too_many_columns),
});

export function badPhone(reason: string, field = "phone"): DomainError {
  return contactsError("contact.bad_phone", { values: { said: reason }, field });
}

export function phoneTaken(): DomainError {
  return contactsError("contact.phone_taken", { field: "phone" });
}

export function isOptedOut(): DomainError {
  return contactsError("contact.opted_out", { field: "consent" });
}
