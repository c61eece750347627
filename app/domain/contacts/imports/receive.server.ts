import path from "node:path";
import type { z } from "zod";
import { contactImports } from "#app/db/schema/contacts.ts";
import { contactsError } from "#app/domain/contacts/errors.ts";
import { importStarted } from "#app/domain/contacts/events.ts";
import { importContactsJob, readWorkbookJob } from "#app/domain/contacts/jobs.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { inWorkspace } from "#app/providers/storage/workspace.server.ts";
import { m } from "#messages";
import { columnsOf } from "./columns.ts";
import { removeImportFile, storeImportFile } from "./files.server.ts";
import { inspectFile } from "./inspect.server.ts";
import { cleanName, type SavedUpload, saveUpload } from "./saveUpload.server.ts";
import { importOptions } from "./schemas.ts";
import { isWorkbook } from "./workbook.server.ts";

/**
 * Streams an uploaded file to disk, checks whether it can be imported, stores it and enqueues its job. A workbook is read by a
 * job first.
 * @throws DomainError `contact_import.*`, with nothing left behind.
 */
export const receiveImport = (upload: Upload) =>
  inWorkspace(upload.ctx.config, (folder) => receive(upload, path.join(folder, "upload")));

interface Upload {
  ctx: OrgContext;
  input: z.output<typeof importOptions>;
  request: Request;
}

async function receive({ ctx, input, request }: Upload, file: string) {
  const now = ctx.clock.now();
  const importId = newId("imp", now.getTime());
  const upload: SavedUpload = { fileName: cleanName(input.fileName), bytes: 0, fields: {} };
  let isStored = false;
  try {
    await saveUpload(request, file, upload);
    requireConsentAnswer(request, upload.fields);
    const options = readOptions(input, upload.fields);
    const isToBeRead = await isWorkbook(file, upload.bytes);
    const columns = isToBeRead ? [] : columnsOf((await inspectFile(file)).layout);
    const status = isToBeRead ? "reading" : options.review ? "review" : "running";
    const fileName = upload.fileName || "contacts.csv";
    isStored = true;
    await storeImportFile(ctx, importId, file);
    await ctx.db.withOrg(ctx.orgId, async (tx) => {
      await tx.insert(contactImports).values({
        orgId: ctx.orgId,
        id: importId,
        fileName,
        status,
        bytesTotal: upload.bytes,
        tags: options.tags,
        consentForAll: options.consentForAll === "granted" ? "granted" : "none",
        columns,
        createdBy: userOf(ctx.actor),
        createdAt: now,
      });
      if (isToBeRead) {
        const payload = { orgId: ctx.orgId, importId, review: options.review };
        await ctx.jobs.enqueue(readWorkbookJob, payload, { tx });
      }
      // It starts when its columns were checked.
      if (options.review) return;
      await record(tx, ctx, importStarted, {
        subject: importId,
        data: { fileName, bytes: upload.bytes },
        correlationId: importId,
      });
      if (!isToBeRead) await ctx.jobs.enqueue(importContactsJob, { orgId: ctx.orgId, importId }, { tx });
    });
    return { importId, status };
  } catch (error) {
    if (isStored)
      await removeImportFile(ctx, importId).catch((failure: unknown) =>
        ctx.log.warn({ err: failure, importId }, "import file not removed"),
      );
    throw withTyped(error, upload.fields);
  }
}

/** The screen passes the body on unread: a refusal brings back what was typed beside the file. */
function withTyped(error: unknown, { tags = "", consentForAll = "" }: Record<string, string>): unknown {
  if (!(error instanceof DomainError)) return error;
  const { kind, code, message, fields, cause } = error;
  return new DomainError(kind, code, message, { fields, cause, typed: { tags, consentForAll } });
}

/** The form has no default: whoever uploads a file says whether the people in it agreed. */
function requireConsentAnswer({ headers }: Request, { consentForAll }: Record<string, string>): void {
  if (consentForAll || !headers.get("content-type")?.startsWith("multipart/")) return;
  const said = m.errors_import_consent_missing();
  throw contactsError("contact_import.bad_options", { values: { said }, fields: { consentForAll: said } });
}

/** Fields of the form, where there are any, stand before query parameters. */
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
