import { salesError } from "#app/domain/sales/errors.ts";
import { type NewLine, subtotalOf } from "./write.server.ts";

/** @throws DomainError `order.discount_too_large` when less than nothing would remain */
export function requireDiscount(
  lines: readonly Pick<NewLine, "priceCents" | "quantity">[],
  {
    deliveryCents = 0,
    discountCents = 0,
  }: { deliveryCents?: number | undefined; discountCents?: number | undefined },
): void {
  if (discountCents > subtotalOf(lines) + deliveryCents)
    throw salesError("order.discount_too_large", { field: "discount" });
}
