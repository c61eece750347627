import { and, asc, desc, eq, gt } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import { contactImportErrors, contactImports } from "#app/db/schema/contacts.ts";
import { notFound } from "#app/shared/errors.ts";

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

const pageSize = 2000;

/** The refused rows of an import, page by page. @throws DomainError `import.not_found` before the first page. */
export async function importErrorPages({ ctx, input }: { ctx: OrgContext; input: { importId: string } }) {
  const { import: found } = await getImport({ ctx, input });
  async function* pages() {
    for (let after = 0; ; ) {
      const rows = await ctx.db.withOrg(ctx.orgId, (tx) =>
        tx
          .select()
          .from(contactImportErrors)
          .where(
            and(
              eq(contactImportErrors.orgId, ctx.orgId),
              eq(contactImportErrors.importId, input.importId),
              gt(contactImportErrors.line, after),
            ),
          )
          .orderBy(asc(contactImportErrors.line))
          .limit(pageSize),
      );
      yield rows.map(({ line, row, reason }) => [line, row, reason] as const);
      const last = rows.at(-1);
      if (!last || rows.length < pageSize) return;
      after = last.line;
    }
  }
  return { fileName: found.fileName, pages: pages() };
}
