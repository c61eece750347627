import { createWriteStream } from "node:fs";
import path from "node:path";
import { type Readable, Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { DomainError } from "#app/platform/errors.ts";
import { m } from "#messages";
import { mediaRefused } from "./errors.ts";
import type { UploadedFile } from "./inspect.server.ts";
import { sendLimits } from "./kinds.ts";

const maxFileBytes = sendLimits.document;
/** The file and the rest of its form. */
const maxBodyBytes = maxFileBytes + 256 * 1024;

export interface Upload {
  file: UploadedFile;
  fields: Record<string, string>;
}

export class TooLong extends Error {}

/**
 * Streams the first file of a multipart form into `folder`, and reads its fields; other files without content are
 * inputs that were left empty. A body that says that it is too long is not read at all, and no more of any is read than
 * may be kept. @throws DomainError `media.missing`, `media.too_large` (413), `media.incomplete`
 */
export async function saveUpload(
  source: { body: Readable; contentType: string; contentLength: number },
  folder: string,
): Promise<Upload> {
  if (source.contentLength > maxBodyBytes) throw tooLarge();
  const upload: Upload = {
    file: { path: path.join(folder, "upload"), fileName: "", bytes: 0 },
    fields: {},
  };
  try {
    await readForm(source, upload);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (error instanceof TooLong) throw tooLarge();
    throw mediaRefused("incomplete", m.errors_the_upload_stopped_before_the_file_2());
  }
  return upload;
}

async function readForm(
  { body, contentType }: { body: Readable; contentType: string },
  { file, fields }: Upload,
): Promise<void> {
  if (!/^multipart\/form-data\b/i.test(contentType)) throw missing();
  let writing: Promise<void> | undefined;
  const form = new Busboy({
    headers: { "content-type": contentType },
    limits: { fields: 20, fieldSize: 10_000, files: 4, parts: 30 },
  });
  form.on("field", (name, value) => {
    fields[name] = value;
  });
  form.on("file", (name, stream, fileName) => {
    if (name !== "file" || !fileName || writing) {
      stream.resume();
      return;
    }
    file.fileName = cleanName(fileName);
    writing = pipeline(stream, upTo(maxFileBytes, file), createWriteStream(file.path));
    writing.catch((error: Error) => body.destroy(error));
  });
  const counted = { bytes: 0 };
  await pipeline(body, upTo(maxBodyBytes, counted), form as unknown as Writable);
  if (!writing) throw missing();
  await writing;
}

export function upTo(max: number, counted: { bytes: number }): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      counted.bytes += chunk.length;
      if (counted.bytes > max) done(new TooLong());
      else done(null, chunk);
    },
  });
}

export const cleanName = (name: string) =>
  path
    .basename(name.replaceAll("\\", "/"))
    .replaceAll(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "")
    .slice(-200)
    .toWellFormed();

export const missing = () => mediaRefused("missing", m.errors_choose_a_file_first());
export const tooLarge = () =>
  mediaRefused("too_large", m.errors_the_file_is_larger_than_100_2(), "too_large");
