import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contactImports } from "#app/db/schema/contacts/imports.ts";
import { importFinished, importStopped, rowsRefused } from "#app/domain/contacts/events.ts";
import type { ImportProblem } from "#app/domain/contacts/importRefusals.ts";
import { record } from "#app/domain/record/record.server.ts";
import { memberActor, type OrgContext } from "#app/platform/context.ts";
import { DomainError, reasonOf } from "#app/platform/errors.ts";
import { FileGone } from "#app/providers/storage/mediaStore.ts";
import { deleteImportFile } from "./files.server.ts";
import { BrokenCsv } from "./rows.server.ts";

type Import = typeof contactImports.$inferSelect;

/** Ends a pending or running import, with the reason if it stopped. Returns whether it did. */
export async function finishImport(
  ctx: OrgContext,
  importId: string,
  problem: ImportProblem | null,
  isIn: Import["status"][] = ["reading", "running"],
): Promise<boolean> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
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
          inArray(contactImports.status, isIn),
        ),
      )
      .returning();
    if (!done) return false;
    await recordEnd(tx, ctx, done, problem);
    return true;
  });
}

async function recordEnd(
  tx: Tx,
  ctx: OrgContext,
  done: Import,
  problem: ImportProblem | null,
): Promise<void> {
  const { id, createdBy, fileName, created, updated, rejected, rowsRead } = done;
  const startedBy = createdBy
    ? { ...ctx, actor: memberActor(createdBy, { ipAddress: null, userAgent: null }) }
    : ctx;
  await record(tx, startedBy, problem ? importStopped : importFinished, {
    subject: id,
    status: problem ? "error" : rejected > 0 ? "warning" : "success",
    data: { fileName, created, updated, rejected, ...(problem ? { problem } : {}) },
    correlationId: id,
  });
  if (rejected > 0)
    await record(tx, ctx, rowsRefused, {
      subject: id,
      data: { fileName, rejected, rowsRead },
      correlationId: id,
    });
}

/** Ends an import that was never confirmed or whose workbook was never read, and deletes its file. */
export async function expireImport(ctx: OrgContext, importId: string): Promise<void> {
  const isEnded = await finishImport(ctx, importId, { code: "import.file_gone" }, ["reading", "review"]);
  if (isEnded) await deleteImportFile(ctx, importId);
}

/** The reason shown when an import cannot continue; null when a retry may help. */
export function reasonToStop(error: unknown): ImportProblem | null {
  if (error instanceof BrokenCsv) return error.problem;
  if (error instanceof FileGone) return { code: "import.file_gone" };
  if (error instanceof DomainError) return error.kind === "unavailable" ? null : reasonOf(error);
  const code = codeOf(error) ?? codeOf((error as { cause?: unknown }).cause) ?? "";
  // SQLSTATE classes 22 and 23: a value that the database will never accept.
  if (/^2[23]\d{3}$/.test(code)) return { code: "import.value_not_storable" };
  return null;
}

const codeOf = (error: unknown): string | undefined =>
  error !== null && typeof error === "object" && "code" in error ? String(error.code) : undefined;
