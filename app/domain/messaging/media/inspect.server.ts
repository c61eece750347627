import { open, readFile } from "node:fs/promises";
import type { MediaKind } from "#app/db/schema/messaging/media.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import type { UploadedFile } from "#app/platform/files/saveUpload.server.ts";
import { ScannerUnavailable, scanFile } from "#app/providers/clamav/scan.server.ts";
import { m } from "#messages";
import { mediaRefused } from "./errors.ts";
import { sendLimits } from "./fieldRules.ts";
import { sendableTypes } from "./kinds.ts";
import { pictureProblem } from "./pictures.server.ts";
import { type Sniffed, sniff } from "./sniff.ts";
import { kindNames, readableSize } from "./words.ts";

/** Larger files are judged by their beginning and their end. */
const readWhole = 20 * 1024 * 1024;
const edge = 1024 * 1024;
const oldOffice = Buffer.from("d0cf11e0a1b11ae1", "hex");

/** The type of the file at `path`, by its own bytes. */
export async function sniffFile(path: string, bytes: number): Promise<Sniffed> {
  if (bytes <= readWhole) return sniff(await readFile(path));
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(edge);
    const tail = Buffer.alloc(edge);
    await file.read(head, 0, edge, 0);
    // The table of an older Office file may be anywhere in it.
    if (head.subarray(0, 8).equals(oldOffice)) return sniff(await readFile(path));
    await file.read(tail, 0, edge, bytes - edge);
    return sniff(Buffer.concat([head, tail]));
  } finally {
    await file.close();
  }
}

export interface InspectedFile extends UploadedFile {
  kind: MediaKind;
  contentType: string;
}

const extensionOf = (fileName: string) => /\.([^.]{1,10})$/.exec(fileName)?.[1]?.toLowerCase();

/**
 * What a file of `owner` to be sent really is, if WhatsApp takes it as that.
 * @throws DomainError `media.empty`, `.not_allowed`, `.lies`, `.too_large` (413), `.bad_picture`, `server.busy` (503)
 */
export async function inspectForSending(owner: string, file: UploadedFile): Promise<InspectedFile> {
  if (file.bytes === 0) throw mediaRefused("empty", m.errors_media_empty());
  const sniffed = await sniffFile(file.path, file.bytes);
  if (sniffed && "refused" in sniffed) throw mediaRefused("not_allowed", sniffed.refused());
  const type = sniffed && sendableTypes[sniffed.contentType];
  if (!sniffed || !type) throw mediaRefused("not_allowed", m.errors_media_type_not_allowed());
  const extension = extensionOf(file.fileName);
  if (extension !== undefined && !type.extensions.includes(extension))
    throw mediaRefused("lies", m.errors_media_extension_mismatch({ extension, actual: type.extensions[0] }));
  const limit = sendLimits[type.kind];
  if (file.bytes > limit)
    throw mediaRefused(
      "too_large",
      m.errors_media_too_large({
        kind: kindNames[type.kind],
        bytes: readableSize(file.bytes),
        limit: readableSize(limit),
      }),
      "too_large",
    );
  if (type.kind === "image" || type.kind === "sticker") {
    const problem = await pictureProblem(owner, await readFile(file.path));
    if (problem) throw mediaRefused("bad_picture", problem);
  }
  return { ...file, kind: type.kind, contentType: sniffed.contentType };
}

/** What the scanner found in a file; null when it is clean, or none is configured. @throws ScannerUnavailable */
export async function virusIn({ virusScanner }: Pick<Config, "virusScanner">, path: string) {
  if (!virusScanner) return null;
  const result = await scanFile(virusScanner, path);
  return result.clean ? null : result.found;
}

/** @throws DomainError `media.infected`, `media.scanner_unavailable` (503) */
export async function refuseVirus(config: Pick<Config, "virusScanner">, path: string): Promise<void> {
  const found = await virusIn(config, path).catch((error: unknown) => {
    if (!(error instanceof ScannerUnavailable)) throw error;
    throw messagingError("media.scanner_unavailable", { field: "file", cause: error });
  });
  if (found) throw mediaRefused("infected", m.errors_media_infected());
}
