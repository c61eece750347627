import type { WordsOf } from "#app/domain/record/eventWords.ts";
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
  name || phone || m.events_a_contact();
const numbered = ({ name, phone }: { name: string; phone: string | null }) =>
  name ? `${name}, ${phone ?? m.events_no_number()}` : (phone ?? m.events_a_contact());
const rowsOf = (done: { fileName: string; created: number; updated: number; rejected: number }) =>
  m.events_new_updated_refused({
    fileName: done.fileName,
    created: formatCount(done.created),
    updated: formatCount(done.updated),
    rejected: formatCount(done.rejected),
  });

export const contactWords: WordsOf<typeof events> = {
  "contact.created": (contact) => ({ title: m.events_contact_created(), details: numbered(contact) }),
  "contact.created_by_whatsapp": ({ name, phone, bsuid }) => ({
    title: m.events_contact_created(),
    details: m.events_by_whatsapp({ name: (name || phone || bsuid) ?? "" }),
  }),
  "contact.changed": (contact) => ({ title: m.events_contact_changed(), details: numbered(contact) }),
  "contact.deleted": () => ({
    title: m.events_contact_deleted(),
    details: m.events_a_contact_was_deleted_with_what(),
  }),
  "contact.merged": (contact) => ({
    title: m.events_contacts_merged(),
    details: contact.byMember
      ? m.events_two_contacts_of_one_person_are({ contact: named(contact) })
      : m.events_the_same_person_by_phone_and({ contact: named(contact) }),
  }),
  "contacts.changed": ({ act, contacts, tag = "", field = "", value = "", consent }) => ({
    title: m.events_contacts_changed_together(),
    details: {
      add_tag: m.events_got_the_tag({ contacts: counted(m.counts_contacts, contacts), tag }),
      remove_tag: m.events_lost_the_tag({ contacts: counted(m.counts_contacts, contacts), tag }),
      set_field: value
        ? m.events_of_is_now({ field, contacts: counted(m.counts_contacts, contacts), value })
        : m.events_of_was_emptied({ field, contacts: counted(m.counts_contacts, contacts) }),
      record_consent: m.events_consent_recorded_for({
        contacts: counted(m.counts_contacts, contacts),
        source: consent?.source ?? "",
        date: consent?.date ?? "",
        wording: consent?.wording ?? "",
      }),
      withdraw_consent: m.events_consent_of_was_withdrawn({ contacts: counted(m.counts_contacts, contacts) }),
      delete: m.events_deleted_with_what_was_said_in({ contacts: counted(m.counts_contacts, contacts) }),
    }[act],
  }),
  "contacts.exported": () => ({
    title: m.events_contacts_exported(),
    details: m.events_contacts_were_exported_as_a_csv(),
  }),
  "contact.opted_out": (wish) => ({
    title: m.events_contact_opted_out(),
    details: `${named(wish)} (${consentSourceWords(wish.source)})`,
  }),
  "contact.opted_in": (wish) => ({
    title: m.events_contact_opted_in(),
    details: `${named(wish)} (${consentSourceWords(wish.source)})`,
  }),
  "contact.consent_recorded": ({ source, date, wording, ...contact }) => ({
    title: m.events_contact_consent_recorded(),
    details: m.events_contact_consent_details({ contact: named(contact), source, date, wording }),
  }),
  "contact.stopped_marketing": (wish) => ({
    title: m.events_contact_stopped_marketing(),
    details: `${named(wish)} (${consentSourceWords(wish.source)})`,
  }),
  "custom_field.created": ({ field, type }) => ({
    title: m.events_contact_field_added(),
    details: `${field} (${inSentence(fieldTypeLabels[type])})`,
  }),
  "custom_field.changed": ({ field }) => ({ title: m.events_contact_field_changed(), details: field }),
  "custom_field.deleted": ({ field }) => ({ title: m.events_contact_field_deleted(), details: field }),
  "segment.created": ({ segment }) => ({ title: m.events_segment_saved(), details: segment }),
  "segment.changed": ({ segment }) => ({ title: m.events_segment_changed(), details: segment }),
  "segment.deleted": ({ segment }) => ({ title: m.events_segment_deleted(), details: segment }),
  "contact_import.started": ({ fileName, bytes }) => ({
    title: m.events_contact_import_started(),
    details: `${fileName}, ${m.common_kilobytes({ n: formatCount(Math.ceil(bytes / 1024)) })}`,
  }),
  "contact_import.finished": (done) => ({ title: m.events_contacts_imported(), details: rowsOf(done) }),
  "contact_import.stopped": ({ problem, ...done }) => ({
    title: m.events_contact_import_stopped(),
    details: problem ? `${rowsOf(done)}. ${importProblemWords(problem)}` : rowsOf(done),
  }),
  "person_request.opened": ({ kind, dueAt }) => ({
    title:
      kind === "erasure" ? m.events_a_person_asked_to_be_erased() : m.events_a_person_asked_for_their_data(),
    details: m.events_due_by({ dueAt: longDay(toNairobiIso(new Date(dueAt)).slice(0, 10)) }),
  }),
  "person_request.exported": () => ({
    title: m.events_a_persons_data_downloaded(),
    details: m.events_for_their_request_as_a_file(),
  }),
  "person_request.handed_over": () => ({
    title: m.events_a_person_got_their_data(),
    details: m.events_their_request_is_closed(),
  }),
  "person_request.erased": ({ conversations, messages, emptied, events }) => ({
    title: m.events_a_person_was_erased(),
    details: m.events_and_deleted_and_without_their_name({
      conversations: counted(m.counts_conversations, conversations),
      messages: counted(m.counts_messages, messages),
      records: counted(m.counts_records, emptied),
      entries: counted(m.counts_log_entries, events),
    }),
  }),
  "person_request.refused": ({ kind, said }) => ({
    title: kind === "erasure" ? m.events_an_erasure_refused() : m.events_a_copy_of_data_refused(),
    details: said,
  }),
  "contact_import.rows_refused": ({ fileName, rejected, rowsRead }) => ({
    title: m.events_rows_refused(),
    details: m.events_of_refused_see_why_and_download({
      fileName,
      rows: counted(m.counts_rows, rejected),
      rowsRead: formatCount(rowsRead),
    }),
  }),
};
