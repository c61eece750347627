import { type WordsOf, words } from "#app/domain/record/eventWords.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { toNairobiIso } from "#app/platform/time/nairobiTime.ts";
import { m } from "#messages";
import type * as events from "./events.ts";
import { fieldTypeLabels } from "./fields/words.ts";
import { importProblemWords } from "./imports/refusalWords.ts";
import { consentSourceWords } from "./words.ts";

const named = ({ name, phone }: { name: string; phone: string | null }) =>
  name || phone || m.events_unnamed_contact();
const numbered = ({ name, phone }: { name: string; phone: string | null }) =>
  name ? `${name}, ${phone ?? m.events_no_number()}` : (phone ?? m.events_unnamed_contact());
const rowsOf = (done: { fileName: string; created: number; updated: number; rejected: number }) =>
  m.events_contact_import_rows({
    fileName: done.fileName,
    created: formatCount(done.created),
    updated: formatCount(done.updated),
    rejected: formatCount(done.rejected),
  });

export const contactWords: WordsOf<typeof events> = {
  "contact.created": (contact) => ({ title: m.events_contact_created_title(), details: numbered(contact) }),
  "contact.created_by_whatsapp": ({ name, phone, bsuid }) => ({
    title: m.events_contact_created_title(),
    details: m.events_contact_created_whatsapp_details({ name: (name || phone || bsuid) ?? "" }),
  }),
  "contact.changed": (contact) => ({ title: m.events_contact_changed_title(), details: numbered(contact) }),
  "contact.deleted": words(m.events_contact_deleted_title, m.events_contact_deleted_details),
  "contact.merged": (contact) => ({
    title: m.events_contact_merged_title(),
    details: contact.byMember
      ? m.events_contact_merged_by_member({ contact: named(contact) })
      : m.events_contact_merged_by_whatsapp({ contact: named(contact) }),
  }),
  "contacts.changed": ({ act, contacts, tag = "", field = "", value = "", consent }) => ({
    title: m.events_contacts_changed_title(),
    details: {
      add_tag: m.events_contacts_tag_added({ contacts: counted(m.counts_contacts, contacts), tag }),
      remove_tag: m.events_contacts_tag_removed({ contacts: counted(m.counts_contacts, contacts), tag }),
      set_field: value
        ? m.events_contacts_field_set({ field, contacts: counted(m.counts_contacts, contacts), value })
        : m.events_contacts_field_cleared({ field, contacts: counted(m.counts_contacts, contacts) }),
      record_consent: m.events_contacts_consent_recorded({
        contacts: counted(m.counts_contacts, contacts),
        source: consent?.source ?? "",
        date: consent?.date ?? "",
        wording: consent?.wording ?? "",
      }),
      withdraw_consent: m.events_contacts_consent_withdrawn({
        contacts: counted(m.counts_contacts, contacts),
      }),
      delete: m.events_contacts_deleted({ contacts: counted(m.counts_contacts, contacts) }),
    }[act],
  }),
  "contacts.exported": words(m.events_contacts_exported_title, m.events_contacts_exported_details),
  "contact.opted_out": words(
    m.events_contact_opted_out_title,
    (data) => `${named(data)} (${consentSourceWords(data.source)})`,
  ),
  "contact.opted_in": words(
    m.events_contact_opted_in_title,
    (data) => `${named(data)} (${consentSourceWords(data.source)})`,
  ),
  "contact.consent_recorded": ({ source, date, wording, ...contact }) => ({
    title: m.events_contact_consent_recorded_title(),
    details: m.events_contact_consent_recorded_details({ contact: named(contact), source, date, wording }),
  }),
  "contact.stopped_marketing": words(
    m.events_contact_stopped_marketing_title,
    (data) => `${named(data)} (${consentSourceWords(data.source)})`,
  ),
  "custom_field.created": words(m.events_custom_field_created_title, ({ field, type }) =>
    m.common_with_detail({ text: field, detail: inSentence(fieldTypeLabels[type]) }),
  ),
  "custom_field.changed": ({ field }) => ({ title: m.events_custom_field_changed_title(), details: field }),
  "custom_field.deleted": ({ field }) => ({ title: m.events_custom_field_deleted_title(), details: field }),
  "segment.created": ({ segment }) => ({ title: m.events_segment_created_title(), details: segment }),
  "segment.changed": ({ segment }) => ({ title: m.events_segment_changed_title(), details: segment }),
  "segment.deleted": ({ segment }) => ({ title: m.events_segment_deleted_title(), details: segment }),
  "contact_import.started": ({ fileName, bytes }) => ({
    title: m.events_contact_import_started_title(),
    details: `${fileName}, ${m.common_kilobytes({ n: formatCount(Math.ceil(bytes / 1024)) })}`,
  }),
  "contact_import.finished": words(m.events_contact_import_finished_title, rowsOf),
  "contact_import.stopped": ({ problem, ...done }) => ({
    title: m.events_contact_import_stopped_title(),
    details: problem ? `${rowsOf(done)}. ${importProblemWords(problem)}` : rowsOf(done),
  }),
  "person_request.opened": ({ kind, dueAt }) => ({
    title:
      kind === "erasure" ? m.events_person_request_erasure_title() : m.events_person_request_copy_title(),
    details: m.events_person_request_opened_details({
      dueAt: longDay(toNairobiIso(new Date(dueAt)).slice(0, 10)),
    }),
  }),
  "person_request.exported": words(
    m.events_person_request_exported_title,
    m.events_person_request_exported_details,
  ),
  "person_request.handed_over": words(
    m.events_person_request_handed_over_title,
    m.events_person_request_closed_details,
  ),
  "person_request.erased": ({ conversations, messages, emptied, events }) => ({
    title: m.events_person_request_erased_title(),
    details: m.events_person_request_erased_details({
      conversations: counted(m.counts_conversations, conversations),
      messages: counted(m.counts_messages, messages),
      records: counted(m.counts_records, emptied),
      entries: counted(m.counts_log_entries, events),
    }),
  }),
  "person_request.refused": ({ kind, reason }) => ({
    title:
      kind === "erasure" ? m.events_person_request_erasure_refused() : m.events_person_request_copy_refused(),
    details: reason,
  }),
  "contact_import.rows_refused": ({ fileName, rejected, rowsRead }) => ({
    title: m.events_contact_import_rows_refused_title(),
    details: m.events_contact_import_rows_refused({
      fileName,
      rows: counted(m.counts_rows, rejected),
      rowsRead: formatCount(rowsRead),
    }),
  }),
};
