import { counted } from "#app/platform/numbers/counts.ts";
import { notesOf, noteWords } from "#app/platform/text/notes.ts";
import { m } from "#messages";

/** Texts of a connection's log. */
export const connectionNote = notesOf({
  "connection.not_connected": m.integrations_note_not_connected,
  "connection.disconnected": m.integrations_note_disconnected,
  "connection.nothing": m.integrations_note_nothing,
  "connection.no_phone": m.integrations_note_no_phone,
  "connection.echo": m.integrations_note_echo,
  "connection.no_channel": m.integrations_note_no_channel,
  "connection.no_sheet": m.integrations_note_no_sheet,
  "connection.withdrawn": m.mails_access_withdrawn,
  "connection.app_removed": m.integrations_note_app_removed,
  "connection.read": ({ contacts, changed }: { contacts: number; changed: number }) =>
    m.integrations_note_contacts_read({ contacts: counted(m.counts_contacts, contacts), changed }),
  "connection.cart": m.integrations_note_cart,
  "connection.a_customer": m.integrations_note_customer,
  "connection.no_phone_column": m.integrations_note_no_phone_column,
  "connection.no_answer": m.integrations_note_no_response,
  "connection.answered": m.integrations_note_response_status,
  "connection.of_contact": ({ contact, reason }: { contact: string; reason: string }) =>
    m.integrations_note_of_contact({ contact, reason: noteWords(reason) }),
});
