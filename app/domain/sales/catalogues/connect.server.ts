import { and, eq } from "drizzle-orm";
import { productCatalogues } from "#app/db/schema/sales/catalogues.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { record } from "#app/domain/record/record.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { catalogueConnected, catalogueDisconnected } from "#app/domain/sales/events.ts";
import { accessTokenOf, findAccount } from "#app/domain/whatsapp/accounts/queries.server.ts";
import { whatsappError } from "#app/domain/whatsapp/errors.ts";
import type { Call } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { readCatalogueOf } from "#app/providers/meta/catalogues.server.ts";
import { isAccessRefused, isTokenRefused, metaRefusal } from "#app/providers/meta/refusal.server.ts";
import { lockCatalogue, ofCatalogue } from "./find.server.ts";
import { syncCatalogue } from "./sync.server.ts";

/**
 * Takes the catalogue that Meta connects to a WhatsApp account, and syncs its products. Connecting again syncs again.
 * @throws DomainError `whatsapp.not_connected`, `catalogue.none`, `catalogue.denied`, `meta.refused`, `meta.unreachable`
 */
export async function connectCatalogue({
  ctx,
  input: { whatsappAccountId },
}: Call<{ whatsappAccountId: string }>): Promise<{ catalogueId: string; isComplete: boolean }> {
  const account = await findAccount(ctx, whatsappAccountId);
  if (account.status !== "connected") throw whatsappError("whatsapp.not_connected");
  const found = await readCatalogueOf(ctx.graph, accessTokenOf(ctx, account), account.wabaId).catch(
    (error) => {
      const isDenied = isAccessRefused(error) && !isTokenRefused(error);
      throw isDenied ? salesError("catalogue.denied", { cause: error }) : metaRefusal(error);
    },
  );
  if (!found) throw salesError("catalogue.none");
  const now = ctx.clock.now();
  const catalogueId = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const id = newId("cat", now.getTime());
    const row = { orgId: ctx.orgId, id, whatsappAccountId, ...found, nextSyncAt: now, createdAt: now };
    const [written] = await tx
      .insert(productCatalogues)
      .values(row)
      .onConflictDoUpdate({
        target: [productCatalogues.orgId, productCatalogues.whatsappAccountId],
        set: { ...found, nextSyncAt: now },
      })
      .returning({ id: productCatalogues.id });
    const data = { catalogue: found.name };
    if (written!.id === id) await record(tx, ctx, catalogueConnected, { subject: id, data });
    return written!.id;
  });
  return { catalogueId, isComplete: await syncCatalogue(ctx, { catalogueId }) };
}

const noImage = { catalogueImageUrl: null, pictureDueAt: null };

/** Its products stay with the pictures that were fetched, and are the organisation's own from now on. @throws DomainError `catalogue.not_found` */
export const disconnectCatalogue = ({
  ctx,
  input: { catalogueId },
}: Call<{ catalogueId: string }>): Promise<void> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { name } = await lockCatalogue(tx, ctx.orgId, catalogueId);
    await tx
      .update(products)
      .set({ catalogueId: null, catalogueGoneAt: null, isAvailable: true, ...noImage })
      .where(and(eq(products.orgId, ctx.orgId), eq(products.catalogueId, catalogueId)));
    await tx.delete(productCatalogues).where(ofCatalogue(ctx.orgId, catalogueId));
    await record(tx, ctx, catalogueDisconnected, { subject: catalogueId, data: { catalogue: name } });
  });
