import type { Tx } from "#app/db/client.server.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { isUniqueViolation } from "#app/db/violations.ts";
import { claimPicture, releaseFiles } from "#app/domain/messaging/media/claim.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import {
  productArchived,
  productChanged,
  productCreated,
  productRestored,
} from "#app/domain/sales/events.ts";
import { noCents } from "#app/domain/sales/wholeKes.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { lockProduct, ofProduct, type Product } from "./find.server.ts";
import type { ProductFields } from "./schemas.ts";

/** @throws DomainError `product.code_taken`, `file.not_found` */
export const createProduct = ({ ctx, input }: Call<ProductFields>): Promise<{ productId: string }> =>
  withCode(() =>
    ctx.db.withOrg(ctx.orgId, async (tx) => {
      const now = ctx.clock.now();
      const id = newId("prd", now.getTime());
      const row = { ...rowOf(input), orgId: ctx.orgId, id, createdAt: now };
      await tx.insert(products).values(row);
      await takePicture(tx, ctx, id, input.pictureId);
      await record(tx, ctx, productCreated, { subject: id, data: factsOf(row) });
      return { productId: id };
    }),
  );

/** @throws DomainError `product.not_found`, `product.code_taken`, `product.of_catalogue`, `file.not_found` */
export const updateProduct = ({
  ctx,
  input: { productId, ...input },
}: Call<ProductFields & { productId: string }>): Promise<{ productId: string }> =>
  withCode(() =>
    ctx.db.withOrg(ctx.orgId, async (tx) => {
      const product = await lockProduct(tx, ctx.orgId, productId);
      const row = rowOf(input);
      if (product.catalogueId !== null && !hasItsFacts(product, row))
        throw salesError("product.of_catalogue");
      if (row.priceCents !== product.priceCents && row.priceCents % 100 !== 0)
        throw salesError("product.price_with_cents", {
          ...{ field: "price", values: { said: noCents(row.priceCents) } },
        });
      await tx
        .update(products)
        .set({ ...row, updatedAt: ctx.clock.now() })
        .where(ofProduct(ctx.orgId, productId));
      if (product.pictureId !== row.pictureId) {
        await releaseFiles(tx, ctx.orgId, productId);
        await takePicture(tx, ctx, productId, input.pictureId);
      }
      await record(tx, ctx, productChanged, { subject: productId, data: factsOf(row) });
      return { productId };
    }),
  );

/** Name, price and code of a product from a catalogue are changed in Meta. */
const hasItsFacts = (product: Product, row: ReturnType<typeof rowOf>): boolean =>
  product.name === row.name && product.priceCents === row.priceCents && product.retailerId === row.retailerId;

/** Takes a product from sale, or back; its orders keep it. @throws DomainError `product.not_found` */
export const archiveProduct = ({
  ctx,
  input: { productId, archived },
}: Call<{ productId: string; archived: boolean }>): Promise<void> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const product = await lockProduct(tx, ctx.orgId, productId);
    if ((product.archivedAt !== null) === archived) return;
    const now = ctx.clock.now();
    await tx
      .update(products)
      .set({ archivedAt: archived ? now : null, catalogueGoneAt: null, updatedAt: now })
      .where(ofProduct(ctx.orgId, productId));
    const type = archived ? productArchived : productRestored;
    await record(tx, ctx, type, { subject: productId, data: factsOf(product) });
  });

const rowOf = ({ price, pictureId, code: retailerId, ...fields }: ProductFields) => ({
  ...fields,
  retailerId,
  priceCents: price,
  pictureId: pictureId || null,
});

const factsOf = ({ name, priceCents }: { name: string; priceCents: number }) => ({
  product: name,
  priceCents,
});

async function takePicture(tx: Tx, { orgId }: OrgContext, ownerId: string, mediaId: string): Promise<void> {
  if (mediaId !== "" && !(await claimPicture(tx, orgId, { mediaId, ownerId }))) throw notFound("File");
}

/** @throws DomainError `product.code_taken` */
async function withCode<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw salesError("product.code_taken", { field: "code" });
  }
}
