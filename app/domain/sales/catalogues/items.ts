import type { SkippedItems } from "#app/db/schema/sales/catalogues.ts";
import { maxPriceKes, maxProductName, maxRetailerId } from "#app/domain/sales/products/fieldRules.ts";
import type { CatalogueItem } from "#app/providers/meta/catalogues.server.ts";

/** An item that can be a product here. */
export interface UsableItem {
  retailerId: string;
  name: string;
  priceCents: number;
  isAvailable: boolean;
  /** Null where there is none that can be fetched. */
  imageUrl: string | null;
}

/**
 * Cents of a price as Meta writes it, with a currency's sign and in any grouping: `KSh1,200.00`, `1.200,50`, `1200 KES`. A
 * number is already in cents. Null for what is no price.
 */
export function centsOf(price: string | number | null): number | null {
  if (typeof price === "number") return Number.isInteger(price) && price > 0 ? price : null;
  const [amount = ""] = /\d[\d.,\s\u00a0\u202f]*/.exec(price ?? "") ?? [];
  const [, whole = "", fraction = ""] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(amount.replaceAll(/\s/g, "")) ?? [];
  const digits = whole.replaceAll(/\D/g, "");
  if (digits === "" || digits.length > 12) return null;
  const cents = Number(digits) * 100 + Number(fraction.padEnd(2, "0"));
  return cents > 0 && cents <= maxPriceKes * 100 ? cents : null;
}

/** The items that can be products, each code once, and why the others can't. */
export function usableItems(items: readonly CatalogueItem[]): {
  usable: Map<string, UsableItem>;
  skipped: SkippedItems;
} {
  const usable = new Map<string, UsableItem>();
  const skipped: SkippedItems = {};
  const skip = (why: keyof SkippedItems) => {
    skipped[why] = (skipped[why] ?? 0) + 1;
  };
  for (const { retailerId, name, price, currency, isAvailable, isHidden, imageUrl } of items) {
    const priceCents = centsOf(price);
    if (isHidden) skip("hidden");
    else if (retailerId === "" || retailerId.length > maxRetailerId || usable.has(retailerId)) skip("code");
    else if (currency !== "KES") skip("currency");
    else if (priceCents === null || name.trim() === "") skip("price");
    else
      usable.set(retailerId, {
        ...{ retailerId, priceCents, isAvailable, imageUrl: addressOf(imageUrl) },
        name: name.trim().slice(0, maxProductName).toWellFormed(),
      });
  }
  return { usable, skipped };
}

const longestAddress = 2000;

const addressOf = (url: string): string | null =>
  url.length <= longestAddress && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null;
