import type { MediaKind } from "#app/db/schema/media.ts";

export const kindNames: Record<MediaKind, string> = {
  image: "picture",
  video: "video",
  audio: "audio file",
  document: "document",
  sticker: "sticker",
};

/** A size as people read it. */
export const readableSize = (bytes: number): string =>
  bytes < 1000
    ? `${bytes} bytes`
    : bytes < 1_000_000
      ? `${Math.round(bytes / 1000)} KB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`;
