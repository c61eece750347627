import { salesError } from "#app/domain/sales/errors.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { requestLimits } from "./words.ts";

/** Whole shillings in a text, with or without KES, in cents; undefined if there are none. */
export function shillingsIn(text: string): number | undefined {
  const plain = text
    .replaceAll(/(?:kes|k?shs?)\.?|\/[=-]|[,\s\u00a0\u202f]/gi, "")
    .replace(/\.(?:00?)?$/, "");
  if (!/^\d{1,12}$/.test(plain)) return undefined;
  const shillings = Number(plain);
  return shillings >= 1 && shillings <= requestLimits.amountKes ? shillings * 100 : undefined;
}

/** The same. @throws DomainError `payment_request.bad_amount` */
export function wholeShillingsIn(text: string): number {
  const cents = shillingsIn(text);
  if (cents !== undefined) return cents;
  const most = formatKes(requestLimits.amountKes * 100);
  throw salesError("payment_request.bad_amount", { values: { text: text.slice(0, 40), most } });
}
