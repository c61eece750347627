import type { MediaKind } from "#app/db/schema/messaging/media.ts";
import { formatCount, formatDecimal } from "#app/platform/numbers/counts.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export const kindNames: Record<MediaKind, string> = lazy({
  image: m.common_kind_picture,
  video: m.common_kind_video,
  audio: m.files_kind_audio,
  document: m.common_kind_document,
  sticker: m.files_kind_sticker,
});

/** A size as people read it. */
export const readableSize = (bytes: number): string =>
  bytes < 1000
    ? m.files_size_bytes({ bytes })
    : bytes < 1_000_000
      ? m.common_kilobytes({ n: formatCount(Math.round(bytes / 1000)) })
      : m.common_megabytes({ n: formatDecimal(bytes / 1_000_000) });

/** What a file is, in words, with its size where that is known. */
export function fileWords(
  { kind, fileName, bytes }: { kind: string; fileName: string | null; bytes: number | null },
  isVoice: boolean,
): string {
  const name = isVoice ? m.chat_media_voice_message() : kindNames[kind as MediaKind];
  const words = fileName ?? name.charAt(0).toUpperCase() + name.slice(1);
  return bytes === null ? words : `${words}, ${readableSize(bytes)}`;
}
