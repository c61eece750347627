import type { VatClass } from "#app/db/schema/sales/products.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** Per cent of the standard class. */
export const vatRate = 16;

export const vatWords: Readonly<Record<VatClass, string>> = lazy({
  standard: () => m.orders_vat_standard({ rate: String(vatRate) }),
  zero: m.orders_vat_zero,
  exempt: m.orders_vat_exempt,
  none: m.orders_vat_none,
});
