import { createWriteStream } from "node:fs";
import path from "node:path";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { media } from "#app/db/schema/media.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { inWorkspace } from "#app/providers/storage/workspace.server.ts";
import { m } from "#messages";
import { mediaRefused } from "./errors.ts";
import { inspectForSending, refuseVirus, type UploadedFile } from "./inspect.server.ts";
import { keepForSending } from "./keep.server.ts";
import { sendLimits } from "./kinds.ts";
import { cleanName, missing, TooLong, tooLarge, upTo } from "./saveUpload.server.ts";
import type { UploadSource } from "./send.server.ts";

/** The files of a form: the cards of a carousel, or one document. */
const maxFiles = 12;
const maxBodyBytes = sendLimits.document + 1024 * 1024;
const fileField = /^file:([\w.:[\]]{1,100})$/;

export interface SavedForm {
  /** Fields as they came, and for each file its id under the name behind `file:`. */
  fields: [name: string, value: string][];
  /** Why a file was not taken, by the same name. */
  refused: Record<string, string>;
}

/**
 * Reads a multipart form and keeps the files of its fields `file:<name>`, so that a form that is shown again has them. What
 * nobody sends or refers to is swept away.
 * @throws DomainError `media.too_large` (413), `media.incomplete`
 */
export async function saveForm({
  ctx,
  input: { source },
}: {
  ctx: OrgContext;
  input: { source: UploadSource };
}): Promise<SavedForm> {
  if (source.contentLength > maxBodyBytes) throw tooLarge();
  return inWorkspace(ctx.config, async (folder) => {
    const { fields, files } = await readForm(source, folder);
    const refused: Record<string, string> = {};
    const taken = new Map<string, string>();
    for (const { name, file } of files) {
      try {
        taken.set(name, await takeFile(ctx, file));
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        refused[name] = error.message;
      }
    }
    return { fields: [...fields.filter(([name]) => !taken.has(name)), ...taken], refused };
  });
}

async function takeFile(ctx: OrgContext, file: UploadedFile): Promise<string> {
  const inspected = await inspectForSending(ctx.orgId, file);
  await refuseVirus(ctx.config, file.path);
  const { sha256: _, ...kept } = await keepForSending(ctx, inspected);
  await ctx.db.withOrg(ctx.orgId, (tx) => tx.insert(media).values({ ...kept, orgId: ctx.orgId }));
  return kept.id;
}

async function readForm({ body, contentType }: UploadSource, folder: string) {
  if (!/^multipart\/form-data\b/i.test(contentType)) throw missing();
  const fields: SavedForm["fields"] = [];
  const files: { name: string; file: UploadedFile }[] = [];
  const writing: Promise<void>[] = [];
  const form = new Busboy({
    headers: { "content-type": contentType },
    limits: { fields: 1000, fieldSize: 20_000, files: maxFiles, parts: 1000 + maxFiles },
  });
  form.on("field", (name, value) => {
    fields.push([name, value]);
  });
  form.on("file", (field, stream, fileName) => {
    const name = fileField.exec(field)?.[1];
    if (name === undefined || !fileName) {
      stream.resume();
      return;
    }
    const file = {
      path: path.join(folder, `upload${files.length}`),
      fileName: cleanName(fileName),
      bytes: 0,
    };
    files.push({ name, file });
    const written = pipeline(stream, upTo(sendLimits.document, file), createWriteStream(file.path));
    written.catch((error: Error) => body.destroy(error));
    writing.push(written);
  });
  try {
    await pipeline(body, upTo(maxBodyBytes, { bytes: 0 }), form as unknown as Writable);
    await Promise.all(writing);
  } catch (error) {
    if (error instanceof TooLong) throw tooLarge();
    throw mediaRefused("incomplete", m.errors_the_upload_stopped_before_the_file_2());
  }
  return { fields, files };
}
