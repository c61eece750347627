import type { MediaKind } from "#app/db/schema/messaging/media.ts";

const mb = 1024 * 1024;

/** Largest files that WhatsApp takes from a business, in bytes (facts/whatsapp-cloud-api.md §7). */
export const sendLimits: Record<MediaKind, number> = {
  image: 5 * mb,
  video: 16 * mb,
  audio: 16 * mb,
  document: 100 * mb,
  sticker: 500 * 1024,
};

/** What customers send may be larger for each kind, and nothing is above this. */
export const receiveLimit = 100 * mb;

/** Uploaded files that no message uses: how long they are stored, and how much of an organisation's. */
export const unsentDays = 30;
export const mostUnsentBytes = 5_000_000_000;
