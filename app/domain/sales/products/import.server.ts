import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { productsImported } from "#app/domain/sales/events.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { type ImportedProduct, readRows } from "./importRows.ts";

/** A row of an import: what it does, or why it is refused. */
export interface ImportLine {
  row: number;
  name: string;
  priceCents: number | null;
  does: "create" | "change" | "refuse";
  problem: string;
}

/**
 * Reads rows of products as text with commas, semicolons or tabs. Those with a known code change its product, all
 * others are new. `apply: false` only says what would happen. Refused rows are left out.
 */
export const importProducts = ({
  ctx,
  input: { rows: text, apply },
}: Call<{ rows: string; apply: boolean }>): Promise<{ lines: ImportLine[]; applied: boolean }> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const rows = readRows(text);
    const taken = rows.flatMap(({ product }) => product ?? []);
    const known = await knownIds(tx, ctx, taken);
    const lines = rows.map(({ row, product, name, problem }): ImportLine => {
      const does = product ? (known.has(product.retailerId ?? "") ? "change" : "create") : "refuse";
      return { row, name, priceCents: product?.priceCents ?? null, does, problem };
    });
    if (!apply || taken.length === 0) return { lines, applied: false };
    await write(tx, ctx, taken, known);
    const count = (does: ImportLine["does"]) => lines.filter((line) => line.does === does).length;
    await record(tx, ctx, productsImported, {
      subject: null,
      data: { created: count("create"), changed: count("change"), refused: count("refuse") },
    });
    return { lines, applied: true };
  });

/** The products of these codes, by code. */
async function knownIds(tx: Tx, { orgId }: OrgContext, rows: readonly ImportedProduct[]) {
  const codes = rows.flatMap(({ retailerId }) => retailerId ?? []);
  const found = await tx
    .select({ id: products.id, code: products.retailerId })
    .from(products)
    .where(and(eq(products.orgId, orgId), isAnyOf(products.retailerId, codes)));
  return new Map(found.map(({ id, code }) => [code ?? "", id]));
}

/** What a row changes of a product; its picture stays. */
const changed = {
  name: sql`excluded.name`,
  priceCents: sql`excluded.price_cents`,
  vatClass: sql`excluded.vat_class`,
  stock: sql`excluded.stock`,
  updatedAt: sql`excluded.updated_at`,
  archivedAt: sql`null`,
};

async function write(
  tx: Tx,
  { orgId, clock }: OrgContext,
  rows: readonly ImportedProduct[],
  known: ReadonlyMap<string, string>,
): Promise<void> {
  const now = clock.now();
  const written = rows.map((row) => ({
    ...row,
    orgId,
    id: known.get(row.retailerId ?? "") ?? newId("prd", now.getTime()),
    createdAt: now,
    updatedAt: now,
  }));
  await tx
    .insert(products)
    .values(written)
    .onConflictDoUpdate({ target: [products.orgId, products.id], set: changed });
}
