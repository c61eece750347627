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

export const maxCaptionLength = 1024;

export const mediaKinds = ["image", "video", "audio", "document", "sticker"] as const;

/** The kind of file that a message of this type brings; null for a message without one. */
export const mediaKindOf = (type: string): MediaKind | null =>
  type === "voice" ? "audio" : (mediaKinds.find((kind) => kind === type) ?? null);

/** Files that WhatsApp takes, by what they are, with the ends of names that fit. */
export const sendableTypes: Record<string, { kind: MediaKind; name: string; extensions: readonly string[] }> =
  {
    "image/jpeg": { kind: "image", name: "JPEG picture", extensions: ["jpg", "jpeg", "jpe", "jfif"] },
    "image/png": { kind: "image", name: "PNG picture", extensions: ["png"] },
    "image/webp": { kind: "sticker", name: "WebP sticker", extensions: ["webp"] },
    "video/mp4": { kind: "video", name: "MP4 video", extensions: ["mp4", "m4v"] },
    "video/3gpp": { kind: "video", name: "3GP video", extensions: ["3gp", "3gpp"] },
    "audio/mp4": { kind: "audio", name: "M4A recording", extensions: ["m4a", "mp4"] },
    "audio/mpeg": { kind: "audio", name: "MP3 recording", extensions: ["mp3"] },
    "audio/aac": { kind: "audio", name: "AAC recording", extensions: ["aac"] },
    "audio/amr": { kind: "audio", name: "AMR recording", extensions: ["amr", "3gp"] },
    "audio/ogg": { kind: "audio", name: "Ogg recording", extensions: ["ogg", "oga", "opus"] },
    "application/pdf": { kind: "document", name: "PDF document", extensions: ["pdf"] },
    "text/plain": { kind: "document", name: "text file", extensions: ["txt", "csv", "text"] },
    "application/msword": { kind: "document", name: "Word document", extensions: ["doc"] },
    "application/vnd.ms-excel": { kind: "document", name: "Excel workbook", extensions: ["xls"] },
    "application/vnd.ms-powerpoint": {
      kind: "document",
      name: "PowerPoint presentation",
      extensions: ["ppt"],
    },
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": {
      kind: "document",
      name: "Word document",
      extensions: ["docx"],
    },
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": {
      kind: "document",
      name: "Excel workbook",
      extensions: ["xlsx"],
    },
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": {
      kind: "document",
      name: "PowerPoint presentation",
      extensions: ["pptx"],
    },
  };
