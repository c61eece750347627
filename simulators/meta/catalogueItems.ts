import type { z } from "zod";
import { isObject, type JsonObject, listAt, objectAt, textAt } from "../kit/json.ts";
import { priceText } from "./catalogueRoutes.ts";
import { whatsAppError } from "./graphError.ts";
import type { inboundParts } from "./inboundParts.ts";
import type { RenderedProduct } from "./renderMessage.ts";
import type { Reply } from "./reply.ts";
import type { CatalogueItem, SimulatorState } from "./state.ts";

/** The items of catalogue messages and of carts (facts/whatsapp-cloud-api.md §17). */

export const itemOf = (state: SimulatorState, wabaId: string, code: string): CatalogueItem | undefined =>
  state
    .catalogueOf(wabaId)
    ?.items.find((item) => item.retailer_id === code && item.visibility === "published");

const productTypes = new Set(["product", "product_list", "catalog_message"]);
/** What a phone shows of the whole catalogue. */
const shownOfAll = 30;

const productActionOf = (body: JsonObject): JsonObject | undefined => {
  const interactive = objectAt(body, "interactive");
  return productTypes.has(textAt(interactive, "type") ?? "") ? objectAt(interactive, "action") : undefined;
};

const isWhole = (action: JsonObject) => textAt(action, "name") === "catalog_message";

function codesOf(state: SimulatorState, wabaId: string, action: JsonObject): string[] {
  if (isWhole(action)) {
    const shown = state.catalogueOf(wabaId)?.items.filter(({ visibility }) => visibility === "published");
    return (shown ?? []).slice(0, shownOfAll).map((item) => item.retailer_id);
  }
  const single = textAt(action, "product_retailer_id");
  const items = listAt(action, "sections")
    .filter(isObject)
    .flatMap((section) => listAt(section, "product_items"));
  return single === undefined ? items.map((item) => textAt(item, "product_retailer_id") ?? "") : [single];
}

/** A catalogue of another account, or no item that it knows, is refused; other unknown items are left out. */
export function checkProducts(state: SimulatorState, wabaId: string, body: JsonObject): Reply | undefined {
  const action = productActionOf(body);
  if (!action) return undefined;
  const catalogue = state.catalogueOf(wabaId);
  if (isWhole(action) ? !catalogue : catalogue?.id !== textAt(action, "catalog_id"))
    return whatsAppError(131009, "The catalog is not connected to this WhatsApp Business Account.");
  const picture = textAt(objectAt(action, "parameters"), "thumbnail_product_retailer_id");
  if (picture !== undefined && !itemOf(state, wabaId, picture))
    return whatsAppError(131009, "Products not found in FB Catalog");
  return codesOf(state, wabaId, action).some((code) => itemOf(state, wabaId, code))
    ? undefined
    : whatsAppError(131009, "Products not found in FB Catalog");
}

/** The products of a catalogue message as the phone shows them; undefined for other messages. */
export function productsOf(
  state: SimulatorState,
  wabaId: string,
  body: JsonObject,
): RenderedProduct[] | undefined {
  const action = productActionOf(body);
  return (
    action &&
    codesOf(state, wabaId, action).flatMap((code) => {
      const item = itemOf(state, wabaId, code);
      return item ? [{ code, name: item.name, price: priceText(item.priceCents, item.currency) }] : [];
    })
  );
}

type Order = NonNullable<z.output<(typeof inboundParts)["order"]>>;

/** A cart with today's prices where it has none. */
export function pricedOrder(state: SimulatorState, wabaId: string, order: Order): Order {
  return {
    ...order,
    catalog_id: state.catalogueOf(wabaId)?.id ?? order.catalog_id,
    product_items: order.product_items.map((line) => {
      const item = itemOf(state, wabaId, line.product_retailer_id);
      return {
        ...line,
        item_price: line.item_price ?? (item?.priceCents ?? 0) / 100,
        currency: line.currency ?? item?.currency ?? "KES",
      };
    }),
  };
}
