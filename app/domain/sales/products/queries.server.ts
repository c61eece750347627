import { and, asc, desc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { findProductIds } from "#app/db/search.server.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { ofProduct, type Product } from "./find.server.ts";
import type { ProductFilters } from "./schemas.ts";

const pageSize = 50;

/** A product as screens show it. */
export const shownProduct = (product: Product) => {
  const { id, name, priceCents, vatClass, stock, retailerId, pictureId, isAvailable } = product;
  return {
    ...{ id, name, priceCents, vatClass, stock, retailerId, pictureId, isAvailable },
    /** Its own picture, else that of the catalogue. */
    shownPictureId: pictureId ?? product.cataloguePictureId,
    isArchived: product.archivedAt !== null,
    /** Name, price and code are those of Meta's catalogue. */
    isOfCatalogue: product.catalogueId !== null,
    isGone: product.catalogueGoneAt !== null,
  };
};

/** Products by name, a page at a time; `next` is the cursor of the page after. */
export async function listProducts(ctx: OrgContext, { q, archived, cursor }: ProductFilters) {
  const rows = await ctx.db.withOrg(ctx.orgId, (tx) =>
    productsNamed(tx, ctx.orgId, {
      q,
      isArchived: archived === "yes",
      after: placeOf(cursor),
      limit: pageSize + 1,
    }),
  );
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    products: page.map(shownProduct),
    next: rows.length > pageSize && last ? cursorOf(last) : null,
  };
}

interface Place {
  name: string;
  id: string;
}

/** Products for sale, or archived ones, by name; with `q` those whose name or code contains it. @throws DomainError `search.too_slow` */
export async function productsNamed(
  tx: Tx,
  orgId: OrgId,
  {
    q,
    isArchived,
    catalogueId,
    after,
    limit,
  }: {
    q: string;
    isArchived: boolean;
    catalogueId?: string | undefined;
    after?: Place | undefined;
    limit: number;
  },
): Promise<Product[]> {
  const found = q === "" ? undefined : await findProductIds(tx, orgId, q);
  return tx
    .select()
    .from(products)
    .where(
      and(
        eq(products.orgId, orgId),
        isArchived ? isNotNull(products.archivedAt) : isNull(products.archivedAt),
        found && isAnyOf(products.id, found),
        catalogueId === undefined ? undefined : eq(products.catalogueId, catalogueId),
        after && sql`(lower(${products.name}), ${products.id}) > (lower(${after.name}), ${after.id})`,
      ),
    )
    .orderBy(sql`lower(${products.name})`, asc(products.id))
    .limit(limit);
}

const cursorOf = ({ name, id }: Place) => Buffer.from(`${id} ${name}`).toString("base64url");

/** Undefined for a cursor that is none. */
function placeOf(cursor: string): Place | undefined {
  const [, id, name] = /^(prd_\w+) (.*)$/s.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  return id === undefined || name === undefined ? undefined : { id, name };
}

/** @throws DomainError `product.not_found` */
export async function readProduct({ ctx, input: { productId } }: Call<{ productId: string }>) {
  const [product] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx.select().from(products).where(ofProduct(ctx.orgId, productId)),
  );
  if (!product) throw notFound("Product");
  return { product: shownProduct(product) };
}

/** Products for sale for programs, newest first, one more than `limit`; with `code` the one with it. */
export const pageOfProducts = ({
  ctx,
  input: { limit, after, code },
}: Call<{ limit: number; after?: string | undefined; code?: string | undefined }>): Promise<Product[]> =>
  ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(products)
      .where(
        and(
          ...[eq(products.orgId, ctx.orgId), isNull(products.archivedAt)],
          code === undefined ? undefined : eq(products.retailerId, code),
          after === undefined ? undefined : lt(products.id, after),
        ),
      )
      .orderBy(desc(products.id))
      .limit(limit + 1),
  );
