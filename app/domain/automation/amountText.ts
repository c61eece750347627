import { shillingsIn } from "#app/domain/sales/requests/amountIn.ts";
import { namesIn } from "./texts.ts";

/** Whether a text is whole shillings, or has names in braces that become them. */
export const isAmountText = (text: string): boolean =>
  namesIn(text).length > 0 || shillingsIn(text) !== undefined;
