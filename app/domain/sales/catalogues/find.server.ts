import { and, asc, eq, ne } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { productCatalogues } from "#app/db/schema/sales/catalogues.ts";
import { whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { catalogueProblemWords } from "#app/domain/sales/catalogueProblems.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { skippedWords } from "./words.ts";

export type Catalogue = typeof productCatalogues.$inferSelect;

export const ofCatalogue = (orgId: OrgId, id: string) =>
  and(eq(productCatalogues.orgId, orgId), eq(productCatalogues.id, id));

/** A catalogue, locked until the transaction ends. @throws DomainError `catalogue.not_found` */
export async function lockCatalogue(tx: Tx, orgId: OrgId, catalogueId: string): Promise<Catalogue> {
  const [found] = await tx
    .select()
    .from(productCatalogues)
    .where(ofCatalogue(orgId, catalogueId))
    .for("update");
  if (!found) throw notFound("Catalogue");
  return found;
}

const shown = ({ id, catalogId, name, syncedAt, items, skipped, problem }: Catalogue) => ({
  ...{ id, catalogId, name, syncedAt, items },
  skipped: skippedWords(skipped),
  problem: problem && catalogueProblemWords(problem),
});

/** The organisation's WhatsApp accounts, each with its catalogue, if it was connected here. */
export async function listCatalogues(ctx: OrgContext) {
  const rows = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ account: whatsappAccounts, catalogue: productCatalogues })
      .from(whatsappAccounts)
      .leftJoin(
        productCatalogues,
        and(
          eq(productCatalogues.orgId, ctx.orgId),
          eq(productCatalogues.whatsappAccountId, whatsappAccounts.id),
        ),
      )
      .where(and(eq(whatsappAccounts.orgId, ctx.orgId), ne(whatsappAccounts.status, "disconnected")))
      .orderBy(asc(whatsappAccounts.createdAt), asc(whatsappAccounts.id)),
  );
  return {
    accounts: rows.map(({ account, catalogue }) => ({
      id: account.id,
      name: account.name || account.wabaId,
      isConnected: account.status === "connected",
      catalogue: catalogue && shown(catalogue),
    })),
  };
}
