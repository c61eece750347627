import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { media } from "#app/db/schema/messaging/media.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { FileGone } from "#app/providers/storage/mediaStore.ts";
import { mediaStore } from "#app/providers/storage/store.server.ts";
import { sendLimits } from "./fieldRules.ts";
import type { MediaRow } from "./find.server.ts";
import { getMedia } from "./queries.server.ts";
import { type Part, partOf } from "./ranges.ts";
import { writeCaf } from "./voice/caf.ts";
import { readOgg } from "./voice/ogg.ts";

export interface OpenedFile {
  content: Readable;
  contentType: string;
  fileName: string;
  /** Of the whole file. */
  bytes: number;
  part: Part | null;
}

/** The requested range is beyond the end. */
export interface OutOfRange {
  outOfRange: true;
  bytes: number;
}

/**
 * A kept file of the organisation, whole or the part of a `Range` header; `small` is its small picture,
 * `asCaf` a recording with Opus as iPhones play it. A file whose message was erased is not found. @throws
 * DomainError `file.not_found`
 */
export async function openMedia(
  ctx: OrgContext,
  input: { mediaId: string; small: boolean; asCaf: boolean; range: string | null },
): Promise<OpenedFile | OutOfRange> {
  const file = await getMedia({ ctx, input: { mediaId: input.mediaId, mode: "live" } });
  if (file.state !== "ready" || !file.storageKey) throw notFound("File");
  if (input.asCaf) return openAsCaf(ctx, { ...file, storageKey: file.storageKey }, input.range);
  return openFile(ctx, file, input);
}

/** The bytes of a ready file, as from `openMedia`. @throws DomainError `file.not_found` */
export async function openFile(
  ctx: OrgContext,
  file: MediaRow,
  input: { small: boolean; range: string | null },
): Promise<OpenedFile | OutOfRange> {
  const key = input.small ? file.thumbnailKey : file.storageKey;
  if (!key) throw notFound("File");
  const bytes = file.bytes ?? 0;
  const part = input.small ? null : partOf(input.range, bytes);
  if (part === "unsatisfiable") return { outOfRange: true, bytes };
  try {
    const content = await mediaStore(ctx).open(key, part ?? undefined);
    const contentType = input.small ? "image/webp" : (file.contentType ?? "application/octet-stream");
    return { content, contentType, fileName: nameOf(file), bytes, part };
  } catch (error) {
    if (error instanceof FileGone) throw notFound("File");
    throw error;
  }
}

/** Converted per request: voice messages are small, and a stored copy would have to be erased too. */
async function openAsCaf(
  ctx: OrgContext,
  file: typeof media.$inferSelect & { storageKey: string },
  range: string | null,
): Promise<OpenedFile | OutOfRange> {
  if (file.contentType !== "audio/ogg" || (file.bytes ?? 0) > sendLimits.audio) throw notFound("File");
  const content = await mediaStore(ctx)
    .open(file.storageKey)
    .catch((error: unknown) => {
      throw error instanceof FileGone ? notFound("File") : error;
    });
  const recording = readOgg(await buffer(content));
  if (!recording) throw notFound("File");
  const caf = writeCaf(recording);
  const bytes = caf.length;
  const part = partOf(range, bytes);
  if (part === "unsatisfiable") return { outOfRange: true, bytes };
  const bytesOfPart = part ? caf.subarray(part.start, part.end + 1) : caf;
  const fileName = nameOf(file).replace(/\.\w+$/, ".caf");
  return { content: Readable.from([bytesOfPart]), contentType: "audio/x-caf", fileName, bytes, part };
}

const endings: Record<string, string> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
  "video/mp4": ".mp4",
  "video/3gpp": ".3gp",
  "audio/mp4": ".m4a",
  "audio/mpeg": ".mp3",
  "audio/aac": ".aac",
  "audio/amr": ".amr",
  "audio/ogg": ".ogg",
  "application/pdf": ".pdf",
};

/** The name that it came with, else one by its kind and day. */
const nameOf = (file: MediaRow): string =>
  file.fileName ||
  `${file.kind}-${file.createdAt.toISOString().slice(0, 10)}${endings[file.contentType ?? ""] ?? ""}`;
