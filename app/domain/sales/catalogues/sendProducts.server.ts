import { createHash } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { productCatalogues } from "#app/db/schema/sales/catalogues.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import {
  type OpenConversation,
  openForSending,
} from "#app/domain/messaging/messages/openForSending.server.ts";
import type { OutboundProducts } from "#app/domain/messaging/messages/outboundPayload.ts";
import { queueMessage } from "#app/domain/messaging/messages/queueMessage.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import type { Product } from "#app/domain/sales/products/find.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { productMessageLimits } from "./fieldRules.ts";
import { productMessageProblem } from "./schemas.ts";

export interface ProductMessage {
  conversationId: string;
  key: string;
  header: string;
  text: string;
  footer: string;
  sections: { title: string; products: string[] }[];
  /** The whole catalogue; a product is its picture. */
  isWhole: boolean;
}

/**
 * Sends one product, a list of them, or all, from the catalogue of the conversation's WhatsApp account. `by`: whether products
 * are named by id or by code. The same key and content again returns the message of the first time.
 * @throws DomainError `catalogue.bad_message`, `catalogue.not_connected`, `product.not_in_catalogue`, and those of `queueMessage`
 */
export const sendProducts = ({
  ctx,
  input: { by, ...message },
}: Call<ProductMessage & { by: "id" | "code" }>): Promise<{ messageId: string }> => {
  const wanted = message.sections.flatMap((section) => section.products);
  const titles = message.sections.map(({ title }) => title);
  const problem = productMessageProblem({ ...message, products: wanted.length, titles });
  if (problem)
    throw salesError("catalogue.bad_message", { values: { said: problem.message }, field: problem.field });
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const open = await openForSending(tx, ctx, message.conversationId);
    const catalogue = await catalogueOf(tx, ctx, open);
    if (!catalogue) throw salesError("catalogue.not_connected");
    const found = await inCatalogue(tx, ctx, catalogue.id, { wanted, by });
    const chosen = wanted.map((name) => found.get(name)!);
    const interactive = interactiveOf(message, catalogue.catalogId, found);
    const sent = message.isWhole ? [] : chosen.map(({ name, priceCents }) => ({ name, priceCents }));
    const content = createHash("sha256").update(JSON.stringify(interactive)).digest("hex");
    const { messageId } = await queueMessage(tx, ctx, open, {
      key: `${message.key}:${content}`,
      body: message.text || sent[0]!.name,
      content: { type: "interactive", payload: { interactive, products: sent } },
    });
    return { messageId };
  });
};

async function catalogueOf(tx: Tx, { orgId }: OrgContext, { account }: Pick<OpenConversation, "account">) {
  const [found] = await tx
    .select()
    .from(productCatalogues)
    .where(
      and(eq(productCatalogues.orgId, orgId), eq(productCatalogues.whatsappAccountId, account?.id ?? "")),
    );
  return found;
}

/** Products of a catalogue by id or code. @throws DomainError `product.not_in_catalogue` for each that it does not show */
async function inCatalogue(
  tx: Tx,
  { orgId }: OrgContext,
  catalogueId: string,
  { wanted, by }: { wanted: readonly string[]; by: "id" | "code" },
): Promise<Map<string, Product>> {
  const rows = await tx
    .select()
    .from(products)
    .where(
      and(
        ...[eq(products.orgId, orgId), eq(products.catalogueId, catalogueId), isNull(products.archivedAt)],
        isAnyOf(by === "id" ? products.id : products.retailerId, wanted),
      ),
    );
  const found = new Map(rows.map((row) => [by === "id" ? row.id : row.retailerId!, row]));
  const missing = wanted.find((name) => !found.has(name));
  if (missing !== undefined)
    throw salesError("product.not_in_catalogue", { values: { product: missing }, field: "items" });
  return found;
}

/**
 * Meta's message: one product or the whole catalogue, without a header, or a list with sections, whose title is the
 * header where it has none.
 */
function interactiveOf(
  { header, text, footer, sections, isWhole }: ProductMessage,
  catalog_id: string,
  found: ReadonlyMap<string, Product>,
): OutboundProducts {
  const itemOf = (name: string) => ({ product_retailer_id: found.get(name)!.retailerId! });
  const words = {
    ...(text === "" ? {} : { body: { text } }),
    ...(footer === "" ? {} : { footer: { text: footer } }),
  };
  const [first, ...more] = sections.flatMap((section) => section.products);
  if (isWhole) {
    const thumbnail = first && { thumbnail_product_retailer_id: found.get(first)!.retailerId! };
    const action = { name: "catalog_message" as const, ...(thumbnail && { parameters: thumbnail }) };
    return { type: "catalog_message", ...words, action };
  }
  if (more.length === 0) return { type: "product", ...words, action: { catalog_id, ...itemOf(first!) } };
  const titled = sections.map(({ title, products: names }) => ({
    title: title || header.slice(0, productMessageLimits.sectionTitle).trimEnd(),
    product_items: names.map(itemOf),
  }));
  return {
    type: "product_list",
    header: { type: "text", text: header },
    ...words,
    action: { catalog_id, sections: titled },
  };
}
