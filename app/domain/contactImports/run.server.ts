import { and, eq } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import { contactImports } from "#app/db/schema/contacts.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { formatCount } from "#app/shared/counts.ts";
import { DomainError } from "#app/shared/errors.ts";
import { applyBatch } from "./applyBatch.server.ts";
import { readBatches, rowsOf } from "./batches.server.ts";
import { importFile, removeImportFile } from "./files.server.ts";
import { inspectFile } from "./inspect.server.ts";
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
    let problem: string | null = null;
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
  const { layout, ...format } = await inspectFile(file);
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

async function finish(ctx: OrgContext, importId: string, problem: string | null): Promise<void> {
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
    const counts = `${formatCount(done.created)} new, ${formatCount(done.updated)} updated, ${formatCount(done.rejected)} refused`;
    const startedBy = { ...ctx, actor: { ...ctx.actor, userId: done.createdBy } };
    await recordActivity(tx, startedBy, {
      type: "system",
      status: problem ? "error" : done.rejected > 0 ? "warning" : "success",
      action: problem ? "Contact import stopped" : "Contacts imported",
      details: `${done.fileName}: ${counts}${problem ? `. ${problem}` : ""}`,
    });
  });
}

/** The member's reason why an import cannot go on; null where trying again may help. */
function reasonToStop(error: unknown): string | null {
  if (error instanceof BrokenCsv || error instanceof DomainError) return error.message;
  const code = codeOf(error) ?? codeOf((error as { cause?: unknown }).cause) ?? "";
  if (code === "ENOENT") return "The uploaded file is not there any more. Upload it again.";
  // SQLSTATE classes 22 and 23: a value that the database does not take, now or later.
  if (/^2[23]\d{3}$/.test(code))
    return "A row holds a value that cannot be stored. Save the file as CSV (UTF-8) and import it again.";
  return null;
}

const codeOf = (error: unknown): string | undefined =>
  error !== null && typeof error === "object" && "code" in error ? String(error.code) : undefined;
