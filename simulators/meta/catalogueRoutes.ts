import type { JsonObject } from "../kit/json.ts";
import { type AuthorisedCall, type GraphCall, type Handled, parameterOf } from "./graphCall.ts";
import { permissionMissing, unavailable } from "./graphError.ts";
import { isReply, pageOf, requestedFields, selectFields } from "./nodeFields.ts";
import { jsonReply, type Reply } from "./reply.ts";
import type { Catalogue, CatalogueItem, WhatsAppAccount } from "./state.ts";

/** Catalogues and their items (facts/whatsapp-cloud-api.md §17). */

const SCOPE = "catalog_management";

/** The catalogue that is connected to an account: at most one. */
export function listCatalogues(call: AuthorisedCall, account: WhatsAppAccount): Handled {
  const refusal = refusalOf(call, account.id);
  if (refusal) return refusal;
  const found = call.simulator.state.catalogueOf(account.id);
  return jsonReply(200, { data: found ? [{ id: found.id, name: found.name }] : [] });
}

export function readCatalogue(call: AuthorisedCall, catalogue: Catalogue): Handled {
  return (
    refusalOf(call, catalogue.wabaId) ??
    jsonReply(200, { id: catalogue.id, name: catalogue.name, product_count: catalogue.items.length })
  );
}

export function listItems(call: AuthorisedCall, catalogue: Catalogue): Handled {
  const refusal = refusalOf(call, catalogue.wabaId);
  if (refusal) return refusal;
  const names = requestedFields(call) ?? ["retailer_id", "name"];
  const nodes: JsonObject[] = [];
  for (const item of catalogue.items) {
    const node = selectFields(nodeOf(item), "ProductItem", names);
    if (isReply(node)) return node;
    nodes.push(node);
  }
  const page = pageOf(call, nodes);
  if ("contentType" in page) return page;
  const reply = jsonReply(200, page);
  const slow = call.simulator.faults.strike("catalogue-slow", catalogue.wabaId);
  return slow ? { ...reply, delayMs: slow.ms ?? 35_000 } : reply;
}

function refusalOf(call: AuthorisedCall, wabaId: string): Reply | undefined {
  const { faults } = call.simulator;
  if (!call.token.scopes.includes(SCOPE) || faults.strike("catalogue-denied", wabaId))
    return permissionMissing(SCOPE);
  const isLater = parameterOf(call, "after") !== undefined;
  return isLater && faults.strike("catalogue-page", wabaId) ? unavailable() : undefined;
}

const nodeOf = ({ priceCents, ...item }: CatalogueItem): JsonObject => ({
  image_url: undefined,
  ...item,
  price: priceText(priceCents, item.currency),
});

/** As Meta writes prices: `KSh1,200.00`. */
export const priceText = (cents: number, currency: string): string =>
  `${currency === "KES" ? "KSh" : currency}${(cents / 100).toLocaleString("en", { minimumFractionDigits: 2 })}`;

/** The control call that connects a catalogue to an account, or replaces its items. */
export function putCatalogue(
  { simulator }: GraphCall,
  input: { wabaId: string; name: string; items: CatalogueItem[] },
): Reply {
  const catalogue = simulator.state.connectCatalogue(input);
  return jsonReply(200, { catalogId: catalogue.id });
}
