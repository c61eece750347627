import type { BulkChange } from "#app/domain/contacts/bulk/schemas.ts";
import { m } from "#messages";

export type BulkAct = BulkChange["act"];

export type BulkField = "ofTag" | "fieldId" | "newValue" | "consentSource" | "consentWording" | "consentDate";

interface ActWords {
  label: () => string;
  button: (contacts: string) => string;
  /** What the second step asks for; nothing where it is the confirmation. */
  fields: readonly BulkField[];
  isDanger?: boolean;
  asks: (contacts: string, change: BulkChange, field: string) => string;
}

/** Each bulk action: its name, its button and its confirmation. */
export const bulkWords: Record<BulkAct, ActWords> = {
  add_tag: {
    label: m.common_add_tag,
    button: m.contacts_bulk_add_tag_button,
    fields: ["ofTag"],
    asks: (contacts, { ofTag: tag }) => m.contacts_bulk_add_tag_question({ tag, contacts }),
  },
  remove_tag: {
    label: m.contacts_bulk_remove_tag,
    button: m.contacts_bulk_remove_tag_button,
    fields: ["ofTag"],
    asks: (contacts, { ofTag: tag }) => m.contacts_bulk_remove_tag_question({ tag, contacts }),
  },
  set_field: {
    label: m.contacts_bulk_set_field,
    button: m.contacts_bulk_set_field_button,
    fields: ["fieldId", "newValue"],
    isDanger: true,
    asks: (contacts, { value }, field) =>
      value
        ? m.contacts_bulk_set_field_question({ field, contacts, value })
        : m.contacts_bulk_clear_field_question({ field, contacts }),
  },
  record_consent: {
    label: m.contacts_record_consent,
    button: m.contacts_record_consent,
    fields: ["consentSource", "consentWording", "consentDate"],
    asks: (contacts, { consentSource: source, consentWording: wording, consentDate: date }) =>
      m.contacts_bulk_record_consent_question({ contacts, source, wording, date }),
  },
  withdraw_consent: {
    label: m.contacts_bulk_withdraw_marketing_consent,
    button: m.contacts_bulk_withdraw_consent_button,
    fields: [],
    isDanger: true,
    asks: (contacts) => m.contacts_bulk_withdraw_consent_question({ contacts }),
  },
  delete: {
    label: m.contacts_bulk_delete_contacts,
    button: (contacts) => m.contacts_bulk_delete_button({ contacts }),
    fields: [],
    isDanger: true,
    asks: (contacts) => m.contacts_bulk_delete_question({ contacts }),
  },
};

/** The actions in the order of the choice. */
export const bulkActs = Object.keys(bulkWords) as BulkAct[];
