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
  "contact.being_sent": conflict(m.errors_a_message_to_this_person_is),
  "contact.in_campaign": conflict(m.errors_a_message_of_a_campaign_to_this_person),
  "person_request.closed": conflict(m.errors_this_request_is_closed_already),
  "person_request.open": conflict(m.errors_the_same_request_of_this_person),
  "person_request.other_kind": conflict(m.errors_the_person_asked_for_something_else),
  "contact_bulk.no_tag": invalid(m.errors_write_one_tag),
  "contact_bulk.no_field": invalid(m.errors_choose_a_field),
  "contact_bulk.no_source": invalid(m.errors_consent_source_missing),
  "contact_bulk.no_wording": invalid(m.errors_consent_wording_missing),
  "contact_bulk.bad_date": invalid(m.errors_consent_date_wrong),
  "contact.merged_with_itself": invalid(m.errors_choose_another_contact_to_merge_with),
  "contact.bad_field": invalid(m.errors_text_2),
  "field.name_taken": conflict(m.errors_there_is_a_field_of_this),
  "field.no_options": invalid(m.errors_write_what_may_be_chosen_one),
  "field.too_many": conflict(m.errors_an_organisation_has_at_most_60),
  "segment.bad_value": invalid(m.errors_condition),
  "segment.name_taken": conflict(m.errors_there_is_a_segment_of_this),
  "segment.too_many": conflict(m.errors_an_organisation_has_at_most_200),
  "contact.bad_phone": invalid(said),
  "contact.no_identity": invalid(m.errors_give_a_phone_number_or_a),
  "contact.opted_out": conflict(m.errors_this_person_opted_out_opt_them),
  "contact.phone_taken": conflict(m.errors_a_contact_with_this_number_already),
  "contact_import.already_started": conflict(m.errors_this_import_was_started_already),
  "contact_import.gone": conflict(m.errors_the_file_was_deleted_after_two),
  "contact_import.no_phone_chosen": invalid(m.errors_choose_the_column_that_holds_the),
  "contact_import.may_not_define": forbidden(m.errors_owners_and_admins_define_fields_keep),
  "contact_import.bad_field": invalid(m.errors_text_3),
  "contact_import.bad_options": invalid(said),
  "contact_import.empty": invalid(m.errors_the_file_is_empty_choose_a),
  "contact_import.empty:header_only": invalid(m.errors_the_file_has_a_header_and),
  "contact_import.empty:no_rows": invalid(m.errors_the_file_holds_no_rows_choose),
  "contact_import.incomplete": invalid(m.errors_the_upload_stopped_before_the_file),
  "contact_import.no_file": invalid(m.errors_choose_a_csv_file_to_import),
  "contact_import.no_phone_column": invalid(m.errors_no_column_holds_phone_numbers_name),
  "contact_import.not_csv": invalid(said),
  "contact_import.not_csv:other_kind": invalid(m.errors_this_is_not_a_csv_file),
  "contact_import.too_large": tooLarge(m.errors_the_file_is_larger_than_100),
  "contact_import.too_many_columns": invalid(m.errors_the_file_has_columns_at_most),
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
