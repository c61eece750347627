import { notesOf } from "#app/platform/text/notes.ts";
import { m } from "#messages";

/** What happened to a message that Meta has no text for. */
export const sendNote = notesOf({
  "send.unreadable": m.chat_send_note_unreadable,
  "send.status": m.chat_send_note_status,
  "send.slow_down": m.chat_send_note_slow_down,
  "send.response_lost": m.chat_send_note_response_lost,
  "send.unreachable": m.chat_send_note_unreachable,
  "send.not_composed": m.chat_send_note_not_composed,
  "send.file_deleted": m.chat_send_note_file_deleted,
  "send.file_rejected": m.chat_send_note_file_rejected,
});
