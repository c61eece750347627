import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import type * as events from "./events.ts";
import { fieldTypeLabels } from "./fields/words.ts";
import { importProblemWords } from "./imports/refusalWords.ts";
import { consentSourceWords } from "./words.ts";

const named = ({ name, phone }: { name: string; phone: string | null }) => name || phone || "A contact";
const numbered = ({ name, phone }: { name: string; phone: string | null }) =>
  name ? `${name}, ${phone ?? "no number"}` : (phone ?? "A contact");
const rowsOf = (done: { fileName: string; created: number; updated: number; rejected: number }) =>
  `${done.fileName}: ${formatCount(done.created)} new, ${formatCount(done.updated)} updated, ${formatCount(done.rejected)} refused`;

export const contactWords: WordsOf<typeof events> = {
  "contact.created": (contact) => ({ title: "Contact created", details: numbered(contact) }),
  "contact.created_by_whatsapp": ({ name, phone, bsuid }) => ({
    title: "Contact created",
    details: `${name || phone || bsuid} by WhatsApp`,
  }),
  "contact.changed": (contact) => ({ title: "Contact changed", details: numbered(contact) }),
  "contact.deleted": () => ({
    title: "Contact deleted",
    details: "A contact was deleted, with what was said in its conversations",
  }),
  "contact.merged": (contact) => ({
    title: "Contacts merged",
    details: contact.byMember
      ? `${named(contact)}: two contacts of one person are one`
      : `${named(contact)}: the same person by phone and by WhatsApp user id`,
  }),
  "contacts.changed": ({ act, contacts, tag = "", field = "", value = "" }) => ({
    title: "Contacts changed together",
    details: {
      add_tag: `${countOf(contacts, "contact")} got the tag ${tag}`,
      remove_tag: `${countOf(contacts, "contact")} lost the tag ${tag}`,
      set_field: value
        ? `${field} of ${countOf(contacts, "contact")} is now ${value}`
        : `${field} of ${countOf(contacts, "contact")} was emptied`,
      withdraw_consent: `Consent of ${countOf(contacts, "contact")} was withdrawn`,
      delete: `${countOf(contacts, "contact")} deleted, with what was said in their conversations`,
    }[act],
  }),
  "contacts.exported": () => ({
    title: "Contacts exported",
    details: "Contacts were exported as a CSV file",
  }),
  "contact.opted_out": (wish) => ({
    title: "Contact opted out",
    details: `${named(wish)} (${consentSourceWords(wish.source)})`,
  }),
  "contact.opted_in": (wish) => ({
    title: "Contact opted in",
    details: `${named(wish)} (${consentSourceWords(wish.source)})`,
  }),
  "contact.stopped_marketing": (wish) => ({
    title: "Contact stopped marketing",
    details: `${named(wish)} (${consentSourceWords(wish.source)})`,
  }),
  "custom_field.created": ({ field, type }) => ({
    title: "Contact field added",
    details: `${field} (${fieldTypeLabels[type].toLowerCase()})`,
  }),
  "custom_field.changed": ({ field }) => ({ title: "Contact field changed", details: field }),
  "custom_field.deleted": ({ field }) => ({ title: "Contact field deleted", details: field }),
  "segment.created": ({ segment }) => ({ title: "Segment saved", details: segment }),
  "segment.changed": ({ segment }) => ({ title: "Segment changed", details: segment }),
  "segment.deleted": ({ segment }) => ({ title: "Segment deleted", details: segment }),
  "contact_import.started": ({ fileName, bytes }) => ({
    title: "Contact import started",
    details: `${fileName}, ${formatCount(Math.ceil(bytes / 1024))} KB`,
  }),
  "contact_import.finished": (done) => ({ title: "Contacts imported", details: rowsOf(done) }),
  "contact_import.stopped": ({ problem, ...done }) => ({
    title: "Contact import stopped",
    details: problem ? `${rowsOf(done)}. ${importProblemWords(problem)}` : rowsOf(done),
  }),
  "person_request.opened": ({ kind, dueAt }) => ({
    title: kind === "erasure" ? "A person asked to be erased" : "A person asked for their data",
    details: `Due by ${dueAt.slice(0, 10)}`,
  }),
  "person_request.exported": () => ({
    title: "A person's data downloaded",
    details: "For their request, as a file",
  }),
  "person_request.handed_over": () => ({
    title: "A person got their data",
    details: "Their request is closed",
  }),
  "person_request.erased": ({ conversations, messages, emptied, events }) => ({
    title: "A person was erased",
    details: `${countOf(conversations, "conversation")} and ${countOf(messages, "message")} deleted, ${countOf(emptied, "record")} and ${countOf(events, "log entry", "log entries")} without their name`,
  }),
  "person_request.refused": ({ kind, said }) => ({
    title: kind === "erasure" ? "An erasure refused" : "A copy of data refused",
    details: said,
  }),
  "contact_import.rows_refused": ({ fileName, rejected, rowsRead }) => ({
    title: "Rows refused",
    details: `${fileName}: ${countOf(rejected, "row")} of ${formatCount(rowsRead)} refused. See why, and download them to correct them.`,
  }),
};
