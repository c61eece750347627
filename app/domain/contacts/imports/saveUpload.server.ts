import { createWriteStream } from "node:fs";
import path from "node:path";
import { Readable, Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { Busboy } from "@fastify/busboy";
import { contactsError } from "#app/domain/contacts/errors.ts";
import { DomainError } from "#app/platform/errors.ts";
import { maxFileBytes } from "./limits.ts";

export interface SavedUpload {
  fileName: string;
  bytes: number;
  /** Text fields of a multipart form. */
  fields: Record<string, string>;
}

/** A body beyond this is cut off; up to it the rest is read and dropped, so that the browser gets to see the answer. */
const maxDrainedBytes = 5 * maxFileBytes;

/**
 * Streams the body to `target`: the field `file` of a multipart form, or the body itself for any other content type.
 * `saved` is filled as the body is read, also when it is refused.
 * @throws DomainError `contact_import.too_large` (413), `contact_import.no_file`, `contact_import.incomplete`.
 */
export async function saveUpload(request: Request, target: string, saved: SavedUpload): Promise<void> {
  const type = request.headers.get("content-type") ?? "";
  if (!request.body) throw noFile();
  const body = Readable.fromWeb(request.body as unknown as NodeReadableStream);
  try {
    if (/^multipart\/form-data\b/i.test(type)) await saveForm(body, type, target, saved);
    else await pipeline(body, cutOff(), keepUpTo(maxFileBytes, saved), createWriteStream(target));
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (error instanceof TooLong) throw tooLarge();
    throw contactsError("contact_import.incomplete", { field: "file", cause: error });
  }
  if (saved.bytes > maxFileBytes) throw tooLarge();
}

async function saveForm(body: Readable, type: string, target: string, saved: SavedUpload): Promise<void> {
  let file: Promise<void> | undefined;
  const form = new Busboy({
    headers: { "content-type": type },
    limits: { fields: 20, fieldSize: 10_000, files: 1, parts: 30 },
  });
  form.on("field", (name, value) => {
    saved.fields[name] = value;
  });
  form.on("file", (name, stream, fileName) => {
    if (name !== "file" || !fileName) {
      stream.resume();
      return;
    }
    saved.fileName = cleanName(fileName);
    file = pipeline(stream, keepUpTo(maxFileBytes, saved), createWriteStream(target));
    file.catch((error: Error) => body.destroy(error));
  });
  await pipeline(body, cutOff(), form as unknown as Writable);
  if (!file) throw noFile();
  await file;
}

/** Passes on the first `max` bytes and drops the rest; `saved.bytes` counts all. */
function keepUpTo(max: number, saved: SavedUpload): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      saved.bytes += chunk.length;
      if (saved.bytes <= max) done(null, chunk);
      else done();
    },
  });
}

class TooLong extends Error {}

function cutOff(): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxDrainedBytes) done(new TooLong());
      else done(null, chunk);
    },
  });
}

export const cleanName = (name: string) =>
  path
    .basename(name.replaceAll("\\", "/"))
    .replace(/\p{Cc}/gu, "")
    .slice(0, 200)
    .toWellFormed();

const noFile = () => contactsError("contact_import.no_file", { field: "file" });
const tooLarge = () => contactsError("contact_import.too_large", { field: "file" });
