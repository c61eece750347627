import { and, asc, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { productCatalogues } from "#app/db/schema/sales/catalogues.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp/accounts.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { productsNamed, shownProduct } from "#app/domain/sales/products/queries.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

const shownProducts = 50;

/**
 * The products that can be sent in a conversation: those chosen before, and others of its account's catalogue by name.
 * `hasCatalogue`: false where nothing can be sent. @throws DomainError `conversation.not_found`, `search.too_slow`
 */
export const productChoices = ({
  ctx,
  input: { conversationId, q, chosen },
}: Call<{ conversationId: string; q: string; chosen: string[] }>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const catalogueId = await catalogueOf(tx, ctx, conversationId);
    if (catalogueId === null) return { hasCatalogue: false, chosen: [], products: [] };
    const ofIt = and(
      ...[eq(products.orgId, ctx.orgId), eq(products.catalogueId, catalogueId)],
      isNull(products.archivedAt),
    );
    const before = await tx
      .select()
      .from(products)
      .where(and(ofIt, isAnyOf(products.id, chosen)))
      .orderBy(asc(products.name), asc(products.id));
    const named = await productsNamed(tx, ctx.orgId, {
      ...{ q, isArchived: false, catalogueId },
      limit: shownProducts,
    });
    const others = named.filter(({ id, isAvailable }) => isAvailable && !chosen.includes(id));
    return { hasCatalogue: true, chosen: before.map(shownProduct), products: others.map(shownProduct) };
  });

/** The catalogue of a conversation's account; null without one. @throws DomainError `conversation.not_found` */
async function catalogueOf(tx: Tx, { orgId }: OrgContext, conversationId: string): Promise<string | null> {
  const [found] = await tx
    .select({ catalogueId: productCatalogues.id })
    .from(conversations)
    .leftJoin(
      phoneNumbers,
      and(eq(phoneNumbers.orgId, orgId), eq(phoneNumbers.phoneNumberId, conversations.phoneNumberId)),
    )
    .leftJoin(
      productCatalogues,
      and(
        eq(productCatalogues.orgId, orgId),
        eq(productCatalogues.whatsappAccountId, phoneNumbers.whatsappAccountId),
      ),
    )
    .where(and(eq(conversations.orgId, orgId), eq(conversations.id, conversationId)));
  if (!found) throw notFound("Conversation");
  return found.catalogueId;
}
