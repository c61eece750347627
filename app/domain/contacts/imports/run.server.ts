import { and, eq } from "drizzle-orm";
import { contactImports } from "#app/db/schema/contacts/imports.ts";
import { fieldsOf } from "#app/domain/contacts/fields/queries.server.ts";
import type { ImportProblem } from "#app/domain/contacts/importRefusals.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { fieldKey } from "#app/platform/forms/fieldNames.ts";
import { applyBatch } from "./applyBatch.server.ts";
import { readBatches, rowsOf } from "./batches.server.ts";
import type { Layout } from "./columns.ts";
import { deleteImportFile, withImportFile } from "./files.server.ts";
import { finishImport, reasonToStop } from "./finish.server.ts";
import { inspectFile } from "./inspect.server.ts";
import { layoutOf } from "./mapping.ts";
import { readRows } from "./rows.server.ts";

type Import = typeof contactImports.$inferSelect;

/**
 * Imports the file batch by batch. After a crash it resumes after the last committed batch: earlier rows are
 * read again and skipped. A database failure is thrown, so that the job retries.
 */
export async function runImport(ctx: OrgContext, importId: string): Promise<void> {
  const [found] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(contactImports)
      .where(and(eq(contactImports.orgId, ctx.orgId), eq(contactImports.id, importId))),
  );
  if (found?.status === "running") {
    let problem: ImportProblem | null = null;
    try {
      if (!(await withImportFile(ctx, importId, (file) => importRows(ctx, found, file)))) return;
    } catch (error) {
      problem = reasonToStop(error);
      if (problem === null) throw error;
      ctx.log.warn({ err: error, importId }, "contact import stopped");
    }
    await finishImport(ctx, importId, problem);
  }
  await deleteImportFile(ctx, importId);
}

/** Returns false when another process has taken the import over. */
async function importRows(ctx: OrgContext, found: Import, file: string): Promise<boolean> {
  const { layout: read, ...format } = await inspectFile(file);
  const layout = await typed(ctx, found.isMapped ? layoutOf(read, found.columns) : read);
  let bytesRead = 0;
  const rows = readRows(file, format, (total) => {
    bytesRead = total;
  });
  const run = { importId: found.id, fileName: found.fileName, startedAt: found.createdAt };
  let rowsDone = found.rowsRead;
  const options = {
    layout,
    delimiter: format.delimiter,
    defaults: found,
    skipRows: rowsDone,
    bytesRead: () => bytesRead,
  };
  for await (const batch of readBatches(rows, options)) {
    if (!(await applyBatch(ctx, run, rowsDone, batch))) return false;
    rowsDone += rowsOf(batch);
  }
  return true;
}

/** The columns that are fields of the organisation, with their types. */
async function typed(ctx: OrgContext, layout: Layout): Promise<Layout> {
  const defined = await ctx.db.withOrg(ctx.orgId, (tx) => fieldsOf(tx, ctx.orgId));
  const extra = layout.extra.map(({ index, field }) => {
    const kind = defined.find(({ name }) => fieldKey(name) === fieldKey(field));
    return { index, field: kind?.name ?? field, kind };
  });
  return { ...layout, extra };
}
