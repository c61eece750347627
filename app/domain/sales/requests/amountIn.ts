import { salesError } from "#app/domain/sales/errors.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { typedCents } from "#app/platform/money/typedKes.ts";
import { requestLimits } from "./words.ts";

/** Whole shillings in a text, with or without KES, in cents; undefined if there are none. */
export function shillingsIn(text: string): number | undefined {
  const cents = typedCents(text);
  const isAsked =
    cents !== undefined && cents % 100 === 0 && cents >= 100 && cents <= requestLimits.amountKes * 100;
  return isAsked ? cents : undefined;
}

/** The same. @throws DomainError `payment_request.bad_amount` */
export function wholeShillingsIn(text: string): number {
  const cents = shillingsIn(text);
  if (cents !== undefined) return cents;
  const most = formatKes(requestLimits.amountKes * 100);
  throw salesError("payment_request.bad_amount", { values: { text: text.slice(0, 40), most } });
}
