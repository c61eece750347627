import { type DomainError, errorsOf, said } from "#app/platform/errors.ts";
import { m } from "#messages";

/** What this room refuses, and what people are told. */
export const contactsError = /* @__PURE__ */ errorsOf({
  "contact.being_sent": {
    kind: "conflict",
    text: m.errors_a_message_to_this_person_is,
  },
  "contact.in_campaign": { kind: "conflict", text: m.errors_a_message_of_a_campaign_to_this_person },
  "person_request.closed": { kind: "conflict", text: m.errors_this_request_is_closed_already },
  "person_request.open": { kind: "conflict", text: m.errors_the_same_request_of_this_person },
  "person_request.other_kind": { kind: "conflict", text: m.errors_the_person_asked_for_something_else },
  "contact_bulk.no_tag": { kind: "invalid", text: m.errors_write_one_tag },
  "contact_bulk.no_field": { kind: "invalid", text: m.errors_choose_a_field },
  "contact_bulk.no_source": { kind: "invalid", text: m.errors_consent_source_missing },
  "contact_bulk.no_wording": { kind: "invalid", text: m.errors_consent_wording_missing },
  "contact_bulk.bad_date": { kind: "invalid", text: m.errors_consent_date_wrong },
  "contact.merged_with_itself": { kind: "invalid", text: m.errors_choose_another_contact_to_merge_with },
  "contact.bad_field": { kind: "invalid", text: m.errors_text_2 },
  "field.name_taken": { kind: "conflict", text: m.errors_there_is_a_field_of_this },
  "field.no_options": { kind: "invalid", text: m.errors_write_what_may_be_chosen_one },
  "field.too_many": { kind: "conflict", text: m.errors_an_organisation_has_at_most_60 },
  "segment.bad_value": { kind: "invalid", text: m.errors_condition },
  "segment.name_taken": { kind: "conflict", text: m.errors_there_is_a_segment_of_this },
  "segment.too_many": {
    kind: "conflict",
    text: m.errors_an_organisation_has_at_most_200,
  },
  "contact.bad_phone": { kind: "invalid", text: said },
  "contact.no_identity": { kind: "invalid", text: m.errors_give_a_phone_number_or_a },
  "contact.opted_out": {
    kind: "conflict",
    text: m.errors_this_person_opted_out_opt_them,
  },
  "contact.phone_taken": {
    kind: "conflict",
    text: m.errors_a_contact_with_this_number_already,
  },
  "contact_import.already_started": { kind: "conflict", text: m.errors_this_import_was_started_already },
  "contact_import.gone": {
    kind: "conflict",
    text: m.errors_the_file_was_deleted_after_two,
  },
  "contact_import.no_phone_chosen": {
    kind: "invalid",
    text: m.errors_choose_the_column_that_holds_the,
  },
  "contact_import.may_not_define": {
    kind: "forbidden",
    text: m.errors_owners_and_admins_define_fields_keep,
  },
  "contact_import.bad_field": { kind: "invalid", text: m.errors_text_3 },
  "contact_import.bad_options": { kind: "invalid", text: said },
  "contact_import.empty": {
    kind: "invalid",
    text: m.errors_the_file_is_empty_choose_a,
  },
  "contact_import.empty:header_only": {
    kind: "invalid",
    text: m.errors_the_file_has_a_header_and,
  },
  "contact_import.empty:no_rows": {
    kind: "invalid",
    text: m.errors_the_file_holds_no_rows_choose,
  },
  "contact_import.incomplete": {
    kind: "invalid",
    text: m.errors_the_upload_stopped_before_the_file,
  },
  "contact_import.no_file": { kind: "invalid", text: m.errors_choose_a_csv_file_to_import },
  "contact_import.no_phone_column": {
    kind: "invalid",
    text: m.errors_no_column_holds_phone_numbers_name,
  },
  "contact_import.not_csv": { kind: "invalid", text: said },
  "contact_import.not_csv:other_kind": {
    kind: "invalid",
    text: m.errors_this_is_not_a_csv_file,
  },
  "contact_import.too_large": {
    kind: "too_large",
    text: m.errors_the_file_is_larger_than_100,
  },
  "contact_import.too_many_columns": {
    kind: "invalid",
    text: m.errors_the_file_has_columns_at_most,
  },
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
