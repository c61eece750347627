import { and, eq, or } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import type { Product } from "#app/domain/sales/products/find.server.ts";
import { lockProducts } from "#app/domain/sales/products/lock.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import type { UsableItem } from "./items.ts";

export interface Changes {
  created: number;
  changed: number;
  removed: number;
}

/**
 * Merges the items of a catalogue into the products, by code. The catalogue decides name, price and availability, also of
 * an own product with its code; VAT, stock and picture stay. Products that it no longer shows are archived, and come back
 * with it; what a member archived stays archived. `taken`: items whose code is that of another catalogue's product.
 */
export async function mergeItems(
  tx: Tx,
  ctx: OrgContext,
  {
    catalogueId,
    usable,
    isWhole,
  }: { catalogueId: string; usable: Map<string, UsableItem>; isWhole: boolean },
): Promise<{ changes: Changes; taken: number }> {
  await lockProducts(tx, ctx.orgId);
  const known = await tx
    .select()
    .from(products)
    .where(
      and(
        eq(products.orgId, ctx.orgId),
        or(eq(products.catalogueId, catalogueId), isAnyOf(products.retailerId, [...usable.keys()])),
      ),
    )
    .for("update");
  const byCode = new Map(known.map((product) => [product.retailerId ?? "", product]));
  const isOthers = (product: Product | undefined) =>
    !!product?.catalogueId && product.catalogueId !== catalogueId;
  const free = [...usable.values()].filter(({ retailerId }) => !isOthers(byCode.get(retailerId)));
  const wanted = free
    .map((item) => ({ item, found: byCode.get(item.retailerId) }))
    .filter(({ item, found }) => !found || differs(found, item, catalogueId));
  if (wanted.length > 0) await write(tx, ctx, catalogueId, wanted);
  const missing = isWhole
    ? known.filter(
        (each) => each.catalogueId === catalogueId && !each.archivedAt && !usable.has(each.retailerId ?? ""),
      )
    : [];
  if (missing.length > 0) await archive(tx, ctx, missing);
  const created = wanted.filter(({ found }) => !found).length;
  return {
    changes: { created, changed: wanted.length - created, removed: missing.length },
    taken: usable.size - free.length,
  };
}

const differs = (found: Product, item: UsableItem, catalogueId: string): boolean =>
  found.name !== item.name ||
  found.priceCents !== item.priceCents ||
  found.isAvailable !== item.isAvailable ||
  found.catalogueImageUrl !== item.imageUrl ||
  found.catalogueId !== catalogueId ||
  found.catalogueGoneAt !== null;

async function write(
  tx: Tx,
  { orgId, clock }: OrgContext,
  catalogueId: string,
  wanted: readonly { item: UsableItem; found: Product | undefined }[],
): Promise<void> {
  const now = clock.now();
  const column = <T>(of: (each: (typeof wanted)[number]) => T): T[] => wanted.map(of);
  await clientOf(tx).query({
    name: "merge-catalogue-items",
    text: `insert into products as p (org_id, id, retailer_id, name, price_cents, is_available, archived_at, catalogue_image_url,
        catalogue_id, picture_due_at, created_at, updated_at)
      select $1, item.*, $2, case when item.image_url is not null then $3::timestamptz end, $3, $3
      from unnest($4::text[], $5::text[], $6::text[], $7::bigint[], $8::boolean[], $9::timestamptz[], $10::text[])
        as item (id, retailer_id, name, price_cents, is_available, archived_at, image_url)
      on conflict (org_id, id) do update set name = excluded.name, price_cents = excluded.price_cents,
        is_available = excluded.is_available, archived_at = excluded.archived_at, catalogue_id = excluded.catalogue_id,
        catalogue_image_url = excluded.catalogue_image_url,
        picture_due_at = case when p.catalogue_image_url is distinct from excluded.catalogue_image_url
          then excluded.updated_at else p.picture_due_at end,
        catalogue_gone_at = null, updated_at = excluded.updated_at`,
    values: [
      ...[orgId, catalogueId, now],
      column(({ found }) => found?.id ?? newId("prd", now.getTime())),
      column(({ item }) => item.retailerId),
      column(({ item }) => item.name),
      column(({ item }) => item.priceCents),
      column(({ item }) => item.isAvailable),
      column(({ found }) => (found?.catalogueGoneAt ? null : (found?.archivedAt ?? null))),
      column(({ item }) => item.imageUrl),
    ],
  });
}

async function archive(tx: Tx, { orgId, clock }: OrgContext, missing: readonly Product[]): Promise<void> {
  const now = clock.now();
  const ids = missing.map(({ id }) => id);
  await tx
    .update(products)
    .set({ archivedAt: now, catalogueGoneAt: now })
    .where(and(eq(products.orgId, orgId), isAnyOf(products.id, ids)));
}
