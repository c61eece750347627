import type { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";
import { contactImports } from "#app/db/schema/contacts/imports.ts";
import { contactsError } from "#app/domain/contacts/errors.ts";
import { importStarted } from "#app/domain/contacts/events.ts";
import { importContactsJob, readWorkbookJob } from "#app/domain/contacts/jobs.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { cleanFileName } from "#app/platform/files/fileName.ts";
import {
  saveUpload,
  type Upload,
  type UploadRules,
  type UploadSource,
} from "#app/platform/files/saveUpload.server.ts";
import { newId } from "#app/platform/ids.ts";
import { megabytes } from "#app/platform/numbers/megabytes.ts";
import { inWorkspace } from "#app/providers/storage/workspace.server.ts";
import { m } from "#messages";
import { columnsOf } from "./columns.ts";
import { maxFileBytes } from "./fieldRules.ts";
import { deleteImportFile, storeImportFile } from "./files.server.ts";
import { inspectFile } from "./inspect.server.ts";
import { importOptions } from "./schemas.ts";
import { isWorkbook } from "./workbook.server.ts";

/**
 * Streams an uploaded file to disk, checks whether it can be imported, stores it and enqueues its job. A workbook is read by a
 * job first.
 * @throws DomainError `contact_import.*`, with nothing left behind.
 */
export const receiveImport = (given: Given) =>
  inWorkspace(given.ctx.config, (folder) => receive(given, folder));

interface Given {
  ctx: OrgContext;
  input: z.output<typeof importOptions>;
  source: UploadSource;
}

const noFile = () => contactsError("contact_import.no_file", { field: "file" });

/** A form with the field `file`, or the file itself. */
const rules: UploadRules = {
  takes: (field) => field === "file",
  takesBody: true,
  maxFiles: 1,
  maxFileBytes,
  maxBodyBytes: 5 * maxFileBytes,
  maxFields: 20,
  maxFieldBytes: 10_000,
  refusals: {
    missing: noFile,
    too_large: () =>
      contactsError("contact_import.too_large", { values: { size: megabytes(maxFileBytes) }, field: "file" }),
    incomplete: (cause) => contactsError("contact_import.incomplete", { field: "file", cause }),
  },
};

async function receive({ ctx, input, source }: Given, folder: string) {
  const now = ctx.clock.now();
  const importId = newId("imp", now.getTime());
  const upload: Upload = { fields: [], files: [] };
  let isStored = false;
  try {
    await saveUpload(source, folder, rules, upload);
    const [file] = upload.files;
    if (!file) throw noFile();
    const fields = Object.fromEntries(upload.fields);
    requireConsentAnswer(source, fields);
    const options = readOptions(input, fields);
    const isToBeRead = await isWorkbook(file.path, file.bytes);
    const columns = isToBeRead ? [] : columnsOf((await inspectFile(file.path)).layout);
    const status = isToBeRead ? "reading" : options.review ? "review" : "running";
    const fileName = file.fileName || cleanFileName(input.fileName) || "contacts.csv";
    isStored = true;
    await storeImportFile(ctx, importId, file.path);
    await ctx.db.withOrg(ctx.orgId, async (tx) => {
      await tx.insert(contactImports).values({
        orgId: ctx.orgId,
        id: importId,
        fileName,
        status,
        bytesTotal: file.bytes,
        tags: options.tags,
        consentForAll: options.consentForAll === "granted" ? "granted" : "none",
        columns,
        createdBy: userOf(ctx.actor),
        createdAt: now,
      });
      await begin(tx, ctx, { importId, fileName, bytes: file.bytes, isToBeRead, review: options.review });
    });
    return { importId, status };
  } catch (error) {
    if (isStored) await discardFile(ctx, importId);
    throw withTyped(error, Object.fromEntries(upload.fields));
  }
}

/** A workbook is read first. An import with a review starts once its columns were confirmed. */
async function begin(
  tx: Tx,
  ctx: OrgContext,
  file: { importId: string; fileName: string; bytes: number; isToBeRead: boolean; review: boolean },
): Promise<void> {
  const { importId, fileName, bytes, isToBeRead, review } = file;
  const ids = { orgId: ctx.orgId, importId };
  if (isToBeRead) await ctx.jobs.enqueue(readWorkbookJob, { ...ids, review }, { tx });
  if (review) return;
  await record(tx, ctx, importStarted, {
    subject: importId,
    data: { fileName, bytes },
    correlationId: importId,
  });
  if (!isToBeRead) await ctx.jobs.enqueue(importContactsJob, ids, { tx });
}

const discardFile = (ctx: OrgContext, importId: string) =>
  deleteImportFile(ctx, importId).catch((failure: unknown) =>
    ctx.log.warn({ err: failure, importId }, "import file not removed"),
  );

/** The screen passes the body on unread: a refusal returns the other typed values. */
function withTyped(error: unknown, { tags = "", consentForAll = "" }: Record<string, string>): unknown {
  if (!(error instanceof DomainError)) return error;
  const { kind, code, message, fields, cause } = error;
  return new DomainError(kind, code, message, { fields, cause, typed: { tags, consentForAll } });
}

/** The form has no default: the uploader must say whether the people in it agreed. */
function requireConsentAnswer(
  { contentType }: UploadSource,
  { consentForAll }: Record<string, string>,
): void {
  if (consentForAll || !contentType.startsWith("multipart/")) return;
  const said = m.errors_import_consent_missing();
  throw contactsError("contact_import.bad_options", { values: { said }, fields: { consentForAll: said } });
}

/** Form fields, if any, take precedence over query parameters. */
function readOptions(
  input: z.output<typeof importOptions>,
  fields: Record<string, string>,
): z.output<typeof importOptions> {
  const parsed = importOptions.safeParse({ ...input, ...fields });
  if (parsed.success) return parsed.data;
  const messages = Object.fromEntries(
    parsed.error.issues.map((issue) => [issue.path.join("."), issue.message]),
  );
  throw contactsError("contact_import.bad_options", {
    values: { said: Object.values(messages)[0] ?? "" },
    fields: messages,
  });
}
