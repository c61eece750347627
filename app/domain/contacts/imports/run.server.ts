import { and, eq } from "drizzle-orm";
import { contactImports } from "#app/db/schema/contacts.ts";
import { importFinished, importStopped, rowsRefused } from "#app/domain/contacts/events.ts";
import { fieldsOf } from "#app/domain/contacts/fields/queries.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { memberActor, type OrgContext } from "#app/platform/context.ts";
import { DomainError, reasonOf } from "#app/platform/errors.ts";
import { fieldKey } from "#app/platform/fieldNames.ts";
import { applyBatch } from "./applyBatch.server.ts";
import { readBatches, rowsOf } from "./batches.server.ts";
import type { Layout } from "./columns.ts";
import { importFile, removeImportFile } from "./files.server.ts";
import { inspectFile } from "./inspect.server.ts";
import { layoutOf } from "./mapping.ts";
import type { ImportProblem } from "./refusals.ts";
import { BrokenCsv, readRows } from "./rows.server.ts";

type Import = typeof contactImports.$inferSelect;

/**
 * Imports the file batch by batch. After a crash it goes on behind the last batch that was committed: the rows before
 * it are read again and passed over. A failure of the database is thrown, so that the job tries again.
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
      if (!(await importRows(ctx, found))) return;
    } catch (error) {
      problem = reasonToStop(error);
      if (problem === null) throw error;
      ctx.log.warn({ err: error, importId }, "contact import stopped");
    }
    await finish(ctx, importId, problem);
  }
  await removeImportFile(ctx.config, importId);
}

/** Answers false when another process has taken the import over. */
async function importRows(ctx: OrgContext, found: Import): Promise<boolean> {
  const file = importFile(ctx.config, found.id);
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

async function finish(ctx: OrgContext, importId: string, problem: ImportProblem | null): Promise<void> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [done] = await tx
      .update(contactImports)
      .set({
        status: problem ? "failed" : "completed",
        error: problem,
        finishedAt: ctx.clock.now(),
        ...(problem ? {} : { bytesDone: contactImports.bytesTotal }),
      })
      .where(
        and(
          eq(contactImports.orgId, ctx.orgId),
          eq(contactImports.id, importId),
          eq(contactImports.status, "running"),
        ),
      )
      .returning();
    if (!done) return;
    const startedBy = done.createdBy
      ? { ...ctx, actor: memberActor(done.createdBy, { ipAddress: null, userAgent: null }) }
      : ctx;
    await record(tx, startedBy, problem ? importStopped : importFinished, {
      subject: importId,
      status: problem ? "error" : done.rejected > 0 ? "warning" : "success",
      data: {
        fileName: done.fileName,
        created: done.created,
        updated: done.updated,
        rejected: done.rejected,
        ...(problem ? { problem } : {}),
      },
      correlationId: importId,
    });
    if (done.rejected > 0)
      await record(tx, ctx, rowsRefused, {
        subject: importId,
        data: { fileName: done.fileName, rejected: done.rejected, rowsRead: done.rowsRead },
        correlationId: importId,
      });
  });
}

/** The member's reason why an import cannot go on; null where trying again may help. */
function reasonToStop(error: unknown): ImportProblem | null {
  if (error instanceof BrokenCsv) return error.problem;
  if (error instanceof DomainError) return reasonOf(error);
  const code = codeOf(error) ?? codeOf((error as { cause?: unknown }).cause) ?? "";
  if (code === "ENOENT") return { code: "import.file_gone" };
  // SQLSTATE classes 22 and 23: a value that the database does not take, now or later.
  if (/^2[23]\d{3}$/.test(code)) return { code: "import.value_not_storable" };
  return null;
}

const codeOf = (error: unknown): string | undefined =>
  error !== null && typeof error === "object" && "code" in error ? String(error.code) : undefined;
