import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { contactImports } from "#app/db/schema/contacts/imports.ts";
import { contactsError } from "#app/domain/contacts/errors.ts";
import { importStarted } from "#app/domain/contacts/events.ts";
import { fieldsOf } from "#app/domain/contacts/fields/queries.server.ts";
import { readColumn } from "#app/domain/contacts/fields/readColumn.server.ts";
import { defineField } from "#app/domain/contacts/fields/save.server.ts";
import { fieldForm } from "#app/domain/contacts/fields/schemas.ts";
import { importContactsJob } from "#app/domain/contacts/jobs.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { FileGone } from "#app/providers/storage/mediaStore.ts";
import { withImportFile } from "./files.server.ts";
import { inspectFile } from "./inspect.server.ts";
import { choiceOf, mappedColumns, newFieldOf } from "./mapping.ts";
import { readRows } from "./rows.server.ts";

const shownRows = 5;

const ours = (ctx: OrgContext, importId: string) =>
  and(eq(contactImports.orgId, ctx.orgId), eq(contactImports.id, importId));

/**
 * An uploaded file whose columns are unconfirmed: each with its first cells and its suggested use. @throws
 * DomainError `import.not_found`, `contact_import.already_started`
 */
export async function reviewImport({ ctx, input }: Call<{ importId: string }>) {
  const { found, fields } = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [found] = await tx.select().from(contactImports).where(ours(ctx, input.importId));
    return { found, fields: await fieldsOf(tx, ctx.orgId) };
  });
  if (!found) throw notFound("Import");
  if (found.status !== "review") throw contactsError("contact_import.already_started");
  const { layout, rows } = await withImportFile(ctx, found.id, firstRows).catch((error: unknown) => {
    throw error instanceof FileGone ? contactsError("contact_import.gone") : error;
  });
  return {
    importId: found.id,
    fileName: found.fileName,
    columns: found.columns.map((column, index) => ({
      name: layout.hasHeader ? (layout.names[index] ?? column.name) : `Column ${index + 1}`,
      choice: choiceOf(column),
      samples: rows.map((cells) => (cells[index] ?? "").slice(0, 60)),
    })),
    fields: fields.map(({ name, type }) => ({ name, type })),
  };
}

async function firstRows(file: string) {
  const { layout, ...format } = await inspectFile(file);
  const rows: string[][] = [];
  let isHeader = layout.hasHeader;
  for await (const { cells } of readRows(file, format)) {
    if (!isHeader && rows.push(cells) === shownRows) break;
    isHeader = false;
  }
  return { layout, rows };
}

/**
 * Starts an import with the chosen use of each column; idempotent. New fields are created, if the member may.
 * @throws DomainError `import.not_found`, `contact_import.no_phone_chosen`, `contact_import.bad_field`, those
 * of `createField`
 */
export async function startImport({ ctx, input }: Call<Start>): Promise<{
  importId: string;
}> {
  const { importId } = input;
  const defined = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const defined: string[] = [];
    const [found] = await tx.select().from(contactImports).where(ours(ctx, importId)).for("update");
    if (!found) throw notFound("Import");
    if (found.status !== "review") return defined;
    const choices: string[] = [];
    for (const choice of input.choices) {
      const field = newFieldOf(choice) && newField(choice, input.mayDefine);
      if (field) {
        const { fieldId, isSmall } = await defineField(tx, ctx, field);
        if (isSmall) defined.push(fieldId);
      }
      choices.push(field ? `field:${field.name}` : choice);
    }
    const columns = mappedColumns(found.columns, choices);
    if (!columns.some(({ use }) => use === "phone")) throw contactsError("contact_import.no_phone_chosen");
    await tx
      .update(contactImports)
      .set({ status: "running", columns, isMapped: true })
      .where(ours(ctx, importId));
    await record(tx, ctx, importStarted, {
      subject: importId,
      data: { fileName: found.fileName, bytes: found.bytesTotal },
      correlationId: importId,
    });
    await ctx.jobs.enqueue(importContactsJob, { orgId: ctx.orgId, importId }, { tx });
    return defined;
  });
  for (const fieldId of defined) await readColumn(ctx, fieldId);
  return { importId };
}

interface Start {
  importId: string;
  choices: string[];
  mayDefine: boolean;
}

function newField(choice: string, mayDefine: boolean): z.output<typeof fieldForm> {
  if (!mayDefine) throw contactsError("contact_import.may_not_define");
  const read = fieldForm.safeParse(newFieldOf(choice));
  if (read.success) return read.data;
  const name = newFieldOf(choice)?.name ?? "";
  throw contactsError("contact_import.bad_field", { values: { name, said: read.error.issues[0]!.message } });
}
