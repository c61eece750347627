import { and, asc, eq, lte } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { media } from "#app/db/schema/messaging/media.ts";
import { productCatalogues } from "#app/db/schema/sales/catalogues.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { storeFromLink } from "#app/domain/messaging/media/fromLink.server.ts";
import { deleteStored, type StoredFile } from "#app/domain/messaging/media/store.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { cataloguePicturesKept } from "#app/domain/sales/events.ts";
import { fetchCataloguePicturesJob } from "#app/domain/sales/jobs.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { ofCatalogue } from "./find.server.ts";

const atOnce = 50;
const afterFailureMs = 24 * 3_600_000;

/** The owner of a picture from a catalogue, next to the product's own. */
const ownerOf = (productId: string) => `${productId}.catalogue`;

const due = ({ orgId, clock }: OrgContext, catalogueId: string) =>
  and(
    ...[eq(products.orgId, orgId), eq(products.catalogueId, catalogueId)],
    lte(products.pictureDueAt, clock.now()),
  );

/** Whether pictures of a catalogue are to be fetched. */
export async function hasDuePictures(tx: Tx, ctx: OrgContext, catalogueId: string): Promise<boolean> {
  const [found] = await tx.select({ id: products.id }).from(products).where(due(ctx, catalogueId)).limit(1);
  return found !== undefined;
}

/**
 * Keeps copies of a catalogue's new pictures, so that pages show no stranger's addresses: only what is public is called, and
 * only pictures are kept. One that fails is tried again a day later, with a sync. Returns how many were kept.
 */
export async function fetchCataloguePictures(
  ctx: OrgContext,
  catalogueId: string,
): Promise<{ kept: number }> {
  const rows = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(products)
      .where(due(ctx, catalogueId))
      .orderBy(asc(products.pictureDueAt), asc(products.id))
      .limit(atOnce),
  );
  if (rows.length === 0) return { kept: 0 };
  const fetched: Fetched[] = [];
  for (const { id, catalogueImageUrl: url } of rows)
    fetched.push({ id, url, file: url === null ? null : await pictureAt(ctx, url) });
  const unused = await ctx.db.withOrg(ctx.orgId, (tx) => keep(tx, ctx, catalogueId, fetched));
  for (const file of unused) await deleteStored(ctx, file);
  if (rows.length === atOnce)
    await ctx.jobs.enqueue(fetchCataloguePicturesJob, { orgId: ctx.orgId, catalogueId });
  return { kept: fetched.filter(({ file }) => isFile(file)).length - unused.length };
}

interface Fetched {
  /** The product, and the address that it had. */
  id: string;
  url: string | null;
  /** Null: the catalogue shows none any longer. */
  file: StoredFile | "refused" | null;
}

const isFile = (file: Fetched["file"]): file is StoredFile => file !== null && file !== "refused";

async function pictureAt(ctx: OrgContext, url: string): Promise<StoredFile | "refused"> {
  try {
    // Shops' addresses often end unlike the picture's type.
    const file = await storeFromLink(ctx, url, "picture");
    if (file.kind === "image") return file;
    await deleteStored(ctx, file);
    return "refused";
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.warn({ code: error.code, said: error.message }, "catalogue picture not kept");
    return "refused";
  }
}

/** Replaces the pictures of products that still have the same address; returns the files of the others. */
async function keep(
  tx: Tx,
  ctx: OrgContext,
  catalogueId: string,
  fetched: readonly Fetched[],
): Promise<StoredFile[]> {
  const { orgId } = ctx;
  const [catalogue] = await tx
    .select({ name: productCatalogues.name })
    .from(productCatalogues)
    .where(ofCatalogue(orgId, catalogueId));
  const current = await addressesOf(tx, ctx, fetched);
  const isSame = ({ id, url }: Fetched) => catalogue !== undefined && current.get(id) === url;
  const same = fetched.filter(isSame);
  const replaced = same.filter(({ file }) => file !== "refused");
  await release(tx, ctx, replaced);
  const files = replaced.flatMap(({ id, file }) => (isFile(file) ? rowOf(ctx, id, file) : []));
  if (files.length > 0) await tx.insert(media).values(files);
  await noteFetched(tx, ctx, same);
  if (catalogue && replaced.length > 0) {
    const data = { catalogue: catalogue.name };
    await record(tx, ctx, cataloguePicturesKept, { subject: catalogueId, data });
  }
  return fetched.flatMap((one) => (!isSame(one) && isFile(one.file) ? one.file : []));
}

/** The present addresses of products, which are locked. */
async function addressesOf(tx: Tx, { orgId }: OrgContext, fetched: readonly Fetched[]) {
  const rows = await tx
    .select({ id: products.id, url: products.catalogueImageUrl })
    .from(products)
    .where(
      and(
        eq(products.orgId, orgId),
        isAnyOf(
          products.id,
          fetched.map(({ id }) => id),
        ),
      ),
    )
    .for("update");
  return new Map(rows.map(({ id, url }) => [id, url]));
}

/** Lets the pictures of before be deleted by age. */
async function release(tx: Tx, { orgId }: OrgContext, replaced: readonly Fetched[]): Promise<void> {
  const owners = replaced.map(({ id }) => ownerOf(id));
  await tx
    .update(media)
    .set({ ownerId: null })
    .where(and(eq(media.orgId, orgId), isAnyOf(media.ownerId, owners)));
  notifyPages(tx, orgId, "messages");
}

const rowOf = ({ orgId }: OrgContext, productId: string, { sha256: _, ...file }: StoredFile) => ({
  ...{ ...file, orgId, ownerId: ownerOf(productId), phoneNumberId: "" },
});

async function noteFetched(tx: Tx, ctx: OrgContext, fetched: readonly Fetched[]): Promise<void> {
  const later = new Date(ctx.clock.now().getTime() + afterFailureMs);
  await clientOf(tx).query({
    name: "note-catalogue-pictures",
    text: `update products p set catalogue_picture_id = case when f.due_at is null then f.file_id else p.catalogue_picture_id end,
        picture_due_at = f.due_at
      from unnest($2::text[], $3::text[], $4::timestamptz[]) as f (id, file_id, due_at) where p.org_id = $1 and p.id = f.id`,
    values: [
      ctx.orgId,
      fetched.map(({ id }) => id),
      fetched.map(({ file }) => (isFile(file) ? file.id : null)),
      fetched.map(({ file }) => (file === "refused" ? later : null)),
    ],
  });
}
