import type { Graph } from "./graph.server.ts";

/** A product catalogue of Meta (facts/whatsapp-cloud-api.md §17). */
export interface CatalogueNode {
  catalogId: string;
  name: string;
}

export interface CatalogueItem {
  /** The content ID. */
  retailerId: string;
  name: string;
  /** As Meta writes it: `KSh1,200.00`. */
  price: string | number | null;
  currency: string;
  isAvailable: boolean;
  isHidden: boolean;
  /** The picture's address, as the seller gave it to Meta; empty without one. */
  imageUrl: string;
}

interface Page<Raw> {
  data: Raw[];
  paging?: { next?: string; cursors?: { after?: string } };
}

interface RawItem {
  retailer_id?: string;
  name?: string;
  price?: string | number;
  currency?: string;
  availability?: string;
  visibility?: string;
  image_url?: string;
}

const fields = "retailer_id,name,price,currency,availability,visibility,image_url";
const perPage = 200;
const mostPages = 100;

/** The catalogue that is connected to a WABA: Meta allows one. Null without one. */
export async function readCatalogueOf(
  graph: Graph,
  accessToken: string,
  wabaId: string,
): Promise<CatalogueNode | null> {
  const { data } = await graph.call<Page<{ id: string; name?: string }>>({
    method: "GET",
    path: `/${encodeURIComponent(wabaId)}/product_catalogs`,
    query: { fields: "id,name" },
    accessToken,
  });
  const [found] = data;
  return found ? { catalogId: String(found.id), name: found.name ?? "" } : null;
}

/** The items of a catalogue, over all pages; not `isWhole` when there are more than 20,000. */
export async function listCatalogueItems(
  graph: Graph,
  accessToken: string,
  catalogId: string,
): Promise<{ items: CatalogueItem[]; isWhole: boolean }> {
  const items: CatalogueItem[] = [];
  let after: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { data, paging } = await graph.call<Page<RawItem>>({
      method: "GET",
      path: `/${encodeURIComponent(catalogId)}/products`,
      query: { fields, limit: String(perPage), ...(after ? { after } : {}) },
      accessToken,
    });
    items.push(...data.map(itemOf));
    after = paging?.next ? paging.cursors?.after : undefined;
    if (!after) return { items, isWhole: true };
  }
  return { items, isWhole: false };
}

const itemOf = (raw: RawItem): CatalogueItem => ({
  retailerId: String(raw.retailer_id ?? ""),
  name: String(raw.name ?? ""),
  price: raw.price ?? null,
  currency: String(raw.currency ?? ""),
  isAvailable: !/^(out of stock|discontinued|pending)$/.test(raw.availability ?? ""),
  isHidden: raw.visibility === "hidden" || raw.visibility === "staging",
  imageUrl: String(raw.image_url ?? ""),
});
