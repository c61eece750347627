import type { BulkChange } from "#app/domain/contacts/bulk/schemas.ts";
import { m } from "#messages";

interface ActWords {
  label: () => string;
  button: () => string;
  isDanger?: boolean;
  asks: (contacts: string, change: BulkChange, field: string) => string;
}

/** Each bulk action: its name, its button and its confirmation. */
export const bulkWords: Record<BulkChange["act"], ActWords> = {
  add_tag: {
    label: m.contacts_add_a_tag,
    button: m.contacts_add_the_tag,
    asks: (contacts, { ofTag: tag }) => m.contacts_the_tag_is_added_to_who({ tag, contacts }),
  },
  remove_tag: {
    label: m.contacts_remove_a_tag,
    button: m.contacts_remove_the_tag,
    asks: (contacts, { ofTag: tag }) => m.contacts_the_tag_is_removed_from_where({ tag, contacts }),
  },
  set_field: {
    label: m.contacts_set_a_field,
    button: m.contacts_set_the_field,
    isDanger: true,
    asks: (contacts, { value }, field) =>
      value
        ? m.contacts_of_becomes_what_stood_there_before({ field, contacts, value })
        : m.contacts_of_is_emptied_what_stood_there({ field, contacts }),
  },
  record_consent: {
    label: m.contacts_record_consent,
    button: m.contacts_record_consent,
    asks: (contacts, { consentSource: source, consentWording: wording, consentDate: date }) =>
      m.contacts_record_consent_asks({ contacts, source, wording, date }),
  },
  withdraw_consent: {
    label: m.contacts_withdraw_their_consent_to_marketing,
    button: m.contacts_withdraw_consent,
    isDanger: true,
    asks: (contacts) => m.contacts_marketing_goes_no_more_to_they({ contacts }),
  },
  delete: {
    label: m.contacts_delete_them,
    button: m.contacts_delete_contacts,
    isDanger: true,
    asks: (contacts) => m.contacts_are_deleted_with_what_was_said({ contacts }),
  },
};
