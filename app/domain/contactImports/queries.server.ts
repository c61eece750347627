import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import { contactImportErrors, contactImports } from "#app/db/schema/contacts.ts";
import { notFound } from "#app/shared/errors.ts";
import { addedNames, isOwn } from "./columns.ts";

/** Progress and outcome of an import. @throws DomainError `import.not_found`. */
export async function getImport({ ctx, input }: { ctx: OrgContext; input: { importId: string } }) {
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

const shown = ({ orgId: _, ...rest }: typeof contactImports.$inferSelect) => rest;

/** A row holds up to 100,000 characters. */
const pageSize = 200;

/**
 * The refused rows of an import as a file that can be corrected and imported again: the columns of the uploader, the
 * cells that a row had too many, line and reason. Page by page. @throws DomainError `import.not_found` before the first page.
 */
export async function importErrorPages({ ctx, input }: { ctx: OrgContext; input: { importId: string } }) {
  const { import: found } = await getImport({ ctx, input });
  const { columns } = found;
  const ours = and(
    eq(contactImportErrors.orgId, ctx.orgId),
    eq(contactImportErrors.importId, input.importId),
  );
  const [tooWide] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ line: contactImportErrors.line })
      .from(contactImportErrors)
      .where(and(ours, sql`cardinality(${contactImportErrors.row}) > ${columns.length}`))
      .limit(1),
  );
  const hasSurplus = tooWide !== undefined || columns.some(({ use }) => use === "surplus");
  const surplusOf = (row: string[]) =>
    row.filter((cell, index) => (columns[index]?.use ?? "surplus") === "surplus" && cell.trim() !== "");
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
        ...(hasSurplus ? [surplusOf(row).join(", ")] : []),
        line,
        reason,
      ]);
      const last = rows.at(-1);
      if (!last || rows.length < pageSize) return;
      after = last.line;
    }
  }
  const header = [
    ...columns.filter(isOwn).map(({ name }) => name),
    ...(hasSurplus ? [addedNames.surplus] : []),
    addedNames.line,
    addedNames.reason,
  ];
  return { fileName: found.fileName, header, pages: pages() };
}
