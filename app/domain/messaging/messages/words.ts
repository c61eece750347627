import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** The states of a message as members read them, in the order in which they come. */
export const messageStateWords = lazy({
  queued: m.common_waiting,
  unknown: m.chat_message_state_unknown,
  accepted: m.chat_message_state_accepted,
  sent: m.chat_message_state_sent,
  delivered: m.common_delivered,
  read: m.common_read,
  failed: m.common_failed,
  cancelled: m.chat_message_state_cancelled,
});
