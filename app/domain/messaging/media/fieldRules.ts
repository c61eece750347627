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

/** The limit of a customer's file of any kind; it may exceed the limits for sending. */
export const receiveLimit = 100 * mb;

/** Limits for uploaded files that no message uses: their lifetime, and an organisation's total size. */
export const unsentDays = 30;
export const mostUnsentBytes = 5_000_000_000;

/** A sheet that a form shows as rows: characters, and bytes of its file. */
export const sheetCharacters = 1_000_000;
export const sheetBytes = 10 * mb;
