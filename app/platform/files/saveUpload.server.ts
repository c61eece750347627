import { createWriteStream } from "node:fs";
import path from "node:path";
import { type Readable, Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import type { DomainError } from "#app/platform/errors.ts";
import { cleanFileName } from "./fileName.ts";

/** The body of a request, as a verb's input. */
export interface UploadSource {
  body: Readable;
  contentType: string;
  contentLength: number;
}

export interface UploadedFile {
  path: string;
  fileName: string;
  /** The received bytes, of which `path` has at most `maxFileBytes`. */
  bytes: number;
}

export interface Upload {
  fields: [name: string, value: string][];
  files: (UploadedFile & { field: string })[];
}

export interface UploadRules {
  /** Whether files of this field are saved; others are skipped. */
  takes: (field: string) => boolean;
  /** A body that is not a form is the file itself. */
  takesBody?: boolean;
  maxFiles: number;
  maxFileBytes: number;
  /**
   * A longer body is cut off. Up to it, the rest of a file that is too large is dropped, so that the browser
   * reads the response.
   */
  maxBodyBytes: number;
  maxFields: number;
  /** Of all fields together; a form with more is refused, none is cut. */
  maxFieldBytes: number;
  refusals: Record<"missing" | "too_large" | "incomplete", (cause?: unknown) => DomainError>;
}

/** File inputs of one form, including those without a file. */
const maxInputs = 20;

class TooLong extends Error {}

/**
 * Streams the files of a multipart form into `folder`, and reads its fields. `upload` is filled while the
 * body is read, also when it is refused; a body declared too long is not read at all. Inputs without a file
 * are skipped. @throws DomainError one of `refusals`
 */
export async function saveUpload(
  source: UploadSource,
  folder: string,
  rules: UploadRules,
  upload: Upload = { fields: [], files: [] },
): Promise<Upload> {
  const { maxBodyBytes, maxFileBytes, refusals, takesBody } = rules;
  if (source.contentLength > maxBodyBytes) throw refusals.too_large();
  const isForm = /^multipart\/form-data\b/i.test(source.contentType);
  if (!isForm && !takesBody) throw refusals.missing();
  try {
    if (isForm) await saveForm(source, folder, rules, upload);
    else await pipeline(source.body, cutOff(maxBodyBytes), ...savedTo(addFile(upload, folder), maxFileBytes));
  } catch (error) {
    throw error instanceof TooLong ? refusals.too_large() : refusals.incomplete(error);
  }
  if (upload.files.some(({ bytes }) => bytes > maxFileBytes)) throw refusals.too_large();
  return upload;
}

function addFile({ files }: Upload, folder: string, field = "", name = ""): UploadedFile {
  const file = {
    field,
    path: path.join(folder, `upload${files.length}`),
    fileName: cleanFileName(name),
    bytes: 0,
  };
  files.push(file);
  return file;
}

async function saveForm(
  { body, contentType }: UploadSource,
  folder: string,
  { takes, maxFiles, maxFileBytes, maxBodyBytes, maxFields, maxFieldBytes }: UploadRules,
  upload: Upload,
): Promise<void> {
  const writing: Promise<void>[] = [];
  const form = new Busboy({
    headers: { "content-type": contentType },
    limits: { fields: maxFields, fieldSize: maxFieldBytes, files: maxInputs, parts: maxFields + maxInputs },
  });
  let fieldBytes = 0;
  form.on("field", (name, value, _name, isCut) => {
    fieldBytes += Buffer.byteLength(value);
    if (isCut || fieldBytes > maxFieldBytes) body.destroy(new TooLong());
    else upload.fields.push([name, value]);
  });
  form.on("file", (field, stream, name) => {
    if (!name || !takes(field) || upload.files.length >= maxFiles) {
      stream.resume();
      return;
    }
    const written = pipeline(stream, ...savedTo(addFile(upload, folder, field, name), maxFileBytes));
    written.catch((error: Error) => body.destroy(error));
    writing.push(written);
  });
  await pipeline(body, cutOff(maxBodyBytes), form as unknown as Writable);
  await Promise.all(writing);
}

/** Writes the first `max` bytes and drops the rest; `file.bytes` counts all. */
function savedTo(file: UploadedFile, max: number): [Transform, Writable] {
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      file.bytes += chunk.length;
      done(null, file.bytes <= max ? chunk : undefined);
    },
  });
  return [counted, createWriteStream(file.path)];
}

function cutOff(max: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > max) done(new TooLong());
      else done(null, chunk);
    },
  });
}
