import { and, asc, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contactImportErrors, contactImports, type ImportColumn } from "#app/db/schema/contacts/imports.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { addedNames, isOwn } from "./columns.ts";
import { importProblemWords, refusalWords } from "./refusalWords.ts";

/** Progress and outcome of an import. @throws DomainError `import.not_found`. */
export async function getImport({ ctx, input }: Call<{ importId: string }>) {
  const [found] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(contactImports)
      .where(and(eq(contactImports.orgId, ctx.orgId), eq(contactImports.id, input.importId))),
  );
  if (!found) throw notFound("Import");
  return { import: shown(found) };
}

/** The last ten imports, newest first. */
export async function listImports({ ctx }: { ctx: OrgContext }) {
  const rows = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(contactImports)
      .where(eq(contactImports.orgId, ctx.orgId))
      .orderBy(desc(contactImports.id))
      .limit(10),
  );
  return { imports: rows.map(shown) };
}

const shown = ({ orgId: _, error, ...rest }: typeof contactImports.$inferSelect) => ({
  ...rest,
  error: error && importProblemWords(error),
});

/** A row holds up to 100,000 characters. */
const pageSize = 200;
/** The last one contains all the rest. */
const maxSurplusColumns = 20;

/** The cells of the longest refused row. */
async function widestRow(tx: Tx, ofImport: SQL | undefined): Promise<number> {
  const [widest] = await tx
    .select({ cells: sql<number>`coalesce(max(cardinality(${contactImportErrors.row})), 0)` })
    .from(contactImportErrors)
    .where(ofImport);
  return widest?.cells ?? 0;
}

/** The cells of a refused row without a column of the uploader's, padded to `width`. */
function surplusOf(row: string[], columns: readonly ImportColumn[], width: number): string[] {
  const surplus = row.filter((_, index) => (columns[index]?.use ?? "surplus") === "surplus");
  const rest = surplus.splice(maxSurplusColumns - 1).filter((cell) => cell.trim() !== "");
  if (rest.length > 0) surplus.push(rest.join(", "));
  return Array.from({ length: width }, (_, index) => surplus[index] ?? "");
}

/**
 * The refused rows of an import as a file that can be corrected and imported again: the uploader's columns, a
 * column for each surplus cell, line and reason. Page by page. @throws DomainError `import.not_found` before
 * the first page.
 */
export async function importErrorPages({ ctx, input }: Call<{ importId: string }>) {
  const { import: found } = await getImport({ ctx, input });
  const { columns } = found;
  const ours = and(
    eq(contactImportErrors.orgId, ctx.orgId),
    eq(contactImportErrors.importId, input.importId),
  );
  const widest = await ctx.db.withOrg(ctx.orgId, (tx) => widestRow(tx, ours));
  const surplusCells =
    columns.filter(({ use }) => use === "surplus").length + Math.max(0, widest - columns.length);
  const surplusColumns = Math.min(surplusCells, maxSurplusColumns);
  async function* pages() {
    for (let after = 0; ; ) {
      const rows = await ctx.db.withOrg(ctx.orgId, (tx) =>
        tx
          .select()
          .from(contactImportErrors)
          .where(and(ours, gt(contactImportErrors.line, after)))
          .orderBy(asc(contactImportErrors.line))
          .limit(pageSize),
      );
      yield rows.map(({ line, row, reason }) => [
        ...columns.flatMap((column, index) => (isOwn(column) ? [row[index] ?? ""] : [])),
        ...surplusOf(row, columns, surplusColumns),
        line,
        refusalWords(reason),
      ]);
      const last = rows.at(-1);
      if (!last || rows.length < pageSize) return;
      after = last.line;
    }
  }
  const header = [
    ...columns.filter(isOwn).map(({ name }) => name),
    ...Array<string>(surplusColumns).fill(addedNames.surplus()),
    addedNames.line(),
    addedNames.reason(),
  ];
  return { fileName: found.fileName, header, pages: pages() };
}
