import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** The states of a message as members read them, in the order in which they come. */
export const messageStateWords = lazy({
  queued: m.labels_waiting,
  unknown: m.labels_being_checked,
  accepted: m.labels_accepted_by_whatsapp,
  sent: m.labels_sent,
  delivered: m.labels_delivered,
  read: m.labels_read,
  failed: m.labels_failed,
  cancelled: m.labels_not_sent,
});

/** Longest text that WhatsApp takes (facts/whatsapp-cloud-api.md §6). */
export const maxReplyLength = 4096;
