import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { productsImported } from "#app/domain/sales/events.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { csvLines } from "#app/platform/files/csv.server.ts";
import { newId } from "#app/platform/ids.ts";
import { m } from "#messages";
import type { Product } from "./find.server.ts";
import { type ImportedProduct, type ReadRow, readRows } from "./importRows.ts";
import { lockProducts } from "./lock.server.ts";

/** What a row does: `known` is there already, and is skipped. */
type Effect = "create" | "change" | "known" | "refuse";

export interface ImportLine {
  row: number;
  name: string;
  priceCents: number | null;
  does: Effect;
  problem: string;
}

export interface ImportResult {
  /** Refused rows first, then the beginning of the others. */
  lines: ImportLine[];
  counts: Record<Effect, number>;
  applied: boolean;
  /** The refused rows under their header, to correct and import again. */
  rest: string;
}

const shownLines = 200;

/**
 * Imports products from text. A row with a known code, or without a code and with a known name, changes its product;
 * all others are new, so the same file twice changes nothing. `apply: false` only says what would happen.
 */
export const importProducts = ({
  ctx,
  input: { rows: text, apply },
}: Call<{ rows: string; apply: boolean }>): Promise<ImportResult> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    await lockProducts(tx, ctx.orgId);
    const { header, rows } = readRows(text);
    const known = await knownProducts(tx, ctx, rows);
    const matched = rows.map((row) => ({ row, ...effectOf(row, known) }));
    const wanted = matched.flatMap(({ row: { product }, does, found }) =>
      product && (does === "create" || does === "change") ? [{ product, found }] : [],
    );
    const lines = matched.map(({ row: { row, name, product }, does, problem }) => {
      return { row, name, priceCents: product?.priceCents ?? null, does, problem };
    });
    const counts = countsOf(lines);
    const refused = matched.flatMap(({ row, does }) => (does === "refuse" ? [row.cells] : []));
    const rest = refused.length === 0 ? "" : csvLines([...(header ? [header] : []), ...refused]);
    const applied = apply && wanted.length > 0;
    if (applied) {
      await write(tx, ctx, wanted);
      const data = { created: counts.create, changed: counts.change, refused: counts.refuse };
      await record(tx, ctx, productsImported, { subject: null, data });
    }
    return { lines: shown(lines), counts, applied, rest };
  });

const shown = (lines: readonly ImportLine[]): ImportLine[] =>
  [...lines.filter(({ does }) => does === "refuse"), ...lines.filter(({ does }) => does !== "refuse")].slice(
    0,
    shownLines,
  );

const countsOf = (lines: readonly ImportLine[]): Record<Effect, number> => {
  const of = (effect: Effect) => lines.filter(({ does }) => does === effect).length;
  return { create: of("create"), change: of("change"), known: of("known"), refuse: of("refuse") };
};

interface Known {
  byCode: Map<string, Product>;
  byName: Map<string, Product[]>;
  /** Products, or names of new ones, of earlier rows. */
  seen: Set<string>;
}

const folded = (name: string) => name.normalize("NFC").toLowerCase();

/** The products that rows name by their code, or by their name where they have none. */
async function knownProducts(tx: Tx, { orgId }: OrgContext, rows: readonly ReadRow[]): Promise<Known> {
  const codes = rows.flatMap(({ product }) => product?.retailerId ?? []);
  const named = rows.flatMap(({ product }) => (product?.retailerId === null ? [folded(product.name)] : []));
  const found = await tx
    .select()
    .from(products)
    .where(
      and(
        eq(products.orgId, orgId),
        or(
          isAnyOf(products.retailerId, codes),
          and(isNull(products.archivedAt), isAnyOf(sql`lower(${products.name})`, named)),
        ),
      ),
    );
  return {
    byCode: new Map(found.flatMap((each) => (each.retailerId === null ? [] : [[each.retailerId, each]]))),
    byName: Map.groupBy(
      found.filter(({ archivedAt }) => archivedAt === null),
      ({ name }) => folded(name),
    ),
    seen: new Set(),
  };
}

type Matched = { does: Effect; found?: Product | undefined; problem: string };

function effectOf({ product, problem }: ReadRow, { byCode, byName, seen }: Known): Matched {
  if (!product) return { does: "refuse", problem };
  const { retailerId, name } = product;
  const candidates =
    retailerId === null
      ? (byName.get(folded(name)) ?? [])
      : [byCode.get(retailerId)].filter((each) => !!each);
  const [found, ...more] = candidates;
  if (more.length > 0) return { does: "refuse", problem: m.orders_import_many_names() };
  const key = found?.id ?? retailerId ?? `name:${folded(name)}`;
  if (seen.has(key)) return { does: "refuse", problem: m.orders_import_twice() };
  seen.add(key);
  if (!found) return { does: "create", problem: "" };
  if (found.catalogueId && !hasItsFacts(found, product))
    return { does: "refuse", problem: m.errors_product_of_catalogue() };
  return { does: isSame(found, product) ? "known" : "change", found, problem: "" };
}

const hasItsFacts = (found: Product, { name, priceCents }: ImportedProduct): boolean =>
  found.name === name && found.priceCents === priceCents && found.catalogueGoneAt === null;

const isSame = (found: Product, row: ImportedProduct): boolean =>
  found.archivedAt === null &&
  found.name === row.name &&
  found.priceCents === row.priceCents &&
  found.vatClass === row.vatClass &&
  found.stock === row.stock;

/** What a row changes of a product; its code and its picture stay. */
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
  wanted: readonly { product: ImportedProduct; found?: Product | undefined }[],
): Promise<void> {
  const now = clock.now();
  const rows = wanted.map(({ product, found }) => ({
    ...product,
    orgId,
    id: found?.id ?? newId("prd", now.getTime()),
    createdAt: now,
    updatedAt: now,
  }));
  await tx
    .insert(products)
    .values(rows)
    .onConflictDoUpdate({ target: [products.orgId, products.id], set: changed });
}
