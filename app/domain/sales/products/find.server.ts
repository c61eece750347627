import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";

export type Product = typeof products.$inferSelect;

export const ofProduct = (orgId: OrgId, id: string) => and(eq(products.orgId, orgId), eq(products.id, id));

/** A product, locked until the transaction ends. @throws DomainError `product.not_found` */
export async function lockProduct(tx: Tx, orgId: OrgId, productId: string): Promise<Product> {
  const [product] = await tx.select().from(products).where(ofProduct(orgId, productId)).for("update");
  if (!product) throw notFound("Product");
  return product;
}

/** Products for sale by their ids. @throws DomainError `product.not_found` when one is missing or archived */
export async function productsForSale(
  tx: Tx,
  orgId: OrgId,
  ids: readonly string[],
): Promise<Map<string, Product>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const found = await tx
    .select()
    .from(products)
    .where(and(eq(products.orgId, orgId), isAnyOf(products.id, wanted), isNull(products.archivedAt)));
  if (found.length < wanted.length) throw notFound("Product");
  return new Map(found.map((product) => [product.id, product]));
}

/** Reads the products for sale that are called so, by name or code, and returns how to find one; case makes no difference. */
export async function productsCalled(
  tx: Tx,
  orgId: OrgId,
  names: readonly string[],
): Promise<(name: string) => Product | undefined> {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))];
  const found = await tx
    .select()
    .from(products)
    .where(
      and(
        ...[eq(products.orgId, orgId), isNull(products.archivedAt)],
        or(
          isAnyOf(sql`lower(${products.name})`, wanted),
          isAnyOf(sql`lower(${products.retailerId})`, wanted),
        ),
      ),
    )
    .orderBy(products.id);
  const isCalled = ({ name, retailerId }: Product, said: string) =>
    name.toLowerCase() === said || retailerId?.toLowerCase() === said;
  return (name) => found.find((product) => isCalled(product, name.toLowerCase()));
}

/** Products for sale by Meta's content ID. */
export async function productsByRetailerId(
  tx: Tx,
  orgId: OrgId,
  retailerIds: readonly string[],
): Promise<Map<string, Product>> {
  const found = await tx
    .select()
    .from(products)
    .where(
      and(
        eq(products.orgId, orgId),
        isAnyOf(products.retailerId, [...new Set(retailerIds)]),
        isNull(products.archivedAt),
      ),
    );
  return new Map(found.map((product) => [product.retailerId!, product]));
}
