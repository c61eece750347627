import type { MediaKind } from "#app/db/schema/messaging/media.ts";

export const maxCaptionLength = 1024;

export const mediaKinds = ["image", "video", "audio", "document", "sticker"] as const;

/** The kind of file that a message of this type brings; null for a message without one. */
export const mediaKindOf = (type: string): MediaKind | null =>
  type === "voice" ? "audio" : (mediaKinds.find((kind) => kind === type) ?? null);

/** Files that WhatsApp takes, by what they are, with the extensions that fit, the usual one first. */
export const sendableTypes: Record<string, { kind: MediaKind; extensions: readonly [string, ...string[]] }> =
  {
    "image/jpeg": { kind: "image", extensions: ["jpg", "jpeg", "jpe", "jfif"] },
    "image/png": { kind: "image", extensions: ["png"] },
    "image/webp": { kind: "sticker", extensions: ["webp"] },
    "video/mp4": { kind: "video", extensions: ["mp4", "m4v"] },
    "video/3gpp": { kind: "video", extensions: ["3gp", "3gpp"] },
    "audio/mp4": { kind: "audio", extensions: ["m4a", "mp4"] },
    "audio/mpeg": { kind: "audio", extensions: ["mp3"] },
    "audio/aac": { kind: "audio", extensions: ["aac"] },
    "audio/amr": { kind: "audio", extensions: ["amr", "3gp"] },
    "audio/ogg": { kind: "audio", extensions: ["ogg", "oga", "opus"] },
    "application/pdf": { kind: "document", extensions: ["pdf"] },
    "text/plain": { kind: "document", extensions: ["txt", "csv", "text"] },
    "application/msword": { kind: "document", extensions: ["doc"] },
    "application/vnd.ms-excel": { kind: "document", extensions: ["xls"] },
    "application/vnd.ms-powerpoint": {
      kind: "document",
      extensions: ["ppt"],
    },
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": {
      kind: "document",
      extensions: ["docx"],
    },
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": {
      kind: "document",
      extensions: ["xlsx"],
    },
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": {
      kind: "document",
      extensions: ["pptx"],
    },
  };
