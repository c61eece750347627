import { and, eq } from "drizzle-orm";
import { contactImports } from "#app/db/schema/contacts/imports.ts";
import { importContactsJob } from "#app/domain/contacts/jobs.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { columnsOf } from "./columns.ts";
import { deleteImportFile, storeImportFile, withImportFile } from "./files.server.ts";
import { finishImport, reasonToStop } from "./finish.server.ts";
import { inspectFile } from "./inspect.server.ts";
import { unpackWorkbook } from "./workbook.server.ts";

/**
 * Reads the workbook of an import and starts it, or lets a member check its columns first. One that can't be
 * imported ends with the reason. A retry continues with what the first try left.
 */
export async function readWorkbook({
  ctx,
  input: { importId, review },
}: Call<{ importId: string; review: boolean }>): Promise<void> {
  const isReading = and(
    eq(contactImports.orgId, ctx.orgId),
    eq(contactImports.id, importId),
    eq(contactImports.status, "reading"),
  );
  const [found] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx.select({ id: contactImports.id }).from(contactImports).where(isReading),
  );
  if (!found) return;
  try {
    const { bytesTotal, columns } = await withImportFile(ctx, importId, (file) =>
      unpack(ctx, importId, file),
    );
    await ctx.db.withOrg(ctx.orgId, async (tx) => {
      const status = review ? "review" : "running";
      const started = await tx
        .update(contactImports)
        .set({ status, bytesTotal, columns })
        .where(isReading)
        .returning({ id: contactImports.id });
      if (started.length > 0 && !review)
        await ctx.jobs.enqueue(importContactsJob, { orgId: ctx.orgId, importId }, { tx });
    });
  } catch (error) {
    const problem = reasonToStop(error);
    if (problem === null) throw error;
    ctx.log.warn({ err: error, importId }, "workbook not read");
    await finishImport(ctx, importId, problem);
    await deleteImportFile(ctx, importId);
  }
}

async function unpack(ctx: OrgContext, importId: string, file: string) {
  const bytesTotal = await unpackWorkbook(ctx.orgId, file);
  const columns = columnsOf((await inspectFile(file)).layout);
  await storeImportFile(ctx, importId, file);
  return { bytesTotal, columns };
}
