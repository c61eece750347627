import { type DomainError, errorsOf } from "#app/platform/errors.ts";

/** What this room refuses, and what people are told. */
export const contactsError = /* @__PURE__ */ errorsOf({
  "contact.being_sent": {
    kind: "conflict",
    text: "A message to this person is still on its way out. Cancel its campaign, or try again when it has ended.",
  },
  "person_request.closed": { kind: "conflict", text: "This request is closed already." },
  "person_request.open": { kind: "conflict", text: "The same request of this person is open." },
  "person_request.other_kind": { kind: "conflict", text: "The person asked for something else." },
  "contact_bulk.no_tag": { kind: "invalid", text: "Write one tag." },
  "contact_bulk.no_field": { kind: "invalid", text: "Choose a field." },
  "contact.merged_with_itself": { kind: "invalid", text: "Choose another contact to merge with." },
  "contact.bad_field": { kind: "invalid", text: "{field}: {said}" },
  "field.name_taken": { kind: "conflict", text: "There is a field of this name already." },
  "field.no_options": { kind: "invalid", text: "Write what may be chosen, one a line." },
  "field.too_many": { kind: "conflict", text: "An organisation has at most 60 fields. Delete some first." },
  "segment.bad_value": { kind: "invalid", text: "Condition {number}: {said}" },
  "segment.name_taken": { kind: "conflict", text: "There is a segment of this name already." },
  "segment.too_many": {
    kind: "conflict",
    text: "An organisation has at most 200 segments. Delete some first.",
  },
  "contact.bad_phone": { kind: "invalid", text: "{said}" },
  "contact.no_identity": { kind: "invalid", text: "Give a phone number or a business-scoped user id." },
  "contact.opted_out": {
    kind: "conflict",
    text: "This person opted out. Opt them in first, and only when they asked for it.",
  },
  "contact.phone_taken": {
    kind: "conflict",
    text: "A contact with this number already exists. Change that one instead.",
  },
  "contact_import.already_started": { kind: "conflict", text: "This import was started already." },
  "contact_import.gone": {
    kind: "conflict",
    text: "The file was deleted after two days. Upload it again.",
  },
  "contact_import.no_phone_chosen": {
    kind: "invalid",
    text: "Choose the column that holds the phone numbers.",
  },
  "contact_import.may_not_define": {
    kind: "forbidden",
    text: "Owners and admins define fields. Keep the column as it is, or ask one of them.",
  },
  "contact_import.bad_field": { kind: "invalid", text: "{name}: {said}" },
  "contact_import.bad_options": { kind: "invalid", text: "{said}" },
  "contact_import.empty": {
    kind: "invalid",
    text: "The file is empty. Choose a CSV file with one contact in each row.",
  },
  "contact_import.empty:header_only": {
    kind: "invalid",
    text: "The file has a header and no rows below it. Add one contact in each row.",
  },
  "contact_import.empty:no_rows": {
    kind: "invalid",
    text: "The file holds no rows. Choose a CSV file with one contact in each row.",
  },
  "contact_import.incomplete": {
    kind: "invalid",
    text: "The upload stopped before the file was complete. Please upload it again.",
  },
  "contact_import.no_file": { kind: "invalid", text: "Choose a CSV file to import." },
  "contact_import.no_phone_column": {
    kind: "invalid",
    text: "No column holds phone numbers. Name the column phone (or simu) in the first row, and check that its cells are numbers.",
  },
  "contact_import.not_csv": { kind: "invalid", text: "{said}" },
  "contact_import.not_csv:other_kind": {
    kind: "invalid",
    text: "This is {what}, not a CSV file. Open it in your spreadsheet, choose “Save as” and the type CSV (UTF-8), and upload that.",
  },
  "contact_import.too_large": {
    kind: "too_large",
    text: "The file is larger than 100 MB. Split it into smaller files and import one after the other.",
  },
  "contact_import.too_many_columns": {
    kind: "invalid",
    text: "The file has {width} columns; at most {maxColumns} are allowed. Delete the columns that you do not need and upload it again.",
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
